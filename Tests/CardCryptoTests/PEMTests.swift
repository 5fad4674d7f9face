import CardCrypto
import Testing

@Suite struct PEMTests {
    private func blocks(_ text: String) -> [PEM.Block] { PEM.blocks(in: Array(text.utf8)) }

    // RFC 4648 §10, the bytes of "foobar" cut at each length.
    @Test(arguments: [
        ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"), ("Zm9v\nYmFy", "foobar"), ("Zm9v\r\n YmFy\t", "foobar"),
    ])
    func `base64 between the lines becomes bytes`(base64: String, text: String) {
        let found = blocks("-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n")
        #expect(found.map(\.label) == ["CERTIFICATE"])
        #expect(found.first?.der == Array(text.utf8))
    }

    @Test func `all blocks are found, and what stands between them passed over`() {
        let text = """
            subject=CN = x
            -----BEGIN CERTIFICATE-----
            Zm9v
            -----END CERTIFICATE-----
            noise
            -----BEGIN CMS-----
            YmFy
            -----END CMS-----
            """
        #expect(blocks(text).map(\.label) == ["CERTIFICATE", "CMS"])
        #expect(PEM.isLikely(Array(text.utf8)))
        #expect(!PEM.isLikely([0x30, 0x82, 0x01, 0x00]))
    }

    @Test(arguments: [
        "-----BEGIN X-----\nZm9v\n", "-----BEGIN X-----\nZm9v\n-----END Y-----",
        "-----BEGIN X-----\nZ\n-----END X-----",
        "-----BEGIN X-----\nZm9v!\n-----END X-----", "-----BEGIN X-----\nZ=m9v\n-----END X-----",
        "-----BEGIN X-----\nZm8==\n-----END X-----", "-----BEGIN X-----\n-----END X-----", "Zm9v", "",
        "-----BEGIN -----\nZm9v\n-----END -----", "-----BEGIN X\nZm9v\n-----END X-----",
    ])
    func `a block without end, label or base64 is left out`(text: String) {
        #expect(blocks(text).isEmpty)
    }
}
