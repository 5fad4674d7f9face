import Testing

@testable import InlayCommands

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("a\u{7}\u{8}\r\n\tb", "a\\u{7}\\u{8}\\u{D}\\u{A}\\u{9}b"),
        ("\u{9B}2J", "\\u{9B}2J"),
        ("\u{7F}", "\\u{7F}"),
        ("abc\u{202E}fdp", "abc\\u{202E}fdp"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("\u{200B}\u{FEFF}\u{AD}", "\\u{200B}\\u{FEFF}\\u{AD}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("Łódź 東京 ن\u{200C}ا", "Łódź 東京 ن\u{200C}ا"),
    ])
    func `what acts on a terminal becomes visible`(text: String, shown: String) {
        #expect(TerminalText.escaped(text) == shown)
        #expect(TerminalText.escaped(shown) == shown, "escaping twice changes nothing")
    }

    @Test func `every control character of C0 and C1 is escaped`() {
        for value in Array(0..<0x20) + Array(0x7F...0x9F) {
            let scalar = Unicode.Scalar(UInt8(value))
            #expect(TerminalText.isUnsafe(scalar), "U+\(String(value, radix: 16))")
        }
    }

    @Test func `a terminal that is not UTF-8 gets ASCII`() {
        // In an 8-bit character set the second byte of this letter, 9B, is the beginning of a control sequence.
        #expect(TerminalText.escaped("\u{61B}", ascii: true) == "\\u{61B}")
    }

    @Test(
        arguments: [
            (Array("abc".utf8), "abc"),
            ([0x61, 0x9B, 0x62], "a\\x9Bb"),
            ([0xC3, 0xA9], "é"),
            ([0xC3], "\\xC3"),
            ([0xE2, 0x82], "\\xE2\\x82"),
            ([0xC0, 0xAF], "\\xC0\\xAF"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
            ([], ""),
        ] as [([UInt8], String)])
    func `bytes that are no UTF-8 are shown as bytes`(bytes: [UInt8], text: String) {
        #expect(TerminalText.decoded(bytes) == text)
    }

    @Test(arguments: [("abc", 3), ("東京", 4), ("e\u{301}", 1), ("Łódź", 4)])
    func `columns are counted as a terminal does`(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }
}
