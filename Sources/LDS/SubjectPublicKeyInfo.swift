public import Octets

/// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), without a look into the key itself.
public struct SubjectPublicKeyInfo: Hashable, Sendable {
    /// The key's algorithm and domain parameters.
    public let algorithm: AlgorithmIdentifier
    /// The contents of the BIT STRING: a point, or an encoded key.
    public let publicKey: [UInt8]
    /// The whole as it was read or made.
    public let encoded: [UInt8]

    /// A key from its parts.
    public init(algorithm: AlgorithmIdentifier, publicKey: [UInt8]) {
        self.algorithm = algorithm
        self.publicKey = publicKey
        encoded = DER.sequence([algorithm.encoded, DER.bitString(publicKey)])
    }

    /// Reads an encoded key that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = "SubjectPublicKeyInfo"
        var reader = TLVReader(bytes, in: structure)
        try self.init(reader.next(), in: structure)
        try reader.expectEnd()
    }

    /// Reads the SEQUENCE in `object`.
    public init(_ object: TLV, in structure: String) throws(ParseError) {
        try object.expect(.sequence, structure)
        var reader = try object.contents(structure)
        algorithm = try AlgorithmIdentifier(reader.next(.sequence), in: structure)
        publicKey = try reader.next(.bitString).bitString(structure)
        try reader.expectEnd()
        encoded = Array(object.encoded)
    }
}
