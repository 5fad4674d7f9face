import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFCOMTests {
    private static let good = "60 16  5F01 04 30313037  5F36 06 303430303030  5C 04 61 75 6E 6F"

    @Test func `versions and data groups are read and written back`() throws {
        let bytes = hex(Self.good)
        let com = try EFCOM(parsing: bytes)
        #expect(com.ldsVersion == "0107")
        #expect(com.unicodeVersion == "040000")
        #expect(com.dataGroups == [.dg1, .dg2, .dg14, .dg15])
        #expect(com.warnings.isEmpty)
        #expect(com.encoded() == bytes)
        #expect(EFCOM(dataGroups: [.dg1, .dg2, .dg14, .dg15]).encoded() == bytes)
    }

    @Test func `a file that is cut or starts with another tag is refused`() throws {
        expectRefusals(of: EFCOM.self, around: hex(Self.good))
    }

    @Test func `bytes behind the file are told`() throws {
        try expectTrailingBytesToBeTold(of: EFCOM.self, behind: hex(Self.good))
    }

    // AndyQ/NFCPassportReader #202: tags that are no data group, and half a tag, in the list.
    @Test func `unknown tags in the list are kept and told`() throws {
        let bytes = hex("60 19  5F01 04 30313037  5F36 06 303430303030  5C 07 61 75 63 6B 41 6D 5F")
        let com = try EFCOM(parsing: bytes)
        #expect(com.dataGroups == [.dg1, .dg2, .dg3, .dg11, .dg13])
        #expect(com.unknownTags == [0x41])
        #expect(com.tagList.rest == [0x5F])
        #expect(com.warnings.contains(.unknownTag(0x41)))
        #expect(com.warnings.contains(.malformed(ParseError(.invalidTag, in: "tag list of EF.COM"))))
        #expect(com.encoded() == bytes)
    }

    @Test(arguments: [
        ("60 15  5F01 05 3031303630  5F36 06 303430303030  5C 02 61 75", "LDS version"),
        ("60 14  5F01 04 30313F36  5F36 06 303430303030  5C 02 61 75", "LDS version"),
        ("60 13  5F01 04 30313036  5F36 05 3034303030  5C 02 61 75", "Unicode version"),
    ])
    func `a version that is not as many digits is told and kept`(text: String, field: String) throws {
        let bytes = hex(text)
        let com = try EFCOM(parsing: bytes)
        let told = com.warnings.contains {
            if case .malformed(let error) = $0 { error.structure == field } else { false }
        }
        #expect(told)
        #expect(com.dataGroups == [.dg1, .dg2])
        #expect(com.encoded() == bytes)
    }

    @Test func `missing versions are told, a missing list is refused`() throws {
        let com = try EFCOM(parsing: hex("60 04 5C 02 61 75"))
        #expect(com.warnings == [.missing("LDS version"), .missing("Unicode version")])
        #expect(throws: ParseError(.unexpectedTag(expected: 0x5C, found: nil), in: "EF.COM", at: 9)) {
            try EFCOM(parsing: hex("60 07 5F01 04 30313037"))
        }
    }

    @Test func `objects that do not belong here are kept and told`() throws {
        let bytes = hex("60 1C  5F01 04 30313037  5F36 06 303430303030  5C 02 61 75  5F01 01 30  80 01 FF  ")
        var padded = bytes
        padded[1] = UInt8(bytes.count - 2)
        let com = try EFCOM(parsing: padded)
        #expect(com.warnings == [.repeatedTag(0x5F01), .unknownTag(0x80)])
        #expect(com.encoded() == padded)
    }

    @Test func `a length with a superfluous octet is told`() throws {
        let com = try EFCOM(parsing: hex("60 81 05 5C 81 02 61 75"))
        #expect(com.warnings.contains(.otherEncoding))
        #expect(com.dataGroups == [.dg1, .dg2])
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/com/DG_list_a.bin", "0107", [1, 2, 3, 11, 12, 13]),
            ("dg/com/lds1599.bin", "1599", [1, 2, 4, 12]),
            ("dg/com/lds_5char_version.bin", "01060", [1, 2]),
            ("dg/com/unicode_short.bin", "0106", [1, 2]),
            ("bsi_tr03105_5/EF_COM.bin", "0107", [1, 2, 3, 4, 14]),
            ("jmrtd/bsi2008/EF_COM.bin", "0107", [1, 2, 3, 14]),
            ("jmrtd/loes2006/ef011E.bin", "0107", [1, 2, 15]),
        ])
    func `files of the corpus list what the index tells`(path: String, version: String, groups: [Int]) throws {
        let bytes = try Corpus.file(path)
        let com = try EFCOM(parsing: bytes)
        #expect(com.ldsVersion == version)
        #expect(com.dataGroups.compactMap(\.dataGroupNumber) == groups)
        #expect(com.encoded() == bytes)
    }
}
