import CardCrypto
import InlaySeams
import Octets
import Synchronization

/// A signer's certificate, taken apart, and what was found out about it. One signer signs thousands of documents, so
/// nothing is found out twice.
final class KnownSigner: Sendable {
    let certificate: Certificate
    /// What reports show of it.
    let facts: [Finding.Fact]
    /// The subject's country.
    let country: String?
    /// The states in the alternative names.
    let alternativeStates: [String]
    private let knownIssuance = Mutex<Issuance?>(nil)
    private let knownStates = Mutex<(state: String, anchor: Swift.ObjectIdentifier, judgement: Judgement)?>(nil)
    private let knownChoice = Mutex<(place: Choice, issued: Issuance.Issued)?>(nil)
    private let knownJudgements = Mutex<(place: Place, judgements: [Judgement])?>(nil)

    /// For what and when a signer was judged.
    struct Place: Hashable {
        let role: SignerRole
        let moment: Moment
        /// The way to the anchor.
        let issued: Swift.ObjectIdentifier?
    }

    /// For what the best of several anchors was chosen.
    struct Choice: Hashable {
        let role: SignerRole
        let moment: Moment
        /// The issuing state; nil where there is none.
        let state: String?
    }

    init(_ certificate: Certificate) {
        self.certificate = certificate
        country = certificate.subject.country?.uppercased()
        alternativeStates = certificate.alternativeStates
        facts = [
            .init("document signer", certificate.subject.description),
            .init("serial number", Hex.string(certificate.serialNumber)), .init("key", certificate.publicKey.label),
        ]
    }

    func issuance(in contents: TrustContents, companions: [Certificate]) -> Issuance {
        let known = knownIssuance.withLock { $0 } ?? contents.issuance(of: certificate)
        knownIssuance.withLock { $0 = known }
        // What a document brings along holds for that document only.
        guard case .unknown = known, companions.count > 1 else { return known }
        return contents.issuance(of: certificate, through: companions)
    }

    /// The judgement whether it may sign for an issuing state, made by `judge` when it is not known. A signer signs for one
    /// state, so one is kept.
    func judgement(
        ofIssuingState state: String, by anchor: AnchorCertificate, _ judge: () -> Judgement
    ) -> Judgement {
        let anchor = Swift.ObjectIdentifier(anchor)
        if let known = knownStates.withLock({ $0 }), known.state == state, known.anchor == anchor {
            return known.judgement
        }
        let judgement = judge()
        knownStates.withLock { $0 = (state, anchor, judgement) }
        return judgement
    }

    /// The best of several anchors, chosen by `choose` when it is not known.
    func choice(for place: Choice, _ choose: () -> Issuance.Issued?) -> Issuance.Issued? {
        if let known = knownChoice.withLock({ $0 }), known.place == place { return known.issued }
        guard let issued = choose() else { return nil }
        knownChoice.withLock { $0 = (place, issued) }
        return issued
    }

    /// The judgements for a role and a moment, made by `judge` when they are not known. A batch judges all documents as
    /// of one moment, so one set is kept.
    func judgements(for place: Place, _ judge: () -> [Judgement]) -> [Judgement] {
        if let known = knownJudgements.withLock({ $0 }), known.place == place { return known.judgements }
        let judgements = judge()
        knownJudgements.withLock { $0 = (place, judgements) }
        return judgements
    }
}

/// The signers that were met, by their certificates.
final class KnownSigners: Sendable {
    private let signers = Mutex<[EncodedBytes: KnownSigner]>([:])
    /// Bounds the memory of a batch over documents of ever new signers.
    private static let limit = 4096

    /// The signer with this certificate; nil when it cannot be read.
    func signer(_ der: [UInt8]) -> KnownSigner? {
        let key = EncodedBytes(der)
        if let known = signers.withLock({ $0[key] }) { return known }
        guard let certificate = try? Certificate(parsing: der) else { return nil }
        let signer = KnownSigner(certificate)
        return signers.withLock { signers in
            if let known = signers[key] { return known }
            if signers.count >= Self.limit { signers = [:] }
            signers[key] = signer
            return signer
        }
    }
}

extension Certificate {
    /// The states in the subject's alternative names: locality, or state or province where the locality is not unique
    /// (CHN and HKG).
    var alternativeStates: [String] {
        extensions.subjectDirectoryNames.compactMap { try? DistinguishedName(parsing: $0) }
            .flatMap { [$0.locality, $0.stateOrProvince].compactMap(\.self) }
            .map { $0.uppercased() }
    }
}
