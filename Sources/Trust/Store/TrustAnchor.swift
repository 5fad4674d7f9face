public import CardCrypto
public import InlaySeams
import Octets

/// A CSCA certificate that the user trusts, with what is needed to find it. It is taken apart when it is needed.
public struct TrustAnchor: Hashable, Sendable {
    /// The certificate.
    public let der: ArraySlice<UInt8>
    /// The subject's country in capital letters; empty when it names none.
    public let country: String
    /// The subject's key identifier; empty when there is none.
    public let subjectKeyIdentifier: [UInt8]
    /// The last moment of validity.
    public let notAfter: Moment
    /// Where it came from.
    public let origin: TrustOrigin

    /// An anchor of `certificate`.
    public init(_ certificate: Certificate, from origin: TrustOrigin) {
        der = certificate.der[...]
        country = certificate.subject.country?.uppercased() ?? ""
        subjectKeyIdentifier = certificate.extensions.subjectKeyIdentifier ?? []
        notAfter = certificate.notAfter
        self.origin = origin
    }

    init(der: ArraySlice<UInt8>, country: String, keyIdentifier: [UInt8], notAfter: Moment, origin: TrustOrigin) {
        self.der = der
        self.country = country
        subjectKeyIdentifier = keyIdentifier
        self.notAfter = notAfter
        self.origin = origin
    }

    /// The certificate, taken apart; nil when the store was damaged.
    public var certificate: Certificate? { try? Certificate(parsing: Array(der)) }

    /// SHA-256 of the certificate.
    public var fingerprint: [UInt8] { DigestAlgorithm.sha256.hash(der) }
}

/// Where an anchor or a revocation list came from.
public struct TrustOrigin: Hashable, Sendable {
    /// What kind of file vouched for it.
    public enum Kind: Int, Hashable, Sendable {
        /// The user named it.
        case user = 0
        /// A master list whose signer a trusted CSCA had issued.
        case anchoredList = 1
        /// A master list that the user took at its word.
        case acceptedList = 2
    }

    /// What kind of file.
    public let kind: Kind
    /// The file's name.
    public let name: String
    /// When it was imported.
    public let imported: Moment
    /// The certificate of whoever signed the master list; empty where there was none.
    public let listSigner: [UInt8]

    /// An origin.
    public init(_ kind: Kind, name: String, imported: Moment, listSigner: [UInt8] = []) {
        self.kind = kind
        self.name = name
        self.imported = imported
        self.listSigner = listSigner
    }
}
