import Foundation
import ISO7816
import PCSC
import Testing

@testable import InlayCommands

/// The examples of Docs/json.md against what the program writes.
@Suite struct JSONDocumentTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Docs/json.md")

    /// A command line of the page, and the block behind it.
    private struct Example {
        let words: [String]
        let block: Range<Int>
        let text: String
    }

    @Test func `every example is what the program writes`() throws {
        var lines = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n")
        let examples = Self.examples(in: lines)
        #expect(examples.count >= 11)
        let rewrites = ProcessInfo.processInfo.environment["INLAY_WRITE_DOCS"] == "1"
        for example in examples.reversed() {
            let real = try Self.output(of: example.words)
            if rewrites {
                lines.replaceSubrange(example.block, with: real.components(separatedBy: "\n"))
            } else {
                #expect(Self.withoutDurations(example.text) == Self.withoutDurations(real), "\(example.words)")
            }
        }
        if rewrites { try lines.joined(separator: "\n").write(to: Self.page, atomically: true, encoding: .utf8) }
    }

    @Test func `every schema is on the page`() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        for schema in [
            "error", "info", "presets", "doctor", "event", "watch", "readers", "simulators", "apdu", "run", "test",
            "imported-trace", "decode", "mrz", "passport", "passport-info", "document", "password", "pki",
            "verification",
            "trace", "transit", "station",
        ] { #expect(page.contains("## inlay.\(schema)/1")) }
    }

    private static func examples(in lines: [String]) -> [Example] {
        var examples: [Example] = []
        var words: [String]?
        var start: Int?
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("`inlay "), line.hasSuffix("`") {
                words = line.dropFirst().dropLast().split(separator: " ").dropFirst().map(String.init)
            } else if line == "```json" {
                start = index + 1
            } else if line == "```", let first = start, let command = words {
                examples.append(
                    Example(words: command, block: first..<index, text: lines[first..<index].joined(separator: "\n")))
                (words, start) = (nil, nil)
            }
        }
        return examples
    }

    private static let reader = ["--reader=sim:passport"]

    private static func output(of words: [String]) throws -> String {
        if words.first == "doctor" {
            return try DoctorCommandTests.withDesk { root in
                let house = try DoctorCommandTests.house(root, [("ACS ACR122U PICC Interface 00 00", 0x0001_00A2)])
                return CommandRun(words, house: house).output.trimmingCharacters(in: .newlines)
            }
        }
        let house: House
        if words.first == "watch" {
            house = .test(
                readers: FakeReaders(events: [
                    .init(.readerAdded, at: "Example Reader 00 00"),
                    .init(.cardInserted(AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])), at: "Example Reader 00 00"),
                ]))
        } else if words.first == "readers" {
            let empty = ReaderSummary(name: "Other Reader 01 00", presence: .empty)
            let readers = FakeReaders(readers: [.loaded("Example Reader 00 00"), empty])
            house = .test(readers: readers, simulators: Array(SimulatorEntry.all.prefix(1)))
        } else {
            // The script of inlay run.
            house = SimulatedPassport.house(input: "00 84 00 00 08 => ??*8 9000\nexpect data 00 ..\n")
        }
        if words.contains("SAVED") {
            return try TemporaryFolder.use { folder in
                #expect(CommandRun(["passport", "read", "--out", "\(folder)/a"] + reader, house: house).code == .done)
                let run = CommandRun(words.map { $0 == "SAVED" ? "\(folder)/a" : $0 }, house: house)
                return run.output.replacing("\(folder)/a", with: "SAVED").trimmingCharacters(in: .newlines)
            }
        }
        guard words.contains("FILE") else {
            return CommandRun(words, house: house).output.trimmingCharacters(in: .newlines)
        }
        return try TemporaryFolder.use { folder in
            let run = CommandRun(words.map { $0 == "FILE" ? "\(folder)/trace" : $0 }, house: house)
            #expect(run.code == .done || run.code == .cardError)
            return try String(contentsOfFile: "\(folder)/trace", encoding: .utf8).trimmingCharacters(in: .newlines)
        }
    }

    private static func withoutDurations(_ text: String) -> String {
        text.replacing(/"([a-zA-Z]*[mM]icroseconds|start|duration)": ?\d+/) { "\"\($0.1)\": 0" }
    }
}
