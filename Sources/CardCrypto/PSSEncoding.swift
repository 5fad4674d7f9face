/// The encoding method EMSA-PSS (RFC 8017 §9.1.1), written out so that the salt comes from the product's own source.
struct PSSEncoding {
    let digest: DigestAlgorithm
    let mgfDigest: DigestAlgorithm

    /// The block to be raised to the private exponent, as long as the modulus.
    func encode(_ message: [UInt8], salt: [UInt8], modulusBits: Int) throws(CryptoError) -> [UInt8] {
        let bits = modulusBits - 1
        let count = (bits + 7) / 8
        let zeroCount = count - salt.count - digest.byteCount - 2
        guard zeroCount >= 0 else { throw .unusableKey("the modulus is too short for the salt and the digest") }
        let hash = digest.hash([UInt8](repeating: 0, count: 8) + digest.hash(message) + salt)
        let block = [UInt8](repeating: 0, count: zeroCount) + [0x01] + salt
        var masked = zip(block, mask(hash, count: block.count)).map { $0 ^ $1 }
        masked[0] &= 0xFF >> UInt8(8 * count - bits)
        let encoded = masked + hash + [0xBC]
        return [UInt8](repeating: 0, count: (modulusBits + 7) / 8 - count) + encoded
    }

    /// MGF1 (RFC 8017 App. B.2.1).
    private func mask(_ seed: [UInt8], count: Int) -> [UInt8] {
        var octets: [UInt8] = []
        var counter: UInt32 = 0
        while octets.count < count {
            let suffix = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
            octets += mgfDigest.hash(seed + suffix)
            counter += 1
        }
        return Array(octets.prefix(count))
    }
}
