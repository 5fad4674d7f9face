import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG12Tests {
    private static let made = EFDG12(
        issuingAuthority: "UTOPIA", dateOfIssue: CalendarDate(year: 2020, month: 2, day: 29), otherPersons: ["A<<B"],
        observations: "1", taxOrExit: "2", frontImage: [3], rearImage: [4], personalisationTime: "20200229123456",
        personalisationDevice: "5")

    @Test func `every field is written and read back`() throws {
        let bytes = Self.made.encoded()
        let file = try EFDG12(parsing: bytes)
        #expect(file == Self.made)
        #expect(file.warnings.isEmpty)
        #expect(file.issuingAuthority?.raw == "UTOPIA")
        #expect(file.dateOfIssue?.date?.description == "2020-02-29")
        #expect(file.otherPersons.map(\.spaced) == ["A B"])
        #expect(file.observations?.raw == "1")
        #expect(file.taxOrExit?.raw == "2")
        #expect(file.frontImage == [3])
        #expect(file.rearImage == [4])
        #expect(file.personalisationTime?.text == "2020-02-29 12:34:56")
        #expect(file.personalisationDevice?.raw == "5")
        expectRefusals(of: EFDG12.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG12.self, behind: bytes)
    }

    @Test(
        arguments: [
            ("5F55 07 20240101123059", "2024-01-01 12:30:59"), ("5F55 07 20240101243059", nil),
            ("5F55 07 20241301123059", nil), ("5F55 06 202401011230", nil), ("5F55 07 2024010112305A", nil),
        ] as [(String, String?)])
    func `a moment is fourteen digits or BCD`(text: String, moment: String?) throws {
        let file = try EFDG12(parsing: TLV.encode(0x6C, hex("5C 02 5F55") + hex(text)))
        #expect(file.personalisationTime?.text == moment)
        #expect(file.warnings.isEmpty == (moment != nil))
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `EF.DG12 of the corpus is read`() throws {
        let french = try EFDG12(parsing: Corpus.file("dg/dg12/FR.bin"))
        #expect(french.issuingAuthority?.raw.hasPrefix("JAKARTA") ?? false)
        #expect(french.dateOfIssue?.date?.description == "2017-09-05")
        #expect(french.warnings.isEmpty)
        let newZealand = try EFDG12(parsing: Corpus.file("dg/dg12/NZ.bin"))
        #expect(newZealand.personalisationTime?.text == "2016-11-15 01:36:12")
        #expect(newZealand.personalisationDevice?.raw == "N-4962")
        #expect(newZealand.warnings.isEmpty)
        let bytes = try Corpus.file("tsemrtd/EF_DG12.bin")
        let file = try EFDG12(parsing: bytes)
        #expect(file.dateOfIssue?.date?.description == "2024-01-01")
        #expect(file.personalisationTime?.text == "2024-01-01 12:30:59")
        #expect(file.otherPersons.map(\.raw) == ["William"])
        #expect(file.warnings == [.missing("tag list")])
        #expect(file.encoded() == bytes)
    }
}
