import COpenSSL

/// The message authentication codes of BAC, PACE and secure messaging (9303-11 §9.7.1, §9.8).
public enum MessageAuthenticationCode {
    /// MAC algorithm 3 of ISO/IEC 9797-1 with DES and an initialization vector of zeros: 8 bytes.
    ///
    /// `message` is already padded to whole blocks of 8; `key` has 16 bytes.
    public static func retail(_ message: [UInt8], key: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard key.count == 16 else { throw .invalidLength(what: "key", expected: 16, found: key.count) }
        guard !message.isEmpty, message.count % 8 == 0 else {
            throw .notWholeBlocks(blockSize: 8, found: message.count)
        }
        // OpenSSL 3 keeps single DES out of its default provider: EDE with one key twice is the same function.
        let single = key.withBytes { key in
            SecretBytes(count: 16) { octets in for index in 0..<16 { octets[index] = key[index % 8] } }
        }
        let chained = try BlockCipher.tripleDES.encryptCBC(
            Array(message.dropLast(8)), key: single, iv: [UInt8](repeating: 0, count: 8))
        let chainingValue = chained.isEmpty ? [UInt8](repeating: 0, count: 8) : Array(chained.suffix(8))
        return try BlockCipher.tripleDES.encryptCBC(Array(message.suffix(8)), key: key, iv: chainingValue)
    }

    /// CMAC (NIST SP 800-38B) with AES: 16 bytes, over `message` as it is. Throws for a cipher that is not AES.
    public static func cmac(
        _ message: [UInt8], cipher: BlockCipher, key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        let name: String
        switch cipher {
        case .tripleDES: throw .unusableKey("CMAC is used with AES only")
        case .aes128: name = "AES-128-CBC"
        case .aes192: name = "AES-192-CBC"
        case .aes256: name = "AES-256-CBC"
        }
        guard key.count == cipher.keyLength else {
            throw .invalidLength(what: "key", expected: cipher.keyLength, found: key.count)
        }
        let code = OpenSSL.run { () -> [UInt8] in
            unsafe [UInt8](unsafeUninitializedCapacity: 16) { code, count in
                key.withBytes { key in
                    unsafe key.withUnsafeBufferPointer { key in
                        let isDone = unsafe inlay_cmac(
                            name, key.baseAddress, key.count, message, message.count, code.baseAddress)
                        count = isDone == 1 ? 16 : 0
                    }
                }
            }
        }
        guard code.count == 16 else { throw .libraryFailure("compute a CMAC") }
        return code
    }

    /// HMAC (RFC 2104) of secret octets.
    static func hmac(
        _ message: SecretBytes, digest: DigestAlgorithm, key: SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        var isDone = false
        let code = SecretBytes(count: digest.byteCount) { code in
            isDone = OpenSSL.run {
                message.withBytes { message in
                    key.withBytes { key in
                        unsafe message.withUnsafeBufferPointer { message in
                            unsafe key.withUnsafeBufferPointer { key in
                                unsafe code.withUnsafeMutableBufferPointer { code in
                                    unsafe inlay_hmac(
                                        Int32(digest.bits), key.baseAddress, Int32(key.count), message.baseAddress,
                                        message.count, code.baseAddress) == 1
                                }
                            }
                        }
                    }
                }
            }
        }
        guard isDone else { throw .libraryFailure("compute an HMAC") }
        return code
    }
}
