import Testing

@testable import InlayCommands

@Suite struct StyledTextTests {
    private static let long =
        "The hash of each data group that was read equals the one in the document security object, which is signed."

    @Test(arguments: 12...60)
    func `lines stay within their columns and lose no word`(columns: Int) {
        let lines = StyledText(Self.long).wrapped(columns, indent: 4).map(\.plain)
        #expect(lines.allSatisfy { TerminalText.width($0) <= columns })
        let unbroken = lines.joined().filter { $0 != " " }
        #expect(unbroken == Self.long.filter { $0 != " " })
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") && !$0.hasPrefix("     ") })
    }

    @Test func `words are kept whole where they fit`() {
        let lines = StyledText(Self.long).wrapped(40).map(\.plain)
        #expect(lines.joined(separator: " ") == Self.long)
    }

    @Test func `a word wider than a line is cut`() {
        let lines = StyledText(String(repeating: "A1", count: 30)).wrapped(20, indent: 2).map(\.plain)
        #expect(lines.allSatisfy { $0.count <= 20 })
        #expect(lines.joined().filter { $0 != " " } == String(repeating: "A1", count: 30))
    }

    @Test func `roles survive a break`() {
        let text = StyledText("one two ", .plain) + StyledText("three four", .bad)
        let lines = text.wrapped(12)
        #expect(lines.count == 2)
        #expect(lines.last?.spans.filter { $0.role == .bad }.map(\.text).joined() == "three four")
    }

    @Test func `wide characters do not run over the edge`() {
        let lines = StyledText(String(repeating: "東京 ", count: 20)).wrapped(21).map(\.plain)
        #expect(lines.allSatisfy { TerminalText.width($0) <= 21 })
    }
}
