import Octets
import Testing

@testable import InlayCommands

@Suite struct JSONReaderTests {
    private static let document: JSONValue = [
        "schema": "inlay.test/1", "text": "a\"b\\c\n\t\u{1B}\u{202E}é𝄞", "list": [1, -2, [], [:], nil, true, false],
        "empty": "",
    ]

    @Test(arguments: [JSONValue.Layout.indented, .line])
    func `what is written is read back`(layout: JSONValue.Layout) throws {
        #expect(try JSONReader.value(Self.document.text(layout).utf8) == Self.document)
    }

    @Test func `every shorter text is refused`() {
        let bytes = Array(Self.document.text(.line).utf8)
        for count in bytes.indices {
            #expect(throws: ParseError.self) { try JSONReader.value(bytes.prefix(count)) }
        }
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "nul", "1.5", "1e3", "--1", "99999999999999999999", "\"\\x\"",
        "\"\\u12G4\"", "\"a\nb\"", "[1] 2", "{1:2}", "\"\\u+123\"", "'a'",
    ])
    func `other texts are refused`(text: String) {
        #expect(throws: ParseError.self) { try JSONReader.value(text.utf8) }
    }

    @Test func `deep nesting is refused, not followed`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ParseError.self) { try JSONReader.value(deep.utf8) }
    }

    @Test func `pairs of escapes make one character, and halves a replacement`() throws {
        #expect(try JSONReader.value(#""\uD834\uDD1E""#.utf8) == "𝄞")
        #expect(try JSONReader.value(#""\uD834""#.utf8) == "\u{FFFD}")
    }
}
