import CardCrypto
import InlaySeams

/// Domain parameters on which two sides agree on a secret: an elliptic curve or a prime field, and a generator.
protocol KeyAgreementDomain: Sendable {
    /// Tag of a public key in the token input of PACE (9303-11 §4.4.3.4): 86 for curves, 84 for fields.
    var publicKeyTag: UInt32 { get }
    /// A fresh key pair; the public key as 9303-11 §9.4 encodes it.
    func keyPair(_ random: RandomSource) throws(CryptoError) -> (secret: SecretBytes, publicKey: [UInt8])
    /// The shared secret in full length (9303-11 §9.6). Refuses keys that are not of these parameters.
    func sharedSecret(_ secret: SecretBytes, with publicKey: [UInt8]) throws(CryptoError) -> SecretBytes
    /// The same parameters with the generator of the generic mapping (9303-11 §4.4.3.3.1).
    func genericMapping(
        nonce: SecretBytes, secret: SecretBytes, publicKey: [UInt8]
    ) throws(CryptoError) -> any KeyAgreementDomain
    /// Bits of the field's prime.
    var fieldBits: Int { get }
    /// The same parameters with the generator that the integrated mapping makes of `octets`, a field element in any
    /// length (9303-11 §4.4.3.3.2, App. B). Throws where the mapping does not exist.
    func integratedMapping(_ octets: [UInt8]) throws(CryptoError) -> any KeyAgreementDomain
    /// True when both encodings are the same public key.
    func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool
}
