import Foundation
import Testing

@testable import InlayCommands

@Suite struct TraceShowTests {
    /// Records what `inlay apdu` sends to the simulated passport.
    private static func recorded<R>(
        _ commands: [String], secrets: Bool = true, _ body: (_ path: String) throws -> R
    ) throws -> R {
        try TemporaryFolder.use { folder in
            let words =
                ["apdu", "--any-status"] + commands + ["--reader=sim:passport-bac", "--trace=\(folder)/trace"]
                + (secrets ? ["--trace-secrets"] : [])
            #expect(CommandRun(words, house: SimulatedPassport.house()).code == .done)
            return try body("\(folder)/trace")
        }
    }

    private static let commands = ["00A4040C07A0000002471001", "0084000008", "00B0950000"]

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: - A command that is not the next one

    /// It is told which command the trace expects, and the expected one still works afterwards.
    @Test(arguments: [true, false])
    func `a command out of turn names the one that is expected, and loses no place`(secrets: Bool) throws {
        try Self.recorded(Self.commands, secrets: secrets) { path in
            let script = "00A4040C07A0000002471001\n00B0950000\n0084000008\n"
            let run = CommandRun(
                ["console", "--reader=replay:\(path)"], house: SimulatedPassport.house(input: script))
            #expect(
                Self.words(run.errors).contains("expects command 2 of 3 next: GET CHALLENGE, 00 84 00 00, 5 bytes"),
                "\(run.errors)")
            // The challenge came after the question that nobody had recorded.
            #expect(run.output.contains("> 0084000008"))
            #expect(run.output.split(separator: "\n").filter { $0.contains("9000") }.count == 2, "\(run.output)")
            for word in ["reader failed", "antenna", "lies on"] { #expect(!run.errors.contains(word), "\(run.errors)") }
        }
    }

    @Test func `a trace that has ended says so`() throws {
        try Self.recorded(["0084000008"]) { path in
            let run = CommandRun(
                ["apdu", "--any-status", "0084000008", "0084000008", "--reader=replay:\(path)"],
                house: SimulatedPassport.house())
            #expect(run.code == .cardError)
            #expect(run.errors.contains("the trace has ended: it holds 1 command"), "\(run.errors)")
            #expect(run.errors.contains("inlay trace show"))
        }
    }

    /// What failed when it was recorded is told as that, not as a card that lies wrong now.
    @Test func `a recorded failure speaks of the recording`() throws {
        try TemporaryFolder.use { folder in
            let trace = """
                {"schema":"inlay.trace/1","secrets":true,"atr":"3B80800101","reader":"R"}
                {"number":1,"command":"0084000008","answer":null,"failure":"the card was removed"}

                """
            try trace.write(toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
            let run = CommandRun("apdu", "0084000008", "--reader=replay:\(folder)/trace", house: .test())
            #expect(run.code == .noCard)
            #expect(run.errors.contains("so it was when the trace was recorded"), "\(run.errors)")
            #expect(!run.errors.contains("antenna") && !run.errors.contains("doctor"), "\(run.errors)")
        }
    }

    // MARK: - What the card is

    /// A reading asks other things than identification; what it did ask is answered from it.
    @Test func `info on the trace of a reading knows the passport, and what it cannot know`() throws {
        try TemporaryFolder.use { folder in
            let words = ["passport", "read", "--reader=sim:passport", "--trace=\(folder)/trace", "--trace-secrets"]
            #expect(CommandRun(words, house: SimulatedPassport.house()).code == .done)
            let run = CommandRun("info", "--reader=replay:\(folder)/trace", house: SimulatedPassport.house())
            #expect(run.code == .done)
            #expect(run.output.contains("the trace: holds no answer to"), "\(run.output)")
            #expect(!run.output.contains("not identified"), "\(run.output)")
        }
    }

    @Test func `a trace that answers nothing is no card that was not identified`() throws {
        try Self.recorded(["00B0950000"]) { path in
            let run = CommandRun("info", "--reader=replay:\(path)", house: SimulatedPassport.house())
            #expect(run.output.contains("not known from this trace"), "\(run.output)")
            #expect(!run.output.contains("not identified"))
            // The question took no place in the trace.
            let both = CommandRun(
                ["console", "--reader=replay:\(path)"], house: SimulatedPassport.house(input: "info\n00B0950000\n"))
            #expect(both.code == .done && both.output.contains("> 00B0950000"), "\(both.errors)")
        }
    }

    @Test func `the trace of an identification is identified as the card was`() throws {
        try TemporaryFolder.use { folder in
            let live = CommandRun(
                "info", "--json", "--reader=sim:passport", "--trace=\(folder)/trace", "--trace-secrets",
                house: SimulatedPassport.house())
            let again = CommandRun(
                "info", "--json", "--reader=replay:\(folder)/trace", house: SimulatedPassport.house())
            let families = { (run: CommandRun) throws in
                try JSONReader.value(Array(run.output.utf8))["families"]
            }
            let wanted = try families(live)
            #expect(try families(again) == wanted)
            #expect(!again.output.contains("holds no answer"))
        }
    }

    // MARK: - trace show

    @Test func `each command stands on a line with its answer in words, and bytes only when asked for`() throws {
        try Self.recorded(Self.commands) { path in
            let run = CommandRun("trace", "show", path)
            #expect(run.code == .done)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 4, "\(run.output)")
            #expect(lines[0].hasPrefix("3 commands"))
            #expect(lines[1].contains("SELECT  00A4040C, 12 bytes  → 9000"), "\(lines[1])")
            #expect(lines[2].contains("GET CHALLENGE  00840000, 5 bytes  → 8 bytes  9000"), "\(lines[2])")
            #expect(lines[3].contains("READ BINARY  00B09500, 5 bytes  → 6A82"), "\(lines[3])")
            #expect(!run.output.contains("A0000002471001"))
            let open = CommandRun("trace", "show", "--show-data", path)
            #expect(open.output.contains("00A4040C07A0000002471001"))
            let json = try JSONReader.value(Array(CommandRun("trace", "show", "--json", path).output.utf8))
            #expect(json["schema"] == "inlay.trace.show/1" && json["exchanges"] == 3)
            #expect(json["shown"]?.elements?.first?["command"] == .null)
        }
    }

    @Test func `a trace without secrets shows what it has`() throws {
        try Self.recorded(Self.commands, secrets: false) { path in
            let run = CommandRun("trace", "show", "--show-data", path)
            #expect(run.output.contains("without secrets"))
            #expect(run.output.contains("GET CHALLENGE  00840000, 5 bytes  → 8 bytes  9000"), "\(run.output)")
        }
    }

    @Test func `a long trace is shown in parts`() throws {
        try TemporaryFolder.use { folder in
            let head = "{\"schema\":\"inlay.trace/1\",\"secrets\":true,\"atr\":\"3B80800101\",\"reader\":\"R\"}\n"
            let line = "{\"number\":1,\"start\":0,\"duration\":9,\"command\":\"00840000\",\"answer\":\"9000\"}\n"
            try (head + String(repeating: line, count: 1000)).write(
                toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
            let run = CommandRun("trace", "show", "\(folder)/trace")
            #expect(run.output.split(separator: "\n").count == 201)
            #expect(run.errors.contains("800 more lines follow: --from 201"), "\(run.errors)")
            let part = CommandRun("trace", "show", "\(folder)/trace", "--from=999", "--count=5")
            #expect(part.output.split(separator: "\n").count == 3)
            for wrong in ["--from=0", "--count=0", "--count=x", "--count=100001"] {
                #expect(CommandRun("trace", "show", "\(folder)/trace", wrong).code == .wrongUse)
            }
            #expect(CommandRun("trace", "show", "\(folder)/trace", "--from=5000").errors.contains("ends before"))
            #expect(CommandRun("trace", "show", "/nonexistent").code == .wrongUse)
        }
    }

    @Test func `hostile traces are shown, or end in a line and a column`() throws {
        try TemporaryFolder.use { folder in
            let words = ["transit", "read", "--reader=sim:suica", "--trace=\(folder)/trace", "--trace-secrets"]
            #expect(CommandRun(words, house: SimulatedPassport.house()).code == .done)
            let seed = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/trace")).prefix(6000))
            var state: UInt64 = 7
            func random(_ limit: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % limit
            }
            for number in 0..<200 {
                var bytes = seed
                for _ in 0...random(4) {
                    switch random(4) {
                    case 0: bytes[random(bytes.count)] = UInt8(random(256))
                    case 1: bytes.remove(at: random(bytes.count))
                    case 2: bytes.insert(contentsOf: Array("99999999999".utf8), at: random(bytes.count + 1))
                    default: bytes.insert(UInt8(random(256)), at: random(bytes.count + 1))
                    }
                }
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/changed"))
                let format = number % 2 == 0 ? ["--json"] : []
                let run = CommandRun(["trace", "show", "\(folder)/changed", "--show-data"] + format)
                #expect(run.code == .done || run.code == .malformedData)
                if run.code == .malformedData {
                    #expect((run.errors + run.output).contains("column"), "\(run.errors)\(run.output)")
                }
            }
        }
    }

    // MARK: - Where a line is wrong

    @Test(arguments: [
        (#"{"command":"00840000","answer":"90zz"}"#, "line 2, column 35: not as --trace writes it: answer"),
        (#"{"command":"00840","answer":"9000"}"#, "line 2, column 17: not as --trace writes it: command"),
        (#"{ "header" : "00840000" , "status" : "9000" , "answerLength" : -1 }"#, "line 2, column 64: not as"),
        (
            #"{"header":"00840000","status":"90","answerLength":1}"#,
            "line 2, column 31: not as --trace writes it: status"
        ),
        (#"{"command":"00840000"}"#, "line 2, column 1: not as --trace writes it: answer is missing"),
        (#"{"command":"00840000"#, "line 2, column"),
    ])
    func `a wrong member is told with line and column`(line: String, words: String) throws {
        try TemporaryFolder.use { folder in
            let head = #"{"schema":"inlay.trace/1","secrets":true}"#
            try (head + "\n" + line + "\n").write(toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
            let run = CommandRun("trace", "show", "\(folder)/trace")
            #expect(run.code == .malformedData)
            #expect(Self.words(run.errors).contains(words), "\(run.errors)")
        }
    }

    @Test func `a wrong member of the first line is told with its column`() throws {
        try TemporaryFolder.use { folder in
            try #"{"schema":"inlay.trace/1", "maximumCommand": 1}"#.write(
                toFile: "\(folder)/trace", atomically: true, encoding: .utf8)
            let run = CommandRun("trace", "show", "\(folder)/trace")
            #expect(Self.words(run.errors).contains("line 1, column 46: maximumCommand"), "\(run.errors)")
        }
    }
}
