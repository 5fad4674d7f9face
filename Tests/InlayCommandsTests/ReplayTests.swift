import Foundation
import InlaySeams
import Testing

@testable import InlayCommands

@Suite struct ReplayTests {
    /// Records a read of the simulated passport, and reads the recording.
    private static func replay(
        _ recording: [String], _ replaying: [String], change: (String) -> String = { $0 }
    ) throws -> CommandRun {
        try TemporaryFolder.use { folder in
            let words = ["passport", "read", "--reader=sim:passport-ca", "--trace=\(folder)/trace"] + recording
            #expect(CommandRun(words, house: SimulatedPassport.house()).code == .done)
            let trace = change(try String(contentsOfFile: "\(folder)/trace", encoding: .utf8))
            try trace.write(toFile: "\(folder)/changed", atomically: true, encoding: .utf8)
            var house = SimulatedPassport.house()
            // Other randomness than in the recording: the recording brings its own.
            house.random = .seeded(99)
            return CommandRun(
                ["passport", "read", "--reader=replay:\(folder)/changed", SimulatedPassport.key] + replaying,
                house: house)
        }
    }

    @Test(arguments: ["auto", "bac"])
    func `a trace with secrets is read again, with its cryptography`(access: String) throws {
        let run = try Self.replay(
            ["--trace-secrets", "--access", access], ["--access", access, "--trust=sim:passport-ca", "--json"])
        #expect(run.code == .done)
        #expect(run.output.contains("\"source\": \"replayed\""))
        #expect(run.output.contains("HALVORSDOTTER"))
        #expect(run.output.contains("(chip authentication), so it is no copy"))
    }

    @Test func `another key is another conversation`() throws {
        let run = try Self.replay(["--trace-secrets"], ["--can=271828"])
        #expect(run.code == .cardError)
        #expect(run.errors.contains("another one than in the trace"))
    }

    @Test func `a trace without secrets gives status words and lengths, and opens nothing`() throws {
        let run = try Self.replay([], [])
        #expect(run.code != .done)
        #expect(!run.output.contains("HALVORSDOTTER"))
    }

    @Test func `commands that need no secret are replayed from such a trace`() throws {
        try TemporaryFolder.use { folder in
            let commands = ["00A4040C07A0000002471001", "0084000008", "00B0950000"]
            let words = ["apdu", "--any-status"] + commands
            let first = CommandRun(
                words + ["--reader=sim:passport-bac", "--trace=\(folder)/trace"], house: SimulatedPassport.house())
            let again = CommandRun(words + ["--reader=replay:\(folder)/trace"], house: SimulatedPassport.house())
            #expect(again.code == .done)
            let statuses = { (text: String) in
                text.split(separator: "\n").filter { $0.hasPrefix("<") }.map {
                    $0.split(separator: " ").dropFirst().suffix(3)
                }
            }
            #expect(statuses(again.output).count == statuses(first.output).count)
            #expect(again.output.contains("0000000000000000 9000  done"))
        }
    }

    @Test(arguments: ["", "nonsense\n", "{\"schema\":\"inlay.other/1\"}\n"])
    func `another file is no trace`(text: String) throws {
        let run = try Self.replay(["--trace-secrets"], [], change: { _ in text })
        #expect(run.code == .malformedData)
        #expect(run.errors.contains("is no trace: line 1"))
    }

    @Test func `an edited line is named`() throws {
        let run = try Self.replay(
            ["--trace-secrets"], [],
            change: { trace in
                var lines = trace.components(separatedBy: "\n")
                lines[3] = "{\"number\":3}"
                return lines.joined(separator: "\n")
            })
        #expect(run.code == .malformedData)
        #expect(run.errors.contains("line 4"))
    }
}
