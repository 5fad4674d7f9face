import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG16Tests {
    @Test func `persons are written and read back`() throws {
        let date = try #require(CalendarDate(year: 2002, month: 1, day: 1))
        let made = EFDG16([
            (date, "SMITH<<CHARLES<R", "19525551212", "123 MAPLE RD<ANYTOWN<MN<55100"), (date, "BROWN<<MARY", "1", "2"),
        ])
        let bytes = made.encoded()
        let file = try EFDG16(parsing: bytes)
        #expect(file == made)
        #expect(file.warnings.isEmpty)
        #expect(file.persons.map { $0.name?.name.primary } == ["SMITH", "BROWN"])
        #expect(file.persons.map { $0.dateRecorded?.date } == [date, date])
        #expect(file.persons.first?.telephone?.raw == "19525551212")
        #expect(file.persons.first?.address?.parts == ["123 MAPLE RD", "ANYTOWN", "MN", "55100"])
        #expect(file.persons.map(\.template.tag) == [0xA1, 0xA2])
        expectRefusals(of: EFDG16.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG16.self, behind: bytes)
    }

    @Test func `a wrong count and broken entries are told`() throws {
        let file = try EFDG16(
            parsing: TLV.encode(
                0x70,
                hex(
                    "020102 A1 0D 5F50 01 31 5F51 01 41 5F54 00 04 00 A2 02 5F51 A3 04 5F50 01 41")))
        #expect(file.persons.count == 3)
        #expect(file.persons.first?.name?.raw == "A")
        #expect(file.warnings.contains(.mismatch("number of persons", declared: 2, found: 3)))
        #expect(file.warnings.contains(.unknownTag(0x5F54)))
        #expect(file.warnings.contains(.unknownTag(0x04)))
        #expect(
            file.warnings.contains(
                .malformed(ParseError(.truncated(needed: 1, available: 0), in: "person to notify", at: 2))))
        #expect(
            file.warnings.contains(
                .malformed(ParseError(.invalidValue("date recorded is no date"), in: "person to notify"))))
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("sample", []),
            ("count_mismatch", [.mismatch("number of persons", declared: 3, found: 2), .otherEncoding]),
        ] as [(String, [LDSWarning])])
    func `EF.DG16 of the corpus is read`(name: String, warnings: [LDSWarning]) throws {
        let bytes = try Corpus.file("dg/dg16/\(name).bin")
        let file = try EFDG16(parsing: bytes)
        #expect(file.persons.map { $0.name?.name.secondary } == ["CHARLES R", "MARY J"])
        #expect(file.warnings == warnings)
        #expect((file.encoded() == bytes) == warnings.isEmpty)
    }
}
