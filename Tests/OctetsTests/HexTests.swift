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

    /// Two mistakes that make an even number together are still two.
    @Test(arguments: [
        ("3", 1), ("01234:56789AB:CDEF", 5), ("00 A40 4", 6), ("00 A4 0x0", 9), ("00A4 0 ", 6), ("0:0", 1),
    ])
    func `no byte of a typed command is spread over two words`(text: String, column: Int) {
        #expect(throws: Hex.Failure.oddDigits(column: column)) { try Hex.words(text) }
    }

    @Test(arguments: ["00A40004 023F00", "00:a4:00:04:02:3f:00", "0x00 0xA4 0x0004\t0x023F00", "  00A40004023F00\r"])
    func `words of whole bytes are one command`(text: String) throws {
        #expect(try Hex.words(text) == [0x00, 0xA4, 0x00, 0x04, 0x02, 0x3F, 0x00])
        #expect(throws: Hex.Failure.invalidCharacter(column: text.unicodeScalars.count + 2)) {
            try Hex.words(text + " G0")
        }
    }

    @Test(arguments: ["0", "00 A4", "0x00", "0G", "Ä4", "00A"])
    func `only digits in pairs are plain`(text: String) { #expect(Hex.plain(Array(text.utf8)[...]) == nil) }

    @Test func `plain digits may stand in the middle of other bytes`() {
        let line = Array("xx00A4fFyy".utf8)
        #expect(Hex.plain(line[2..<8]) == [0x00, 0xA4, 0xFF])
        #expect(Hex.plain([]) == [])
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
