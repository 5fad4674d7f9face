import Foundation
import Testing

@testable import InlayCommands

@Suite struct JSONValueTests {
    private static let awkward: JSONValue = [
        "schema": "inlay.test/1",
        "quote\"": "back\\slash \"and\" quotes",
        "controls": "\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1B}\u{7F}\u{85}\u{9B}",
        "order": "\u{202E}txt\u{2066}\u{2069}\u{200F}\u{061C}\u{2028}\u{2029}",
        "beyond": "Łódź ❄ 𝄞 \u{E0041} ن\u{200C}ا",
        "empty": ["list": [], "object": [:], "text": ""],
        "numbers": [0, -1, 9_007_199_254_740_991],
        "truth": [true, false, nil],
    ]

    @Test(arguments: [JSONValue.Layout.indented, .line])
    func `Python reads back what was written`(layout: JSONValue.Layout) throws {
        let program = """
            import json, sys
            document = json.load(sys.stdin)
            json.dump([list(document), document], sys.stdout, ensure_ascii=True)
            """
        let answer = try Python.run(program, input: Self.awkward.text(layout))
        let both = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [Any])
        let keys = try #require(both.first as? [String])
        #expect(keys == ["schema", "quote\"", "controls", "order", "beyond", "empty", "numbers", "truth"])
        let document = try #require(both.last as? [String: Any])
        #expect(document["quote\""] as? String == "back\\slash \"and\" quotes")
        #expect(document["controls"] as? String == "\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1B}\u{7F}\u{85}\u{9B}")
        #expect(document["order"] as? String == "\u{202E}txt\u{2066}\u{2069}\u{200F}\u{061C}\u{2028}\u{2029}")
        #expect(document["beyond"] as? String == "Łódź ❄ 𝄞 \u{E0041} ن\u{200C}ا")
        #expect(document["numbers"] as? [Int] == [0, -1, 9_007_199_254_740_991])
    }

    @Test func `nothing that acts on a terminal is in a document`() {
        let text = Self.awkward.text(.line)
        #expect(text.unicodeScalars.allSatisfy { !TerminalText.isUnsafe($0) })
    }

    @Test func `one line stays one line`() {
        #expect(!Self.awkward.text(.line).contains("\n"))
    }

    @Test func `bytes are upper-case digits and durations whole microseconds`() {
        #expect(JSONValue.hex([0x00, 0xAB]) == "00AB")
        #expect(JSONValue.microseconds(.milliseconds(1500)) == 1_500_000)
        #expect(JSONValue(nil as String?) == .null)
    }
}
