import CardCrypto
import InlaySeams
import Octets

/// A certificate that a verdict rests on.
struct ReportedCertificate: Hashable, Sendable {
    /// "document signer", "link certificate", "CSCA".
    let role: String
    /// The role of the one that signed the document.
    static let signer = "document signer"
    let certificate: Certificate

    /// Names and values. Serial number, dates and fingerprint of a document signer narrow down whose document it is, so
    /// they are left out of a redacted report.
    func fields(isRedacted: Bool) -> [(name: String, value: String)] {
        let open = [
            ("belongs to", certificate.subject.description), ("issued by", certificate.issuer.description),
            ("key", certificate.publicKey.label),
        ]
        guard !isRedacted else { return open }
        return open + [
            ("signed with", algorithm),
            ("valid", "\(certificate.notBefore.isoDate) to \(certificate.notAfter.isoDate)"),
            ("serial number", Hex.string(certificate.serialNumber)),
            ("SHA-256", Hex.string(certificate.fingerprint, separator: " ")),
        ]
    }

    private var algorithm: String {
        (try? SignatureAlgorithm(certificate.signatureAlgorithm))?.description
            ?? certificate.signatureAlgorithm.algorithm.dotted
    }
}
