import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFSODTests {
    private static let good = "77 0D 30 0B 0609 2A864886F70D010702"

    @Test func `the ContentInfo comes back as it is`() throws {
        let bytes = hex(Self.good)
        let file = try EFSOD(parsing: bytes)
        #expect(file.contentInfo == Array(bytes.dropFirst(2)))
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        #expect(EFSOD(contentInfo: file.contentInfo).encoded() == bytes)
        expectRefusals(of: EFSOD.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFSOD.self, behind: bytes)
    }

    @Test(arguments: [
        ("77 00", nil as Octets.Tag?, 2), ("77 02 31 00", 0x31, 2), ("77 02 04 00", 0x04, 2), ("77 80 00 00", nil, 2),
    ])
    func `a file without a ContentInfo is refused`(text: String, found: Octets.Tag?, offset: Int) {
        let error = ParseError(.unexpectedTag(expected: .sequence, found: found), in: "EF.SOD", at: offset)
        #expect(throws: error) { try EFSOD(parsing: hex(text)) }
    }

    @Test func `bytes behind the ContentInfo are told`() throws {
        let file = try EFSOD(parsing: hex("77 06 30 02 0500 0500"))
        #expect(file.contentInfo == hex("30 02 0500"))
        #expect(file.warnings == [.trailingBytes(2), .otherEncoding])
    }

    // RfidResearchGroup/proxmark3 #1145.
    @Test func `lengths of indefinite form are read`() throws {
        let file = try EFSOD(parsing: hex("77 80 30 80 0609 2A864886F70D010702 0000 0000"))
        #expect(file.contentInfo == hex("30 80 0609 2A864886F70D010702 0000"))
        #expect(file.warnings == [.otherEncoding])
    }

    @Test func `EF.CardSecurity is a ContentInfo alone`() throws {
        let bytes = hex("30 0B 0609 2A864886F70D010702")
        let file = try EFCardSecurity(parsing: bytes)
        #expect(file.contentInfo == bytes)
        #expect(EFCardSecurity(contentInfo: bytes).encoded() == bytes)
        expectRefusals(of: EFCardSecurity.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFCardSecurity.self, behind: bytes)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice), arguments: ["sod", "sod_negative"])
    func `every EF.SOD of the corpus comes back byte for byte`(folder: String) throws {
        let paths = try Corpus.files(in: folder)
        #expect(paths.count >= 10)
        for path in paths
            + (folder == "sod"
                ? ["bsi_tr03105_5/EF_SOD.bin", "jmrtd/bsi2008/EF_SOD.bin", "jmrtd/loes2006/ef011D.bin"] : [])
        {
            let bytes = try Corpus.file(path)
            let file = try EFSOD(parsing: bytes)
            #expect(file.warnings.isEmpty, "\(path)")
            #expect(file.encoded() == bytes, "\(path)")
        }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every EF.CardSecurity of the corpus comes back byte for byte`() throws {
        for path in try Corpus.files(in: "cardsecurity") + ["jmrtd/efcardsecurity/efcardsecurity.dump"] {
            let bytes = try Corpus.file(path)
            let file = try EFCardSecurity(parsing: bytes)
            #expect(file.warnings.isEmpty, "\(path)")
            #expect(file.encoded() == bytes, "\(path)")
        }
    }
}
