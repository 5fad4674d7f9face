import CardCrypto
import SecureMessaging
import TestSupport
import Testing

struct KeyDerivationTests {
    /// 9303-11 appendix D.1 and D.3 (K_seed of the document, K_seed of the session).
    @Test(arguments: [
        ("239AB9CB282DAF66231DC5A4DF6BFBAE", "AB94FDECF2674FDFB9B391F85D7F76F2", "7962D9ECE03D1ACD4C76089DCE131543"),
        ("0036D272F5C350ACAC50C3F572D23600", "979EC13B1CBFE9DCD01AB0FED307EAE5", "F1CB1F1FB5ADF208806B89DC579DC1F8"),
    ])
    func `the 3DES keys of appendix D are derived`(seed: String, encryption: String, authentication: String) throws {
        let keys = try SessionKeys(seed: SecretBytes(hex(seed)), cipher: .tripleDES)
        #expect(keys.encryption == SecretBytes(hex(encryption)))
        #expect(keys.authentication == SecretBytes(hex(authentication)))
    }

    /// K of 9303-11 appendix G.1; K_π with AES-128 is published there, the others are recomputed from §9.7.1.
    @Test(arguments: [
        (BlockCipher.tripleDES, KeyDerivation.Purpose.password, "89DFD0B36725EC1F624C1989312949DC"),
        (.aes128, .encryption, "3CC5F8872F8B1471B47EEFDDFFC43F46"),
        (.aes128, .authentication, "BD651C6B2FA9B4704553332007771E84"),
        (.aes128, .password, "89DED1B26624EC1E634C1989302849DD"),
        (.aes192, .encryption, "11504483F04A10A66A8FCD6D348C75A961809C54EDAA2117"),
        (.aes192, .authentication, "1F35D576CE54BA775A391F9749E388C48215B7D544D62D96"),
        (.aes192, .password, "D79A23C126202AC9051FEBFBC0E8A03B1C6645D85752B4B7"),
        (.aes256, .encryption, "11504483F04A10A66A8FCD6D348C75A961809C54EDAA21174726A97FB37DEF52"),
        (.aes256, .authentication, "1F35D576CE54BA775A391F9749E388C48215B7D544D62D96470ABA7B19F051A3"),
        (.aes256, .password, "D79A23C126202AC9051FEBFBC0E8A03B1C6645D85752B4B71408FA229AB6D56B"),
    ])
    func `every cipher has its derivation`(cipher: BlockCipher, purpose: KeyDerivation.Purpose, key: String) throws {
        let secret = SecretBytes(hex("7E2D2A41C74EA0B38CD36F863939BFA8E9032AAD"))
        #expect(try KeyDerivation.key(from: secret, for: purpose, cipher: cipher) == SecretBytes(hex(key)))
    }
}
