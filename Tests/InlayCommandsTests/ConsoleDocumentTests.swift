import ChipSimulation
import Foundation
import ISO7816
import Octets
import Testing

@testable import InlayCommands

/// The examples of Docs/console.md, run as they stand there.
@Suite struct ConsoleDocumentTests {
    private static func example(_ name: String) throws -> String {
        let page = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Docs/console.md")
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "```inlay \(name)"))
        let end = try #require(lines[start...].firstIndex(of: "```"))
        return lines[(start + 1)..<end].joined(separator: "\n")
    }

    private static func run(_ name: String, _ card: [(String, String)]) throws -> CommandRun {
        let rows = try card.map { (try Hex.bytes($0.0), try Hex.bytes($0.1)) }
        let readers = FakeReaders(
            readers: [.loaded("Example Reader 00 00")],
            card: { _ in
                ScriptedLink(rows.map { ScriptedLink.Line(command: $0.0, answer: $0.1) })
            })
        return CommandRun("run", "-", "--verbose", house: .test(readers: readers, input: try example(name)))
    }

    @Test func `the passport of the page`() throws {
        let run = CommandRun(
            "run", "-", "--reader=sim:passport", house: SimulatedPassport.house(input: try Self.example("passport")))
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("HALVORSDOTTER"))
    }

    @Test func `the DESFire of the page`() throws {
        // GetVersion in three parts (AN12343), one application.
        let run = try Self.run(
            "desfire",
            [
                ("9060000000", "04010133001A05 91AF"), ("90AF000000", "04010103001A05 91AF"),
                ("90AF000000", "04655A2A5D6480 B90C0D4A30 4820 9100"), ("906A000000", "112233 445566 9100"),
                ("905A00000311223300", "9100"),
            ])
        #expect(run.code == .done, "\(run.errors)")
    }

    @Test func `the PIV card of the page`() throws {
        // SP 800-73-4 part 2 §3.1: application property template, CHUID in two parts, three tries.
        let chuid = "53" + "10" + "301900000000000000000000000000"
        let run = try Self.run(
            "piv",
            [
                ("00A404000BA00000030800001000010000", "61174F0600001000010079074F05A000000308 500450495631 9000"),
                ("00CB3FFF055C035FC10200", String(chuid.prefix(20)) + "6108"),
                ("00C0000008", String(chuid.dropFirst(20)) + "00 9000"),
                ("00200080", "63C3"),
            ])
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("tries left 63C3"))
    }

    @Test func `the transit card of the page, with both layers`() throws {
        let run = CommandRun(
            "run", "-", "--reader=sim:suica", house: SimulatedPassport.house(input: try Self.example("transit")))
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("balance 3574 yen") && run.output.contains("3,574 yen left"), "\(run.output)")
        #expect(run.output.contains("frame > 060000030100"))
        // The frame inside of what the reader was told.
        #expect(
            run.output.components(separatedBy: "\n").contains {
                $0.contains("reader > FF") && $0.contains("060000030100")
            })
    }
}
