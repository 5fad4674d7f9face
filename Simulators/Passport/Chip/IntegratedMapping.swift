import CardCrypto

/// The numbers of integrated mapping (9303-11 §4.4.3.3.2).
enum IntegratedMapping {
    /// Bytes of the chip's nonce s: the smallest number of blocks that holds as many bits as a key.
    static func nonceLength(_ cipher: BlockCipher) -> Int {
        (cipher.keyLength + cipher.blockSize - 1) / cipher.blockSize * cipher.blockSize
    }

    /// R(s, t), long enough for a field of `bits`: the caller takes it modulo the prime.
    static func pseudorandom(
        _ nonce: SecretBytes, _ terminalNonce: [UInt8], cipher: BlockCipher, fieldBits bits: Int
    ) throws(CryptoError) -> [UInt8] {
        let constants = cipher.keyLength > 16 ? Self.long : Self.short
        var key = try encrypt(nonce.exposed(), key: SecretBytes(terminalNonce), cipher)
        var output: [UInt8] = []
        // n is the smallest number with n·l ≥ log2 p + 64.
        while output.count * 8 < bits + 64 {
            output += try encrypt(constants.c1, key: key, cipher).exposed()
            key = try encrypt(constants.c0, key: key, cipher)
        }
        return output
    }

    /// CBC with an initialization vector of zeros. A key is the first octets of what comes out (AES-192 uses 24 of 32).
    private static func encrypt(
        _ input: [UInt8], key: SecretBytes, _ cipher: BlockCipher
    ) throws(CryptoError) -> SecretBytes {
        let key = SecretBytes(key.exposed().prefix(cipher.keyLength))
        let iv = [UInt8](repeating: 0, count: cipher.blockSize)
        return SecretBytes(try cipher.encryptCBC(input, key: key, iv: iv))
    }

    private static let short = (
        c0: [UInt8]([
            0xA6, 0x68, 0x89, 0x2A, 0x7C, 0x41, 0xE3, 0xCA, 0x73, 0x9F, 0x40, 0xB0, 0x57, 0xD8, 0x59, 0x04,
        ]),
        c1: [UInt8]([
            0xA4, 0xE1, 0x36, 0xAC, 0x72, 0x5F, 0x73, 0x8B, 0x01, 0xC1, 0xF6, 0x02, 0x17, 0xC1, 0x88, 0xAD,
        ])
    )

    private static let long = (
        c0: [UInt8]([
            0xD4, 0x63, 0xD6, 0x52, 0x34, 0x12, 0x4E, 0xF7, 0x89, 0x70, 0x54, 0x98, 0x6D, 0xCA, 0x0A, 0x17,
            0x4E, 0x28, 0xDF, 0x75, 0x8C, 0xBA, 0xA0, 0x3F, 0x24, 0x06, 0x16, 0x41, 0x4D, 0x5A, 0x16, 0x76,
        ]),
        c1: [UInt8]([
            0x54, 0xBD, 0x72, 0x55, 0xF0, 0xAA, 0xF8, 0x31, 0xBE, 0xC3, 0x42, 0x3F, 0xCF, 0x39, 0xD6, 0x9B,
            0x6C, 0xBF, 0x06, 0x66, 0x77, 0xD0, 0xFA, 0xAE, 0x5A, 0xAD, 0xD9, 0x9D, 0xF8, 0xE5, 0x35, 0x17,
        ])
    )
}
