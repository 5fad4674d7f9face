import CardCrypto

/// R_p(s, t) of the integrated mapping (9303-11 §4.4.3.3.2, figure 2): a field element from two nonces.
enum PseudoRandomFunction {
    /// The concatenation x1 ‖ … ‖ xn; it is reduced modulo the prime, of `fieldBits` bits, by whoever uses it.
    static func octets(
        nonce: SecretBytes, terminalNonce: [UInt8], cipher: BlockCipher, fieldBits: Int
    ) throws(CryptoError) -> [UInt8] {
        let iv = [UInt8](repeating: 0, count: cipher.blockSize)
        let (c0, c1) = cipher.keyLength > 16 ? constants256 : constants128
        var key = SecretBytes(
            try cipher.encryptCBC(nonce.exposed(), key: SecretBytes(terminalNonce), iv: iv).prefix(cipher.keyLength))
        // The smallest n with n·l ≥ log2 p + 64.
        let blockBits = c0.count * 8
        let count = (fieldBits + 64 + blockBits - 1) / blockBits
        var result: [UInt8] = []
        for _ in 0..<count {
            result += try cipher.encryptCBC(c1, key: key, iv: iv)
            key = SecretBytes(try cipher.encryptCBC(c0, key: key, iv: iv).prefix(cipher.keyLength))
        }
        return result
    }

    private static let constants128: ([UInt8], [UInt8]) = (
        [0xA6, 0x68, 0x89, 0x2A, 0x7C, 0x41, 0xE3, 0xCA, 0x73, 0x9F, 0x40, 0xB0, 0x57, 0xD8, 0x59, 0x04],
        [0xA4, 0xE1, 0x36, 0xAC, 0x72, 0x5F, 0x73, 0x8B, 0x01, 0xC1, 0xF6, 0x02, 0x17, 0xC1, 0x88, 0xAD]
    )

    private static let constants256: ([UInt8], [UInt8]) = (
        [
            0xD4, 0x63, 0xD6, 0x52, 0x34, 0x12, 0x4E, 0xF7, 0x89, 0x70, 0x54, 0x98, 0x6D, 0xCA, 0x0A, 0x17,
            0x4E, 0x28, 0xDF, 0x75, 0x8C, 0xBA, 0xA0, 0x3F, 0x24, 0x06, 0x16, 0x41, 0x4D, 0x5A, 0x16, 0x76,
        ],
        [
            0x54, 0xBD, 0x72, 0x55, 0xF0, 0xAA, 0xF8, 0x31, 0xBE, 0xC3, 0x42, 0x3F, 0xCF, 0x39, 0xD6, 0x9B,
            0x6C, 0xBF, 0x06, 0x66, 0x77, 0xD0, 0xFA, 0xAE, 0x5A, 0xAD, 0xD9, 0x9D, 0xF8, 0xE5, 0x35, 0x17,
        ]
    )
}
