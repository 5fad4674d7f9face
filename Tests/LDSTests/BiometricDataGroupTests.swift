import LDS
import Octets
import TestSupport
import Testing

@Suite struct BiometricDataGroupTests {
    @Test func `fingers are told apart by their subtype`() throws {
        let templates = BiometricTemplates(
            [0x09, 0x0A].map {
                BiometricTemplate(header: [DataObject(0x81, [0x08]), DataObject(0x82, [$0])], data: [1, 2])
            })
        let bytes = try #require(BiometricDataGroup(.dg3, templates)?.encoded())
        let file = try BiometricDataGroup(.dg3, parsing: bytes)
        #expect(file.templates.templates.map(\.biometricType) == [8, 8])
        #expect(file.templates.templates.map(\.subtype) == [9, 10])
        #expect(file.templates.templates.map(\.formatType) == [nil, nil])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try BiometricDataGroup(.dg3, parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try BiometricDataGroup(.dg4, parsing: bytes) }
    }

    // 9303-10 §4.7.3: random data makes the digests of empty groups differ.
    @Test func `an empty group is read with its random data`() throws {
        let bytes = hex("63 0A 7F61 07 020100 53 02 A1B2")
        let file = try BiometricDataGroup(.dg3, parsing: bytes)
        #expect(file.templates.templates.isEmpty)
        #expect(file.templates.otherObjects == [DataObject(0x53, [0xA1, 0xB2])])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }

    @Test func `other files hold no templates`() {
        #expect(BiometricDataGroup(.dg5, BiometricTemplates([])) == nil)
        #expect(throws: ParseError.self) { try BiometricDataGroup(.dg5, parsing: hex("65 00")) }
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("bsi_tr03105_5/Datagroup3.bin", FileID.dg3, 8, [0x09, 0x0A], 7),
            ("jmrtd/bsi2008/Datagroup3.bin", .dg3, 8, [0x09, 0x0A], 7),
            ("bsi_tr03105_5/Datagroup4.bin", .dg4, 16, [1, 2], 9),
            ("jmrtd/bsi2008/Datagroup4.bin", .dg4, 16, [1, 2], 9),
        ])
    func `fingers and irises of the corpus come back byte for byte`(
        path: String, id: FileID, type: Int, subtypes: [Int], format: Int
    ) throws {
        let bytes = try Corpus.file(path)
        let file = try BiometricDataGroup(id, parsing: bytes)
        #expect(file.templates.templates.allSatisfy { $0.biometricType == type && $0.formatType == format })
        #expect(file.templates.templates.map(\.subtype) == subtypes)
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }
}
