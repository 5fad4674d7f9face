import CardCrypto
import SecureMessaging

/// The document basic access keys (9303-11 §9.7.2).
struct BasicAccessKeys {
    /// K_Enc and K_MAC.
    let keys: SessionKeys

    /// Keys from the MRZ information: number, birth, expiry, each with its check digit (9303-11 §4.3.2).
    init(mrzInformation: String) throws(CryptoError) {
        let hash = DigestAlgorithm.sha1.hash(SecretBytes(Array(mrzInformation.utf8))).exposed()
        keys = try SessionKeys(seed: SecretBytes(hash.prefix(16)), cipher: .tripleDES)
    }

    private static let iv = [UInt8](repeating: 0, count: 8)

    /// 3DES without padding, then the MAC over the cryptogram (9303-11 §4.3.1).
    func protect(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let cryptogram = try BlockCipher.tripleDES.encryptCBC(message, key: keys.encryption, iv: Self.iv)
        return cryptogram + (try checksum(cryptogram))
    }

    /// The message in 32 bytes of cryptogram and 8 bytes of MAC; nil when the MAC is wrong.
    func open(_ protected: [UInt8]) throws(CryptoError) -> [UInt8]? {
        let cryptogram = Array(protected.prefix(32))
        guard ConstantTime.equal(Array(protected.dropFirst(32)), try checksum(cryptogram)) else { return nil }
        return try BlockCipher.tripleDES.decryptCBC(cryptogram, key: keys.encryption, iv: Self.iv)
    }

    private func checksum(_ cryptogram: [UInt8]) throws(CryptoError) -> [UInt8] {
        try MessageAuthenticationCode.retail(
            PaddingMethod2.add(cryptogram, blockSize: 8), key: keys.authentication)
    }
}
