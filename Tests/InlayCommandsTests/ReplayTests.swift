import Foundation
import ISO7816
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

    @Test(arguments: [
        ("\"maximumCommand\":65544", "\"maximumCommand\":-1", ": maximumCommand is"),
        ("\"maximumCommand\":65544", "\"maximumCommand\":9223372036854775807", ": maximumCommand is"),
        ("\"maximumResponse\":65538", "\"maximumResponse\":0", ": maximumResponse is"),
        ("\"atr\":\"", "\"atr\":\"" + String(repeating: "3B", count: 40), ": atr is"),
        ("\"atr\":\"", "\"atr\":\"XY", ": atr is"),
    ])
    func `sizes that no card has are refused with their place`(old: String, new: String, words: String) throws {
        let run = try Self.replay(
            ["--trace-secrets"], [],
            change: { trace in
                #expect(trace.contains(old))
                return trace.replacingOccurrences(of: old, with: new)
            })
        #expect(run.code == .malformedData)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [
        ("{\"command\":\"0084\"", "column 18"), ("{\"command\":\"00840000\"}", "answer is missing"),
        ("{\"answer\":\"9000\"}", "command or status is missing"),
        ("{\"command\":\"00840\",\"answer\":\"9000\"}", "command is not hexadecimal"),
        ("{\"header\":\"00840000\",\"status\":\"9000\",\"answerLength\":-1}", "answerLength is not from"),
    ])
    func `what is wrong in a line of a trace is named`(line: String, words: String) throws {
        let run = try Self.replay(["--trace-secrets"], [], change: { $0 + "\n" + line + "\n" })
        #expect(run.code == .malformedData)
        #expect(
            run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words), "\(run.errors)")
    }

    @Test func `a command or an answer that no link carries is refused with its line`() throws {
        let long = String(repeating: "00", count: 70_000)
        for line in [
            "{\"command\":\"\(long)\",\"answer\":\"9000\"}", "{\"command\":\"00840000\",\"answer\":\"\(long)\"}",
        ] {
            let run = try Self.replay(["--trace-secrets"], [], change: { $0 + "\n" + line + "\n" })
            #expect(run.code == .malformedData)
            #expect(run.errors.contains("is no trace: line "))
        }
    }

    @Test func `a trace of 200,000 exchanges is replayed to its end`() throws {
        try TemporaryFolder.use { folder in
            let head = "{\"schema\":\"inlay.trace/1\",\"secrets\":true,\"atr\":\"3B80800101\",\"reader\":\"R\"}\n"
            let line = "{\"number\":1,\"start\":0,\"duration\":9,\"command\":\"00840000\",\"answer\":\"9000\"}\n"
            let trace = head + String(repeating: line, count: 200_000)
            try trace.write(toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
            let link = try ReplayLink("\(folder)/trace")
            for _ in 0..<200_000 { #expect(try link.exchange([0x00, 0x84, 0x00, 0x00]) == [0x90, 0x00]) }
            #expect(throws: (any Error).self) { try link.exchange([0x00, 0x84, 0x00, 0x00]) }
        }
    }

    /// A line of 73 bytes claims 64 KiB (Docs/rules.md 16).
    @Test func `lengths that a trace claims take no memory before they are asked for`() throws {
        try TemporaryFolder.use { folder in
            let line = "{\"number\":1,\"header\":\"00B00000\",\"status\":\"9000\",\"answerLength\":65536}\n"
            let path = "\(folder)/trace"
            try ("{\"schema\":\"inlay.trace/1\"}\n" + String(repeating: line, count: 5000)).write(
                toFile: path, atomically: true, encoding: .utf8)
            let trace = try RecordedTrace(path)
            #expect(trace.entries.count == 5000)
            for entry in trace.entries {
                guard case .lengths(65_536, 0x9000) = entry.reply else {
                    Issue.record("the data are made already")
                    return
                }
            }
            let answer = try ReplayLink(path).exchange([0x00, 0xB0, 0x00, 0x00, 0x00])
            #expect(
                answer.count == 65_538 && answer.suffix(2) == [0x90, 0x00] && answer.dropLast(2).allSatisfy { $0 == 0 })
            let run = CommandRun("trace", "show", path, "--count=1")
            #expect(
                run.output.contains("→ 65,536 bytes  9000") || run.output.contains("→ 65536 bytes  9000"),
                "\(run.output)")
            #expect(CommandRun("trace", "show", path, "--count=1", "--json").output.contains("\"answerLength\": 65536"))
        }
    }

    @Test func `hostile traces end in answers, or in a line of the trace`() throws {
        try TemporaryFolder.use { folder in
            let words = ["apdu", "--any-status", "0084000008", "00B09C0000", "--trace=\(folder)/trace"]
            #expect(
                CommandRun(words + ["--reader=sim:passport", "--trace-secrets"], house: SimulatedPassport.house()).code
                    == .done)
            let seed = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/trace")))
            var state: UInt64 = 0x2545_F491_4F6C_DD1D
            func random(_ limit: Int) -> Int {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Int(state % UInt64(limit))
            }
            for _ in 0..<500 {
                var bytes = seed
                for _ in 0...random(4) {
                    switch random(3) {
                    case 0: bytes[random(bytes.count)] = UInt8(random(256))
                    case 1: bytes.remove(at: random(bytes.count))
                    default: bytes.insert(UInt8(random(256)), at: random(bytes.count + 1))
                    }
                }
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/changed"))
                do throws(Failure) {
                    let link = try ReplayLink("\(folder)/changed")
                    #expect(link.limits.maximumCommand > 0 && link.answerToReset.bytes.count <= 33)
                    _ = try? link.exchange([0x00, 0x84, 0x00, 0x00, 0x08])
                } catch {
                    #expect(error.exitCode == .malformedData)
                    #expect(error.message.contains("line "))
                }
            }
        }
    }

    /// Lines are counted as an editor counts them.
    @Test func `an empty line counts`() throws {
        let run = try Self.replay(["--trace-secrets"], [], change: { "\n\n" + $0 + "\n\nnonsense\n" })
        let count = run.errors.components(separatedBy: "line ").dropFirst().first.flatMap {
            Int($0.prefix { $0.isNumber })
        }
        #expect(run.code == .malformedData)
        #expect((count ?? 0) > 10)
    }

    @Test func `frames cannot be answered from a trace without data, and the way to one with data is named`() throws {
        try TemporaryFolder.use { folder in
            let script = "frame 06 00 00 03 01 00 => 14 01 ??*16 00 03\n"
            let recorded = CommandRun(
                "run", "-", "--reader=sim:suica", "--trace=\(folder)/trace",
                house: SimulatedPassport.house(input: script))
            #expect(recorded.code == .done)
            for words in [["run", "-"], ["transit", "read"]] {
                let run = CommandRun(
                    words + ["--reader=replay:\(folder)/trace"], house: SimulatedPassport.house(input: script))
                #expect(run.code == .malformedData)
                #expect(run.errors.contains("the trace holds no data"))
                #expect(run.errors.contains("--trace-secrets"))
            }
        }
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
