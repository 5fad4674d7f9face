import Octets

/// What certificates and revocation lists have in common (X.509 SIGNED, RFC 5280 §4.1.1 and §5.1.1): octets that are
/// signed, an algorithm, a signature.
struct SignedStructure {
    /// The octets that are signed.
    let toBeSigned: [UInt8]
    /// The algorithm beside the signature.
    let signatureAlgorithm: AlgorithmIdentifier
    /// The signature.
    let signature: [UInt8]
    /// What is signed, to be read field by field.
    let fields: TLVReader

    /// Reads `der`, which must be filled and hold at most `limit` bytes.
    init(parsing der: [UInt8], in structure: String, limit: Int) throws(ParseError) {
        guard der.count <= limit else { throw ParseError(.tooMany(limit: limit), in: structure) }
        var outer = TLVReader(der, in: structure, rules: .ber)
        var contents = try outer.next(.sequence).contents(structure)
        try outer.expectEnd()
        let signed = try contents.next(.sequence)
        signatureAlgorithm = try AlgorithmIdentifier(contents.next(.sequence))
        signature = try contents.next(.bitString).bitString(structure)
        try contents.expectEnd()
        toBeSigned = Array(signed.encoded)
        fields = try signed.contents(structure)
    }
}
