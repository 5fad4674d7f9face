public import CardCrypto

/// The key derivation function of 9303-11 §9.7.1: a hash over a secret and a counter.
public enum KeyDerivation {
    /// What the derived key is for; the raw value is the counter.
    public enum Purpose: UInt8, Hashable, Sendable {
        /// KDF_enc.
        case encryption = 1
        /// KDF_mac.
        case authentication = 2
        /// KDF_π, the key that encrypts the nonce of PACE.
        case password = 3
    }

    /// The key for `purpose`: 16 bytes with odd parity for 3DES, 16, 24 or 32 bytes for AES.
    public static func key(
        from secret: SecretBytes, for purpose: Purpose, cipher: BlockCipher
    ) throws(CryptoError) -> SecretBytes {
        // 9303-11 §9.7.1.1 and §9.7.1.2: SHA-1 for keys up to 128 bits, else SHA-256.
        let digest: DigestAlgorithm = cipher.keyLength > 16 ? .sha256 : .sha1
        var output = digest.hash(secret, followedBy: [0, 0, 0, purpose.rawValue]).exposed()
        defer { output.wipe() }
        if cipher == .tripleDES {
            for index in output.indices { output[index] = withOddParity(output[index]) }
        }
        return SecretBytes(output.prefix(cipher.keyLength))
    }

    /// DES ignores the low bit; the worked examples of 9303-11 appendix D show it as odd parity.
    private static func withOddParity(_ byte: UInt8) -> UInt8 {
        let high = byte & 0xFE
        return high.nonzeroBitCount.isMultiple(of: 2) ? high | 1 : high
    }
}
