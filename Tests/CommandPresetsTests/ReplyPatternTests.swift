import CommandPresets
import Testing

@Suite struct ReplyPatternTests {
    @Test(arguments: [
        ("90 00", "9000", true), ("90 00", "900000", false), ("90 00", "90", false), ("6? 8?", "6A82", true),
        ("63 C?", "63C3", true), ("63 C?", "63D3", false), (".. 90 00", "9000", true), (".. 90 00", "0102039000", true),
        (".. 90 00", "010203", false), ("6F .. BF 0C .. 90 00", "6F01BF0C029000", true),
        ("6F .. BF 0C .. 90 00", "6F0102029000", false), ("??*4 90 00", "010203049000", true),
        ("??*4 90 00", "0102039000", false), ("90 00 / 6A 82", "6A82", true),
        (".. 00 .. 01 .. 02", "00000100010102", true),
        ("..", "", true), ("..", "0102", true),
    ])
    func `bytes match or do not`(pattern: String, hex: String, matches: Bool) throws {
        let pattern = try ReplyPattern(parsing: pattern)
        #expect((pattern.match(.bytes(bytes_(hex))) != nil) == matches)
        #expect(try ReplyPattern(parsing: pattern.text) == pattern)
    }

    @Test func `four bits and silence are answers of their own`() throws {
        let pattern = try ReplyPattern(parsing: "ACK / NAK4")
        #expect(pattern.match(.nibble(0xA)) != nil)
        #expect(pattern.match(.nibble(4)) != nil)
        #expect(pattern.match(.nibble(0)) == nil)
        #expect(pattern.match(.silence) == nil)
        #expect(pattern.match(.bytes([0x0A])) == nil)
        #expect(try ReplyPattern(parsing: "none").match(.silence) != nil)
        #expect(try ReplyPattern(parsing: "NAK").match(.nibble(0xA)) == nil)
    }

    @Test func `named bytes are kept, also behind bytes of any number`() throws {
        let pattern = try ReplyPattern(parsing: "14 01 {idm:8} .. {system:2}")
        let kept = try #require(pattern.match(.bytes(bytes_("1401" + "0102030405060708" + "AABBCC" + "0003"))))
        #expect(kept == ["idm": [1, 2, 3, 4, 5, 6, 7, 8], "system": [0, 3]])
    }

    @Test(arguments: [
        ("", 1), ("90 0", 4), ("9", 1), ("{a}", 3), ("{a:0}", 4), ("{a:300}", 4), ("??*0", 4), ("90 00 / ", 9),
        ("NAKA", 4),
        ("ACK 00", 5), ("x", 1),
    ])
    func `what is wrong is named by its column`(text: String, column: Int) {
        #expect { try ReplyPattern(parsing: text) } throws: { ($0 as? PresetSyntaxError)?.column == column }
    }

    /// A pattern and an answer made to need much going back.
    @Test func `matching is bounded`() throws {
        let pattern = try ReplyPattern(parsing: String(repeating: ".. 00 ", count: 60) + "01")
        #expect(pattern.match(.bytes([UInt8](repeating: 0, count: 65_536))) == nil)
    }
}
