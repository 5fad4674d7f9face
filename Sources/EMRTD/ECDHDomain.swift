import CardCrypto
import InlaySeams

/// Elliptic curve domain parameters with a generator of their own.
struct ECDHDomain: KeyAgreementDomain {
    let group: ECGroup
    let generator: ECPoint

    init(_ group: ECGroup) {
        self.group = group
        generator = group.generator
    }

    private init(_ group: ECGroup, generator: ECPoint) {
        self.group = group
        self.generator = generator
    }

    var publicKeyTag: UInt32 { 0x86 }

    func keyPair(_ random: RandomSource) throws(CryptoError) -> (secret: SecretBytes, publicKey: [UInt8]) {
        let secret = try group.randomScalar(random)
        return (secret, group.encoded(try group.multiply(generator, by: secret)))
    }

    func sharedSecret(_ secret: SecretBytes, with publicKey: [UInt8]) throws(CryptoError) -> SecretBytes {
        group.x(try group.multiply(publicKey: publicKey, by: secret))
    }

    /// Ĝ = s·G + H.
    func genericMapping(
        nonce: SecretBytes, secret: SecretBytes, publicKey: [UInt8]
    ) throws(CryptoError) -> any KeyAgreementDomain {
        let mapped = try group.sum(nonce, times: generator, and: secret, timesPublicKey: publicKey)
        return ECDHDomain(group, generator: mapped)
    }

    var fieldBits: Int { group.curve.bits }

    func integratedMapping(_ octets: [UInt8]) throws(CryptoError) -> any KeyAgreementDomain {
        ECDHDomain(group, generator: try group.point(encodingFieldElement: octets))
    }

    func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool { first == second }
}
