import CardCrypto
import Synchronization

/// A signer's certificate, taken apart, and who issued it. One signer signs thousands of documents, so both are found
/// out once.
final class KnownSigner: Sendable {
    let certificate: Certificate
    private let known = Mutex<Issuance?>(nil)

    init(_ certificate: Certificate) { self.certificate = certificate }

    func issuance(in contents: TrustContents, companions: [Certificate]) -> Issuance {
        if let known = known.withLock({ $0 }) { return known }
        let issuance = contents.issuance(of: certificate, companions: companions)
        // What a document brings along holds for that document only.
        if case .issued(let issued) = issuance, issued.isThroughLink { return issuance }
        if case .tooLong = issuance { return issuance }
        known.withLock { $0 = issuance }
        return issuance
    }
}

/// The signers that were met, by their certificates.
final class KnownSigners: Sendable {
    private let signers = Mutex<[[UInt8]: KnownSigner]>([:])
    /// Bounds the memory of a batch over documents of ever new signers.
    private static let limit = 4096

    /// The signer with this certificate; nil when it cannot be read.
    func signer(_ der: [UInt8]) -> KnownSigner? {
        if let known = signers.withLock({ $0[der] }) { return known }
        guard let certificate = try? Certificate(parsing: der) else { return nil }
        let signer = KnownSigner(certificate)
        return signers.withLock { signers in
            if let known = signers[der] { return known }
            if signers.count >= Self.limit { signers = [:] }
            signers[der] = signer
            return signer
        }
    }
}
