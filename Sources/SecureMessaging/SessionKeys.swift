public import CardCrypto

/// The two keys of a secure messaging session and their cipher (9303-11 §9.8).
public struct SessionKeys: Hashable, Sendable {
    /// Cipher of both keys.
    public let cipher: BlockCipher
    /// KS_enc.
    public let encryption: SecretBytes
    /// KS_mac.
    public let authentication: SecretBytes

    /// Keys of the caller's.
    public init(cipher: BlockCipher, encryption: SecretBytes, authentication: SecretBytes) {
        self.cipher = cipher
        self.encryption = encryption
        self.authentication = authentication
    }

    /// Both keys from the shared secret `seed` (9303-11 §9.7.4).
    public init(seed: SecretBytes, cipher: BlockCipher) throws(CryptoError) {
        self.init(
            cipher: cipher,
            encryption: try KeyDerivation.key(from: seed, for: .encryption, cipher: cipher),
            authentication: try KeyDerivation.key(from: seed, for: .authentication, cipher: cipher))
    }

    /// Equal ciphers and keys.
    public static func == (left: SessionKeys, right: SessionKeys) -> Bool {
        left.cipher == right.cipher && left.encryption == right.encryption
            && left.authentication == right.authentication
    }

    /// Hashes the cipher only: keys stay where they are.
    public func hash(into hasher: inout Hasher) { hasher.combine(cipher) }
}
