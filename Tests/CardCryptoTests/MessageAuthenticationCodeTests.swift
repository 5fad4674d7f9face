import CardCrypto
import Testing

@Suite struct MessageAuthenticationCodeTests {
    // 9303-11 App. D.3 (M_IFD) and D.4 (first protected command: SSC, header, DO87).
    @Test(arguments: [
        (
            "7962D9ECE03D1ACD4C76089DCE131543",
            "72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2", "5F1448EEA8AD90A7"
        ),
        (
            "F1CB1F1FB5ADF208806B89DC579DC1F8",
            "887022120C06C227 0CA4020C80000000 8709016375432908C044F6", "BF8B92D635FF24F8"
        ),
    ])
    func `the retail MACs of ICAO's worked example come out`(key: String, message: String, code: String) throws {
        let padded = PaddingMethod2.add(try hex(message), blockSize: 8)
        #expect(text(try MessageAuthenticationCode.retail(padded, key: secret(key))) == code)
    }

    @Test func `a single block has a retail MAC`() throws {
        // One block is plain two-key 3DES of that block.
        let key = try secret("979EC13B1CBFE9DCD01AB0FED307EAE5")
        let block = try hex("011E800000000000")
        #expect(text(try MessageAuthenticationCode.retail(block, key: key)) == "6375432908C044F6")
    }

    @Test(arguments: [0, 1, 7, 9])
    func `a retail MAC of part of a block is refused`(count: Int) {
        let key = SecretBytes([UInt8](repeating: 1, count: 16))
        #expect(throws: CryptoError.notWholeBlocks(blockSize: 8, found: count)) {
            try MessageAuthenticationCode.retail([UInt8](repeating: 0, count: count), key: key)
        }
    }

    // RFC 4493 §4 (AES-128); NIST SP 800-38B D.2 and D.3 (AES-192, AES-256).
    static let cmacVectors: [(BlockCipher, String, String, String)] = [
        (.aes128, "2B7E151628AED2A6ABF7158809CF4F3C", "", "BB1D6929E95937287FA37D129B756746"),
        (
            .aes128, "2B7E151628AED2A6ABF7158809CF4F3C", "6BC1BEE22E409F96E93D7E117393172A",
            "070A16B46B4D4144F79BDD9DD04A287C"
        ),
        (
            .aes128, "2B7E151628AED2A6ABF7158809CF4F3C",
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E5130C81C46A35CE411",
            "DFA66747DE9AE63030CA32611497C827"
        ),
        (
            .aes128, "2B7E151628AED2A6ABF7158809CF4F3C",
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E51"
                + "30C81C46A35CE411E5FBC1191A0A52EFF69F2445DF4F9B17AD2B417BE66C3710",
            "51F0BEBF7E3B9D92FC49741779363CFE"
        ),
        (
            .aes192, "8E73B0F7DA0E6452C810F32B809079E562F8EAD2522C6B7B", "6BC1BEE22E409F96E93D7E117393172A",
            "9E99A7BF31E710900662F65E617C5184"
        ),
        (
            .aes256, "603DEB1015CA71BE2B73AEF0857D77811F352C073B6108D72D9810A30914DFF4",
            "6BC1BEE22E409F96E93D7E117393172A", "28A7023F452E8F82BD4BF28D8C37C35C"
        ),
    ]

    @Test(arguments: cmacVectors)
    func `the published CMACs come out`(cipher: BlockCipher, key: String, message: String, code: String) throws {
        #expect(text(try MessageAuthenticationCode.cmac(hex(message), cipher: cipher, key: secret(key))) == code)
    }

    @Test func `CMAC refuses 3DES and keys of another length`() {
        let key = SecretBytes([UInt8](repeating: 1, count: 16))
        #expect(throws: CryptoError.unusableKey("CMAC is used with AES only")) {
            try MessageAuthenticationCode.cmac([], cipher: .tripleDES, key: key)
        }
        #expect(throws: CryptoError.invalidLength(what: "key", expected: 32, found: 16)) {
            try MessageAuthenticationCode.cmac([], cipher: .aes256, key: key)
        }
    }

    @Test func `bytes are compared whole`() {
        #expect(ConstantTime.equal([], []))
        #expect(ConstantTime.equal([1, 2], [1, 2]))
        #expect(!ConstantTime.equal([1, 2], [1, 3]))
        #expect(!ConstantTime.equal([1, 2], [1, 2, 0]))
    }
}
