import Octets

/// What certificates and revocation lists have in common: SEQUENCE { what is signed, algorithm, signature }
/// (RFC 5280 §4.1.1, §5.1.1).
struct SignedStructure {
    /// The octets that are signed.
    let toBeSigned: [UInt8]
    /// A reader of the objects in them.
    let fields: TLVReader
    /// The algorithm beside the signature.
    let signatureAlgorithm: AlgorithmIdentifier
    /// The signature.
    let signature: [UInt8]

    /// Takes `der` apart, which it fills, and which is no longer than `byteLimit`.
    init(parsing der: [UInt8], byteLimit: Int, in structure: String) throws(ParseError) {
        guard der.count <= byteLimit else { throw ParseError(.tooMany(limit: byteLimit), in: structure) }
        var contents = try TLVReader(sequenceFilling: der, in: structure)
        let signed = try contents.next(.sequence)
        signatureAlgorithm = try AlgorithmIdentifier(contents.next(.sequence))
        signature = try contents.next(.bitString).bitString(structure)
        try contents.expectEnd()
        toBeSigned = Array(signed.encoded)
        fields = try signed.contents(structure)
    }
}

extension PublicKey {
    /// Whether `signature` over `toBeSigned` is this key's; `signed` is the algorithm among the signed octets, which must
    /// be that beside the signature (RFC 5280 §4.1.1.2, §5.1.1.2).
    func outcome(
        of signature: [UInt8], over toBeSigned: [UInt8], _ algorithm: AlgorithmIdentifier, signed: AlgorithmIdentifier
    ) -> SignatureOutcome {
        guard algorithm.isEquivalent(to: signed) else { return .invalid(.algorithmsDiffer) }
        do {
            let algorithm = try SignatureAlgorithm(algorithm)
            let isValid = try verify(signature: signature, of: toBeSigned, algorithm: algorithm)
            return isValid ? .valid : .invalid(.signature)
        } catch {
            return .unsupported(error)
        }
    }
}
