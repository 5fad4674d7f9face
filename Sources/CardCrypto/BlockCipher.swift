import COpenSSL

/// The block ciphers of secure messaging (9303-11 §9.8), always without padding: whole blocks in, whole blocks out.
public enum BlockCipher: CaseIterable, Hashable, Sendable {
    /// DES in EDE mode with two keys.
    case tripleDES
    /// AES with a key of 128 bits.
    case aes128
    /// AES with a key of 192 bits.
    case aes192
    /// AES with a key of 256 bits.
    case aes256

    /// Bytes per block.
    public var blockSize: Int { self == .tripleDES ? 8 : 16 }

    /// Bytes per key; two-key 3DES has 16.
    public var keyLength: Int {
        switch self {
        case .tripleDES, .aes128: 16
        case .aes192: 24
        case .aes256: 32
        }
    }

    /// Encrypts whole blocks in CBC mode.
    public func encryptCBC(_ plain: [UInt8], key: SecretBytes, iv: [UInt8]) throws(CryptoError) -> [UInt8] {
        try run(plain, key: key, iv: iv, encrypting: true)
    }

    /// Decrypts whole blocks in CBC mode.
    public func decryptCBC(_ encrypted: [UInt8], key: SecretBytes, iv: [UInt8]) throws(CryptoError) -> [UInt8] {
        try run(encrypted, key: key, iv: iv, encrypting: false)
    }

    /// Encrypts one block by itself.
    public func encryptBlock(_ block: [UInt8], key: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard block.count == blockSize else {
            throw .invalidLength(what: "block", expected: blockSize, found: block.count)
        }
        // With an IV of zeros the first block of CBC is the block cipher itself.
        return try run(block, key: key, iv: [UInt8](repeating: 0, count: blockSize), encrypting: true)
    }

    private func run(
        _ input: [UInt8], key: SecretBytes, iv: [UInt8], encrypting: Bool
    ) throws(CryptoError) -> [UInt8] {
        guard key.count == keyLength else {
            throw .invalidLength(what: "key", expected: keyLength, found: key.count)
        }
        guard iv.count == blockSize else {
            throw .invalidLength(what: "initialization vector", expected: blockSize, found: iv.count)
        }
        guard input.count % blockSize == 0, input.count <= Self.byteLimit else {
            throw .notWholeBlocks(blockSize: blockSize, found: input.count)
        }
        guard !input.isEmpty else { return [] }
        let (output, isDone) = OpenSSL.run { () -> ([UInt8], Bool) in
            var isDone = false
            let output = unsafe [UInt8](unsafeUninitializedCapacity: input.count + blockSize) { output, count in
                key.withBytes { key in
                    unsafe key.withUnsafeBufferPointer { key in
                        isDone =
                            unsafe inlay_cbc(
                                cipher, encrypting ? 1 : 0, key.baseAddress, iv, input, Int32(input.count),
                                output.baseAddress) == 1
                    }
                }
                count = isDone ? input.count : 0
            }
            return (output, isDone)
        }
        guard isDone else { throw .libraryFailure(encrypting ? "encrypt" : "decrypt") }
        return output
    }

    /// Far more than any card can send.
    private static let byteLimit = 1 << 24

    private var cipher: OpaquePointer? {
        switch self {
        case .tripleDES: unsafe EVP_des_ede_cbc()
        case .aes128: unsafe EVP_aes_128_cbc()
        case .aes192: unsafe EVP_aes_192_cbc()
        case .aes256: unsafe EVP_aes_256_cbc()
        }
    }
}
