import Octets

/// One signer of a signed object (RFC 5652 §5.3).
public struct SignerInfo: Hashable, Sendable {
    /// How the signer's certificate is named.
    public enum Identifier: Hashable, Sendable {
        /// By issuer and serial number, the latter as contents octets.
        case issuerAndSerialNumber(DistinguishedName, serialNumber: [UInt8])
        /// By the name of its key.
        case subjectKeyIdentifier([UInt8])
    }

    /// The version as it is written: 1 with issuer and serial number, 3 with a key identifier.
    public let version: Int
    /// How the certificate is named.
    public let identifier: Identifier
    /// The digest of the content, and normally of the signed attributes.
    public let digestAlgorithm: AlgorithmIdentifier
    /// The signed attributes; nil when the signature covers the content itself.
    public let signedAttributes: SignedAttributes?
    /// The algorithm of the signature.
    public let signatureAlgorithm: AlgorithmIdentifier
    /// The signature.
    public let signature: [UInt8]
    /// Place among the signers, from 0.
    public let index: Int

    init(_ object: TLV, index: Int) throws(ParseError) {
        var contents = try object.contents(Self.structure)
        version = try contents.next(.integer).integer(Self.structure)
        identifier = try Self.identifier(contents.next())
        digestAlgorithm = try AlgorithmIdentifier(contents.next(.sequence))
        signedAttributes = try contents.nextIfPresent(0xA0).map { object throws(ParseError) in
            try SignedAttributes(object)
        }
        signatureAlgorithm = try AlgorithmIdentifier(contents.next(.sequence))
        signature = try contents.next().octetString(Self.structure)
        _ = try contents.nextIfPresent(0xA1)
        try contents.expectEnd()
        self.index = index
    }

    private static func identifier(_ object: TLV) throws(ParseError) -> Identifier {
        switch object.tag {
        case .sequence:
            var contents = try object.contents(structure)
            let issuer = try DistinguishedName(contents.next(.sequence))
            let serialNumber = Array(try contents.next(.integer).value)
            try contents.expectEnd()
            return .issuerAndSerialNumber(issuer, serialNumber: serialNumber)
        case 0x80: return .subjectKeyIdentifier(Array(object.value))
        default:
            throw ParseError(.unexpectedTag(expected: .sequence, found: object.tag), in: structure, at: object.offset)
        }
    }

    private static let structure = "SignerInfo"
}
