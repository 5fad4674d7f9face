import CardCrypto
import InlaySeams
import Testing

@Suite struct RSAKeyTests {
    @Test(arguments: [1024, 1032, 1848, 2048])
    func `a key follows from its source and signs`(bits: Int) throws {
        let key = try PrivateKey(rsaBits: bits, random: .seeded(UInt64(bits)))
        #expect(key.publicKey.kind == .rsa(bits: bits, onlyPSS: false))
        let twin = try PrivateKey(rsaBits: bits, random: .seeded(UInt64(bits)))
        #expect(twin.publicKey == key.publicKey)
        let other = try PrivateKey(rsaBits: bits, random: .seeded(1))
        #expect(other.publicKey != key.publicKey)
        let signature = try key.sign([1, 2, 3], algorithm: .rsaPKCS1(.sha256))
        #expect(
            try key.publicKey.verify(signature: signature, of: [1, 2, 3], algorithm: .rsaPKCS1(.sha256)))
    }

    @Test(arguments: [1016, 1023, 1025, 4104, 0, -16])
    func `a size that is not in use makes no key`(bits: Int) {
        #expect(throws: CryptoError.self) { try PrivateKey(rsaBits: bits, random: .seeded(1)) }
    }

    @Test func `a source that repeats itself makes no key`() {
        #expect(throws: CryptoError.unusableRandomness) {
            try PrivateKey(rsaBits: 1024, random: RandomSource { [UInt8](repeating: 7, count: $0) })
        }
    }

    @Test func `a private key is written and read again`() throws {
        let keys = [
            try PrivateKey(rsaBits: 1024, random: .seeded(3)),
            try PrivateKey(.brainpoolP320r1, random: .seeded(3)),
            try PrivateKey(.secp521r1, parameters: .explicit, random: .seeded(4)),
        ]
        for key in keys {
            let again = try PrivateKey(pkcs8: key.pkcs8.exposed())
            #expect(again.publicKey == key.publicKey)
            #expect(again.scalar == key.scalar)
        }
    }
}
