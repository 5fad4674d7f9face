import CardCrypto
import SecureMessaging

/// What the chip adds to the last answer of PACE with Chip Authentication Mapping.
enum ChipAuthenticationMapping {
    /// A_IC, data object 8A: the encrypted quotient of the mapping's private key and the static one (9303-11
    /// §4.4.3.5).
    static func data(
        _ key: ChipKey, _ mappingSecret: SecretBytes, keys: SessionKeys
    ) throws(CryptoError) -> [UInt8] {
        guard case .curve(let group) = key.group else { throw .unusableKey("a key on a curve is needed") }
        return try encrypt(group.quotient(mappingSecret, by: key.secret), keys)
    }

    /// 9303-11 §4.4.3.5: padding method 2, then CBC whose initialization vector is the encrypted block of ones.
    private static func encrypt(_ quotient: SecretBytes, _ keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        let ones = [UInt8](repeating: 0xFF, count: keys.cipher.blockSize)
        let iv = try keys.cipher.encryptBlock(ones, key: keys.encryption)
        return try keys.cipher.encryptCBC(
            PaddingMethod2.add(quotient.exposed(), blockSize: keys.cipher.blockSize), key: keys.encryption, iv: iv)
    }
}
