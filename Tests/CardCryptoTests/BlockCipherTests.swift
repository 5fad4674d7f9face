import CardCrypto
import Octets
import Testing

@Suite struct BlockCipherTests {
    // NIST SP 800-38A, F.2.1, F.2.3, F.2.5 (AES); 9303-11 App. D.3 (E_IFD of BAC).
    static let vectors: [(BlockCipher, String, String, String, String)] = [
        (
            .aes128, "2B7E151628AED2A6ABF7158809CF4F3C", "000102030405060708090A0B0C0D0E0F",
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E51",
            "7649ABAC8119B246CEE98E9B12E9197D5086CB9B507219EE95DB113A917678B2"
        ),
        (
            .aes192, "8E73B0F7DA0E6452C810F32B809079E562F8EAD2522C6B7B", "000102030405060708090A0B0C0D0E0F",
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E51",
            "4F021DB243BC633D7178183A9FA071E8B4D9ADA9AD7DEDF4E5E738763F69145A"
        ),
        (
            .aes256, "603DEB1015CA71BE2B73AEF0857D77811F352C073B6108D72D9810A30914DFF4",
            "000102030405060708090A0B0C0D0E0F",
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E51",
            "F58C4C04D6E5F1BA779EABFB5F7BFBD69CFC4E967EDB808D679F777BC6702C7D"
        ),
        (
            .tripleDES, "AB94FDECF2674FDFB9B391F85D7F76F2", "0000000000000000",
            "781723860C06C2264608F919887022120B795240CB7049B01C19B33E32804F0B",
            "72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2"
        ),
    ]

    @Test(arguments: vectors)
    func `the published examples of CBC encrypt and decrypt`(
        cipher: BlockCipher, key: String, iv: String, plain: String, encrypted: String
    ) throws {
        #expect(text(try cipher.encryptCBC(hex(plain), key: secret(key), iv: hex(iv))) == encrypted)
        #expect(text(try cipher.decryptCBC(hex(encrypted), key: secret(key), iv: hex(iv))) == plain)
    }

    // FIPS 197, App. C.1 to C.3; SP 800-67 by way of 9303-11 App. D.4 (first block of an encrypted EF.COM file name).
    @Test(arguments: [
        (
            BlockCipher.aes128, "000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF",
            "69C4E0D86A7B0430D8CDB78070B4C55A"
        ),
        (
            .aes192, "000102030405060708090A0B0C0D0E0F1011121314151617", "00112233445566778899AABBCCDDEEFF",
            "DDA97CA4864CDFE06EAF70A0EC0D7191"
        ),
        (
            .aes256, "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
            "00112233445566778899AABBCCDDEEFF", "8EA2B7CA516745BFEAFC49904B496089"
        ),
        (.tripleDES, "979EC13B1CBFE9DCD01AB0FED307EAE5", "011E800000000000", "6375432908C044F6"),
    ])
    func `the published examples of one block encrypt`(
        cipher: BlockCipher, key: String, plain: String, encrypted: String
    ) throws {
        #expect(text(try cipher.encryptBlock(hex(plain), key: secret(key))) == encrypted)
    }

    @Test func `no data gives no data`() throws {
        let key = SecretBytes([UInt8](repeating: 1, count: 16))
        #expect(try BlockCipher.aes128.encryptCBC([], key: key, iv: [UInt8](repeating: 0, count: 16)) == [])
    }

    @Test(arguments: [1, 7, 15, 17, 31])
    func `part of a block is refused`(count: Int) {
        let key = SecretBytes([UInt8](repeating: 1, count: 16))
        let input = [UInt8](repeating: 0, count: count)
        #expect(throws: CryptoError.notWholeBlocks(blockSize: 16, found: count)) {
            try BlockCipher.aes128.encryptCBC(input, key: key, iv: [UInt8](repeating: 0, count: 16))
        }
        #expect(throws: CryptoError.notWholeBlocks(blockSize: 8, found: count)) {
            try BlockCipher.tripleDES.decryptCBC(input, key: key, iv: [UInt8](repeating: 0, count: 8))
        }
        #expect(throws: CryptoError.invalidLength(what: "block", expected: 16, found: count)) {
            try BlockCipher.aes128.encryptBlock(input, key: key)
        }
    }

    @Test(arguments: [BlockCipher.tripleDES, .aes128, .aes192, .aes256], [0, 8, 15, 17, 23, 25, 31, 33])
    func `a key or an initialization vector of another length is refused`(cipher: BlockCipher, count: Int) {
        let block = [UInt8](repeating: 0, count: cipher.blockSize)
        #expect(throws: CryptoError.invalidLength(what: "key", expected: cipher.keyLength, found: count)) {
            try cipher.encryptCBC(block, key: SecretBytes([UInt8](repeating: 0, count: count)), iv: block)
        }
        guard count != cipher.blockSize else { return }
        let key = SecretBytes([UInt8](repeating: 0, count: cipher.keyLength))
        let expected = CryptoError.invalidLength(
            what: "initialization vector", expected: cipher.blockSize, found: count)
        #expect(throws: expected) {
            try cipher.decryptCBC(block, key: key, iv: [UInt8](repeating: 0, count: count))
        }
    }
}
