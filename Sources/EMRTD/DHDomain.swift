import CardCrypto
import InlaySeams

/// A prime field group of RFC 5114 with a generator of its own.
struct DHDomain: KeyAgreementDomain {
    let group: DHGroup
    let generator: DHElement

    init(_ group: DHGroup) {
        self.group = group
        generator = group.generator
    }

    private init(_ group: DHGroup, generator: DHElement) {
        self.group = group
        self.generator = generator
    }

    var publicKeyTag: UInt32 { 0x84 }
    var fieldBits: Int { group.primeByteCount * 8 }

    func keyPair(_ random: RandomSource) throws(CryptoError) -> (secret: SecretBytes, publicKey: [UInt8]) {
        let secret = try group.randomExponent(random)
        return (secret, group.encoded(try group.power(generator, secret)))
    }

    func sharedSecret(_ secret: SecretBytes, with publicKey: [UInt8]) throws(CryptoError) -> SecretBytes {
        group.sharedSecret(try group.power(try group.element(decoding: publicKey), secret))
    }

    /// ĝ = g^s · h.
    func genericMapping(
        nonce: SecretBytes, secret: SecretBytes, publicKey: [UInt8]
    ) throws(CryptoError) -> any KeyAgreementDomain {
        let shared = try group.power(try group.element(decoding: publicKey), secret)
        return DHDomain(group, generator: try group.multiply(try group.power(generator, nonce), shared))
    }

    func integratedMapping(_ octets: [UInt8]) throws(CryptoError) -> any KeyAgreementDomain {
        DHDomain(group, generator: try group.element(encodingFieldElement: octets))
    }

    /// Chips exist that send leading zeros, so numbers are compared.
    func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.drop { $0 == 0 }.elementsEqual(second.drop { $0 == 0 })
    }
}
