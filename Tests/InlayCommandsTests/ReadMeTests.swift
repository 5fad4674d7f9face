import Foundation
import Testing

@testable import InlayCommands

@Suite struct ReadMeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Durations and days differ from run to run.
    private static func lasting(_ text: String) -> [String] {
        text.components(separatedBy: "\n").filter { !$0.isEmpty }
            .filter { !$0.hasPrefix("  time ") }
            .map { $0.hasPrefix("Checks  as of ") ? "Checks" : $0 }
    }

    @Test func `the report on the front page is a real one`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```")
        let shown = try #require(blocks.first { $0.contains("HALVORSDOTTER") })
        let run = CommandRun("passport", "read", "--reader", "sim:passport", house: SimulatedPassport.house())
        #expect(Self.lasting(shown) == Self.lasting(run.output))
    }

    @Test func `the contract marks the commands that are there, and no others`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/cli.md"), encoding: .utf8)
        var marked: Set<String> = []
        for cell in page.matches(of: /\*\*`inlay ([^`]+)`\*\*/) {
            // "sim list / serve" are two commands, and words in capitals are arguments.
            let words = cell.output.1.split(separator: " ").filter { $0.first?.isLowercase ?? false }
            let family = cell.output.1.contains("/") ? words.first.map { "\($0) " } ?? "" : ""
            let names = family.isEmpty ? [words.joined(separator: " ")] : words.dropFirst().map { family + $0 }
            marked.formUnion(names)
        }
        #expect(marked == Set(Catalogue.commands.map(\.title)))
    }
}
