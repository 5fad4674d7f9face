import Octets
import Testing

@Suite struct HexTests {
    @Test(
        arguments: [
            ("", []), ("00", [0]), ("00A4040c", [0x00, 0xA4, 0x04, 0x0C]), ("00 A4 04", [0x00, 0xA4, 0x04]),
            ("00:a4:04", [0x00, 0xA4, 0x04]), ("0x00 0XA4", [0x00, 0xA4]), ("0x00A4\n\t04\r\n", [0x00, 0xA4, 0x04]),
            ("00A40 4", [0x00, 0xA4, 0x04]), ("  ", []),
        ] as [(String, [UInt8])])
    func `digits are paired across separators`(text: String, bytes: [UInt8]) throws {
        #expect(try Hex.bytes(text) == bytes)
    }

    @Test(arguments: [
        ("0", Hex.Failure.oddDigits(column: 1)), ("00 A", .oddDigits(column: 4)), ("00 A4 0 ", .oddDigits(column: 7)),
        ("0x0", .oddDigits(column: 3)), ("0G", .invalidCharacter(column: 2)), ("00\nÄ4", .invalidCharacter(column: 4)),
        ("00A40x04", .invalidCharacter(column: 6)), ("x00", .invalidCharacter(column: 1)),
        ("00 0X", .invalidCharacter(column: 5)), ("0x 00", .invalidCharacter(column: 2)),
        ("00-A4", .invalidCharacter(column: 3)), ("００", .invalidCharacter(column: 1)),
    ])
    func `what does not fit is refused with its column`(text: String, failure: Hex.Failure) {
        #expect(throws: failure) { try Hex.bytes(text) }
    }

    @Test func `bytes are written in capital digits`() {
        #expect(Hex.string([0x00, 0xAB, 0xFF]) == "00ABFF")
        #expect(Hex.string([0x00, 0xAB, 0xFF], separator: " ") == "00 AB FF")
        #expect(Hex.string([UInt8]()).isEmpty)
    }

    @Test func `every byte comes back`() throws {
        let all = Array(UInt8.min ... .max)
        #expect(try Hex.bytes(Hex.string(all)) == all)
        #expect(try Hex.bytes(Hex.string(all).lowercased()) == all)
    }
}
