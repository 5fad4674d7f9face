public import Octets

/// One extension of a certificate, as it was read.
public struct CertificateExtension: Hashable, Sendable {
    /// The extension's identifier.
    public let identifier: ObjectIdentifier
    /// Whether a certificate user that does not know it must refuse the certificate.
    public let isCritical: Bool
    /// The contents of its OCTET STRING.
    public let value: [UInt8]

    /// An extension with its parts.
    public init(_ identifier: ObjectIdentifier, isCritical: Bool, value: [UInt8]) {
        self.identifier = identifier
        self.isCritical = isCritical
        self.value = value
    }

    init(_ object: TLV) throws(ParseError) {
        let structure = "Extension"
        try object.expect(.sequence, structure)
        var contents = try object.contents(structure)
        identifier = try contents.next(.objectIdentifier).objectIdentifier(structure)
        isCritical = try contents.nextIfPresent(.boolean).map { $0.value.contains { $0 != 0 } } ?? false
        value = try contents.next(.octetString).octetString(structure)
        try contents.expectEnd()
    }

    /// All of an Extensions object. Throws when there are more than any certificate or list has.
    static func all(in object: TLV) throws(ParseError) -> [CertificateExtension] {
        try object.expect(.sequence, "Extensions")
        var contents = try object.contents("Extensions")
        var all: [CertificateExtension] = []
        while !contents.isAtEnd {
            guard all.count < limit else { throw contents.error(.tooMany(limit: limit)) }
            all.append(try CertificateExtension(contents.next()))
        }
        return all
    }

    private static let limit = 128
}

/// The uses of a key (RFC 5280 §4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit 0 of the standard is the lowest here.
    public let rawValue: UInt16

    /// A set of uses.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signing data: document signers.
    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// nonRepudiation.
    public static let contentCommitment = KeyUsage(rawValue: 1 << 1)
    /// Encrypting keys.
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encrypting data.
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Agreeing on keys.
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signing certificates: country signing certification authorities.
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signing revocation lists.
    public static let cRLSign = KeyUsage(rawValue: 1 << 6)
    /// Only encrypting while agreeing on keys.
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// Only decrypting while agreeing on keys.
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

/// Whether a certificate is an authority's (RFC 5280 §4.2.1.9).
public struct BasicConstraints: Hashable, Sendable {
    /// Whether the subject may issue certificates.
    public let isCA: Bool
    /// How many authorities may stand between this one and the last certificate; nil when it is not limited.
    public let pathLength: Int?

    /// Constraints with their parts.
    public init(isCA: Bool, pathLength: Int?) {
        self.isCA = isCA
        self.pathLength = pathLength
    }
}
