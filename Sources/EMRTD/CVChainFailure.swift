public import LDS

/// Why certificates and private key make no chain that a chip would accept.
public struct CVChainFailure: Error, Hashable, Sendable {
    /// Something that is missing or wrong.
    public enum Problem: Hashable, Sendable {
        /// There is no certificate at all.
        case noCertificates
        /// The chip names no authority that it trusts.
        case noReferences
        /// There is no certificate of a terminal.
        case noTerminalCertificate
        /// The private key belongs to none of the terminals' certificates.
        case privateKeyOfNobody([CertificateReference])
        /// The private key belongs to a certificate of another role.
        case privateKeyOf(CertificateReference, CertificateHolderAuthorization.Role)
        /// The certificate of this authority is needed, and the chip does not know the authority either.
        case missing(CertificateReference, above: CertificateReference)
        /// The chain ends at an authority that the chip does not name; a link certificate of one that it names is
        /// missing.
        case otherTrustPoint(CertificateReference, trusted: [CertificateReference])
        /// A certificate of this role must not sign that one.
        case wrongRole(
            CertificateReference, CertificateHolderAuthorization.Role?, above: CertificateReference,
            CertificateHolderAuthorization.Role)
        /// The authority did not sign the certificate.
        case wrongSignature(CertificateReference, authority: CertificateReference)
        /// The key in a certificate cannot be used.
        case unusableKey(CertificateReference, String)
    }

    /// What is missing or wrong, what comes first in the chain last.
    public let problems: [Problem]
}

extension CVChainFailure.Problem: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .noCertificates: "there are no certificates"
        case .noReferences: "the document names no authority that it trusts"
        case .noTerminalCertificate: "there is no certificate of a terminal"
        case .privateKeyOfNobody(let holders):
            "the private key belongs to none of the terminals' certificates ("
                + holders.map(\.description).joined(separator: ", ") + ")"
        case .privateKeyOf(let holder, let role):
            "the private key belongs to \(holder), which is no terminal but a \(role.title)"
        case .missing(let authority, let holder):
            "the certificate of \(authority), which signed that of \(holder), is missing"
        case .otherTrustPoint(let authority, let trusted):
            "the chain ends at \(authority), and the document trusts "
                + trusted.map(\.description).joined(separator: " and ")
                + ": a link certificate between them is missing, or the certificates are for other documents"
        case .wrongRole(let authority, let role, let holder, let other):
            "\(authority)\(role.map { ", a \($0.title)," } ?? ", which the document trusts as a CVCA,") must not sign the "
                + "certificate of \(holder), a \(other.title)"
        case .wrongSignature(let holder, let authority):
            "the signature on the certificate of \(holder) is not that of \(authority)"
        case .unusableKey(let holder, let reason): "the key of \(holder) cannot be used: \(reason)"
        }
    }
}

extension CVChainFailure: CustomStringConvertible {
    /// All problems, each a sentence.
    public var description: String { problems.map(\.description).joined(separator: "; ") }
}
