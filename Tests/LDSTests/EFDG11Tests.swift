import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG11Tests {
    // gmrtd/gmrtd #149: the tag list names the group A0.
    private static let report =
        "6B465C055F105F2BA05F100E31393934303330353737313230345F2B083139393430333035A0210201025F0F0C5249564552413C3C4E4F454C5F0F0C52495645524F3C3C4E4F454C"

    @Test func `other names stand in a group`() throws {
        let bytes = hex(Self.report)
        let file = try EFDG11(parsing: bytes)
        #expect(file.personalNumber?.raw == "19940305771204")
        #expect(file.dateOfBirth?.date == CalendarDate(year: 1994, month: 3, day: 5))
        #expect(file.otherNames.map(\.spaced) == ["RIVERA NOEL", "RIVERO NOEL"])
        #expect(file.otherNames.first?.name.primary == "RIVERA")
        #expect(file.otherNames.first?.name.secondary == "NOEL")
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        expectRefusals(of: EFDG11.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG11.self, behind: bytes)
    }

    @Test func `every field is written and read back`() throws {
        let made = EFDG11(
            name: "MÜLLER<<ÅSA", otherNames: ["A<<B"], personalNumber: "1",
            dateOfBirth: CalendarDate(year: 1990, month: 1),
            placeOfBirth: "TOWN<DISTRICT", address: "STREET 1<TOWN", telephone: "2", profession: "3", title: "4",
            summary: "5", proofOfCitizenship: [0xFF, 0xD8, 0xFF], otherDocuments: "6<7", custody: "8")
        let file = try EFDG11(parsing: made.encoded())
        #expect(file == made)
        #expect(file.warnings.isEmpty)
        #expect(file.name?.spaced == "MÜLLER ÅSA")
        #expect(file.otherNames.map(\.raw) == ["A<<B"])
        #expect(file.personalNumber?.raw == "1")
        #expect(file.dateOfBirth?.date?.description == "1990-01")
        #expect(file.placeOfBirth?.parts == ["TOWN", "DISTRICT"])
        #expect(file.address?.parts == ["STREET 1", "TOWN"])
        #expect(file.telephone?.raw == "2")
        #expect(file.profession?.raw == "3")
        #expect(file.title?.raw == "4")
        #expect(file.summary?.raw == "5")
        #expect(file.proofOfCitizenship == [0xFF, 0xD8, 0xFF])
        #expect(file.otherDocuments?.parts == ["6", "7"])
        #expect(file.custody?.raw == "8")
    }

    @Test(
        arguments: [
            ("5C02 5F2B 5F2B 04 19700101", "1970-01-01", true), ("5C02 5F2B 5F2B 08 3139373030303030", "1970", true),
            ("5C02 5F2B 5F2B 04 19701200", "1970-12", true), ("5C02 5F2B 5F2B 04 00000000", nil, true),
            ("5C02 5F2B 5F2B 04 19701301", nil, false), ("5C02 5F2B 5F2B 04 1970010A", nil, false),
            ("5C02 5F2B 5F2B 00", nil, false), ("5C02 5F2B 5F2B 06 373030313031", nil, false),
            ("5C02 5F2B 5F2B 08 3139373030323330", nil, false),
        ] as [(String, String?, Bool)])
    func `a date is eight digits or BCD`(text: String, date: String?, isWellFormed: Bool) throws {
        let bytes = TLV.encode(0x6B, hex(text))
        let file = try EFDG11(parsing: bytes)
        #expect(file.dateOfBirth?.date?.description == date)
        #expect(file.dateOfBirth?.isWellFormed == isWellFormed)
        #expect(file.warnings.isEmpty == isWellFormed)
        #expect(file.encoded() == bytes)
    }

    @Test func `what the list does not agree with is told`() throws {
        let file = try EFDG11(
            parsing: TLV.encode(
                0x6B, hex("5C 05 5F0E 5F10 5F 5F10 01 31 5F11 01 41 5F19 00")))
        #expect(file.warnings.contains(.listedButMissing(0x5F0E)))
        #expect(file.warnings.contains(.presentButUnlisted(0x5F11)))
        #expect(file.warnings.contains(.unknownTag(0x5F19)))
        #expect(file.warnings.contains(.malformed(ParseError(.invalidTag, in: "tag list of EF.DG11"))))
    }

    @Test func `a list that names 5F0F means the group`() throws {
        let bytes = TLV.encode(0x6B, hex("5C 02 5F0F A0 07 020101 5F0F 01 41"))
        #expect(try EFDG11(parsing: bytes).warnings.isEmpty)
        let bare = TLV.encode(0x6B, hex("5C 02 5F0F 5F0F 01 41 5F0F 01 42"))
        let file = try EFDG11(parsing: bare)
        #expect(file.otherNames.map(\.raw) == ["A", "B"])
        #expect(file.warnings.isEmpty)
    }

    @Test(arguments: [
        ("5C 01 A0 A0 07 020102 5F0F 01 41", LDSWarning.mismatch("number of names", declared: 2, found: 1)),
        (
            "5C 01 A0 A0 04 5F0F 01 41",
            .malformed(ParseError(.unexpectedTag(expected: .integer, found: 0x5F0F), in: "EF.DG11"))
        ),
        ("5C 02 5F0E 5F0E 02 41FC", .malformed(ParseError(.invalidValue("object 5F0E is no UTF-8"), in: "EF.DG11"))),
        ("5C 02 5F0E 5F0E 01 41 5F0E 01 42", .repeatedTag(0x5F0E)),
        ("5F0E 01 41", .missing("tag list")),
    ])
    func `what is wrong in one field is told and the rest is read`(text: String, warning: LDSWarning) throws {
        let bytes = TLV.encode(0x6B, hex(text))
        let file = try EFDG11(parsing: bytes)
        #expect(file.warnings == [warning])
        #expect(file.encoded() == bytes)
        #expect(file.name.map { $0.raw.hasPrefix("A") } ?? !file.otherNames.isEmpty)
    }

    @Test func `a name without a secondary identifier is all primary`() {
        #expect(DetailText("PLATO<DE<ATHENS").name.primary == "PLATO DE ATHENS")
        #expect(DetailText("PLATO<DE<ATHENS").name.secondary.isEmpty)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `EF.DG11 of the corpus is read`() throws {
        let sample = try EFDG11(parsing: Corpus.file("dg/dg11/sample.bin"))
        #expect(sample.name?.name.primary == "SMITH")
        #expect(sample.name?.name.secondary == "JOHN J")
        #expect(sample.placeOfBirth?.parts == ["ANYTOWN", "MN"])
        #expect(sample.address?.parts == ["123 MAPLE RD", "ANYTOWN", "MN"])
        #expect(sample.telephone?.raw == "16125551212")
        #expect(sample.profession?.spaced == "TRAVEL AGENT")
        #expect(sample.warnings.isEmpty)
        let bytes = try Corpus.file("tsemrtd/EF_DG11.bin")
        let file = try EFDG11(parsing: bytes)
        #expect(file.dateOfBirth?.date?.description == "1970-01-01")
        #expect(file.otherNames.map(\.raw) == ["William"])
        #expect(file.custody?.raw == "TEST")
        #expect(file.encoded() == bytes)
        #expect(file.warnings == [.presentButUnlisted(0x5F17)])
    }
}
