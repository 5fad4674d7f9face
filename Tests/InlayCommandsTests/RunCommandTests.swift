import ChipSimulation
import Foundation
import ISO7816
import InlaySeams
import Synchronization
import Testing

@testable import InlayCommands

@Suite struct RunCommandTests {
    private static let script = """
        # a passport, plain and protected
        00 A4 04 0C Lc A0000002471001 => 9000
        00 84 00 00 08 => {challenge:8} 9000
        secure pace
        cd passport
        00 B0 9E 00 Le(8) => 60 .. 9000
        cat DG1
        expect data 61 ..
        secure off
        00 A4 04 0C Lc A0000002471001 => 9000 / 6982
        00 B0 81 00 00 => 6982 / 6985 / 6986
        """

    @Test(arguments: ["sw=9000", "atr=3B00", "data=00"])
    func `nobody but the card says what it answered`(value: String) {
        let input = "expect $\(value.prefix { $0 != "=" }) is \(value.drop { $0 != "=" }.dropFirst())\n"
        let log = CommandLog()
        let house = ScriptedCards.house(input: input) { log.watching(ScriptedCards.ntag213()) }
        let run = CommandRun("run", "-", "--set", value, house: house)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("follows the replies of the card"), "\(run.errors)")
        #expect(log.commands.isEmpty)
    }

    @Test func `no secret is asked for when the preset is for another card`() {
        var house = ScriptedCards.house { ScriptedCards.ntag213() }
        house.input = Input(
            isTerminal: true, readAll: { _ in Array("preset em.login\n".utf8) }, readSome: { [] },
            askSecretly: { question in
                Issue.record("asked: \(question)")
                return nil
            })
        let run = CommandRun("run", "-", house: house)
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("em.login was not sent"), "\(run.errors)")
    }

    @Test(arguments: ["apdu", "run", "console"])
    func `help says that only presets are guarded`(command: String) {
        let text = CommandRun(command, "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(command == "apdu" ? "Nothing is guarded here" : "Only presets are guarded"), "\(text)")
    }

    @Test func `a script against a passport, plain and inside of PACE, and the same from its trace`() throws {
        try TemporaryFolder.use { folder in
            try Self.script.write(toFile: "\(folder)/check.inlay", atomically: true, encoding: .utf8)
            let card = ["--reader=sim:passport?pace=gm", "--trace=\(folder)/trace", "--trace-secrets"]
            let first = CommandRun(
                ["run", "\(folder)/check.inlay", SimulatedPassport.key] + card, house: SimulatedPassport.house())
            #expect(first.code == .done, "\(first.errors)")
            #expect(first.output.contains("}> 00B09E0008"))
            #expect(first.output.contains("HALVORSDOTTER"))
            #expect(first.errors.contains("passed: 13 sent, 6 expectations met"))
            var house = SimulatedPassport.house()
            house.random = .seeded(99)
            let again = CommandRun(
                ["run", "\(folder)/check.inlay", SimulatedPassport.key, "--reader=replay:\(folder)/trace"], house: house
            )
            #expect(again.code == .done, "\(again.errors)")
            #expect(again.output == first.output)
        }
    }

    /// A CAN or a zone can be found from them, and such a document is what people show to others (Docs/rules.md 11).
    @Test(arguments: ["run", "console"])
    func `what opens the chip is in the document with --verbose only`(command: String) throws {
        func wires(_ script: String, _ reader: String, _ options: String...) throws -> [String] {
            let words = command == "run" ? ["run", "-"] : ["console"]
            let run = CommandRun(
                words + ["--reader=sim:\(reader)"] + options, house: SimulatedPassport.house(input: script))
            #expect(run.code == .done, "\(run.errors)")
            let lines = options.contains("--jsonl") ? run.output.split(separator: "\n").map(String.init) : [run.output]
            var steps: [[String: Any]] = []
            for line in lines {
                let document = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                steps += document["steps"] as? [[String: Any]] ?? [document]
            }
            return steps.filter { $0["kind"] as? String == "wire" }.compactMap { $0["command"] as? String }
        }
        func opens(_ wire: String) -> Bool { ["0084", "0082", "0022", "0086", "1086"].contains(wire.prefix(4)) }
        for (mode, reader) in [("bac", "passport-bac"), ("pace", "passport")] {
            let script = "secure \(mode)\ncd passport\n"
            for format in ["--json", "--jsonl"] {
                #expect(try wires(script, reader, format, "--verbose").contains(where: opens))
                let kept = try wires(script, reader, format)
                #expect(kept.contains { $0.hasPrefix("0C") } && !kept.contains(where: opens), "\(kept)")
            }
        }
        // A session that is lost while a file is read is opened again.
        let lost = "passport?access=bac&extended=off&sw=read,session,nth:7,answer:6988,drop"
        let script = "secure bac\ncd passport\ncat DG2\n"
        #expect(try wires(script, lost, "--json", "--verbose").filter(opens).count > 2)
        let kept = try wires(script, lost, "--json")
        #expect(kept.count > 7 && !kept.contains(where: opens), "\(kept)")
    }

    @Test func `a transcript that the script saves is replayed without a card`() throws {
        try TemporaryFolder.use { folder in
            let script = "00 B0 9C 00 00 => 31 .. 9000\nprint $data\nsave transcript \"\(folder)/transcript\"\n"
            let first = CommandRun(
                "run", "-", "--reader=sim:passport", house: SimulatedPassport.house(input: script))
            #expect(first.code == .done, "\(first.errors)")
            #expect(PrivateFile.exists("\(folder)/transcript"))
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/transcript")[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let replayed = script.replacingOccurrences(of: "/transcript", with: "/second")
            let again = CommandRun(
                "run", "-", "--reader=replay:\(folder)/transcript", house: SimulatedPassport.house(input: replayed))
            #expect(again.code == .done)
            #expect(again.output.prefix { $0 != "s" } == first.output.prefix { $0 != "s" })
            // Nothing is overwritten.
            let refused = CommandRun(
                "run", "-", "--reader=sim:passport", house: SimulatedPassport.house(input: script))
            #expect(refused.code == .wrongUse)
            #expect(refused.errors.contains("line 3"))
        }
    }

    @Test func `the first expectation that is not met ends it with 13 and its line`() {
        let input = "00A4000C\n# next\n00840000 => 9000 / 6700\nexpect 6985\n00FF0000\n"
        let run = CommandRun("run", "-", house: .test(readers: .answering(0x9000), input: input))
        #expect(run.code == .expectationFailed)
        #expect(run.errors.contains("standard input, line 4: expected 6985, got 00840000 9000, done"))
        #expect(!run.output.contains("00FF0000"))
        let json = CommandRun("run", "-", "--json", house: .test(readers: .answering(0x9000), input: input))
        #expect(json.code == .expectationFailed)
        #expect(json.output.contains("\"passed\": false"))
        #expect(json.output.contains("\"line\": 4"))
    }

    @Test(arguments: ["00A4X0", "repeat 3 {", "secure pace 123456", "\"abc"])
    func `a script that cannot be read sends nothing and names the place`(text: String) {
        let run = CommandRun("run", "-", house: .test(readers: .answering(0x9000), input: "00A4000C\n" + text))
        #expect(run.code == .malformedData)
        #expect(run.errors.contains("standard input, line 2, column "))
        #expect(run.output.isEmpty)
    }

    /// Exit code 2 says that nothing was sent.
    @Test(arguments: [
        ("repeat 1 { secure pace }", "nothing was given that opens the chip"),
        ("preset piv.nonsense", "standard input, line 3: there is no preset"),
    ])
    func `what a script will miss is missed before its first command`(text: String, words: String) {
        let log = CommandLog()
        let house = ScriptedCards.house(input: "00A4000C\n00840000\n\(text)\n") { log.watching(ScriptedCards.piv()) }
        let run = CommandRun("run", "-", house: house)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(log.commands.isEmpty)
        #expect(run.output.isEmpty)
    }

    @Test func `a key is asked for once, before the first command, for every way in which the script opens the chip`() {
        var house = House.test(readers: .answering(0x6D00))
        let questions = Mutex(0)
        let input = House.test(input: "secure bac\nif 9000 { secure pace }\n").input
        house.input = Input(
            isTerminal: false, readAll: input.readAll, readSome: input.readSome,
            askSecretly: { _ in
                questions.withLock { $0 += 1 }
                return SimulatedPassport.zone.joined(separator: "/")
            })
        let run = CommandRun("run", "-", house: house)
        // The card is none; what counts is how often was asked.
        #expect(run.code != .done)
        #expect(questions.withLock { $0 } == 1)
    }

    @Test func `quietly it says what the script prints and nothing else`() {
        let input = "00A4000C => 9000\nprint \"found\" $sw\nrepeat 2 { 00840000 }\n"
        let run = CommandRun("run", "-", "--quiet", house: .test(readers: .answering(0x9000), input: input))
        #expect(run.code == .done)
        #expect(run.output == "found 9000\n")
        #expect(run.errors.isEmpty)
        let failed = CommandRun(
            "run", "-", "--quiet", house: .test(readers: .answering(0x9000), input: "00A4000C => 6982\n"))
        #expect(failed.code == .expectationFailed)
        #expect(failed.output.isEmpty)
        #expect(failed.errors.contains("line 1: expected 6982"))
    }

    @Test func `variables come from the command line`() {
        let input = "00 20 00 80 Lc $pin\n"
        let run = CommandRun("run", "-", "--set", "pin=31 32", house: .test(readers: .answering(0x9000), input: input))
        #expect(run.code == .done)
        #expect(run.output.contains("> 00200080023132"))
        let wrong = CommandRun("run", "-", "--set", "pin=3", house: .test(readers: .answering(0x9000), input: input))
        #expect(wrong.code == .wrongUse)
    }

    @Test func `a card that is lost ends it with its line and what was done before`() {
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in FaultyLink(SimulatedLink(ConstantChip(0x9000)), faults: [2: .removeCard]) })
        let run = CommandRun(
            "run", "-", "--json", house: .test(readers: readers, input: "00A4000C\n\n00A4000C\n"))
        #expect(run.code == .noCard)
        #expect(run.output.contains("\"schema\": \"inlay.error/1\""))
        #expect(run.output.contains("\"line\": 3"))
        #expect(run.output.contains("\"command\": \"00A4000C\""))
    }

    private static let frames = """
        frame 06 00 00 03 01 00 => 14 01 ??*16 00 03
        frame 10 06 01 01 0A 10 F0 E1 D2 C3 01 8B 00 01 80 00 => 1D 07 ??*8 00 00 01 ??*16
        frame 10 06 01 01 0A 10 F0 E1 D2 C3 01 01 09 01 80 00 => 0C 07 ??*8 01 A6
        frame 10 06 01 01 0A 10 F0 E1 D2 C4 01 8B 00 01 80 00 => none
        """

    @Test(arguments: ["acr122u", "acr1252u", "acr1552u", "rcs300", "utrust3700f"])
    func `frames reach a chip through every reader, and a trace of both layers is replayed`(reader: String) throws {
        try TemporaryFolder.use { folder in
            let card = ["--reader=sim:suica?reader=\(reader)", "--trace=\(folder)/trace"]
            let first = CommandRun(
                ["run", "-"] + card + ["--trace-secrets"], house: SimulatedPassport.house(input: Self.frames))
            #expect(first.code == .done, "\(first.errors)")
            let lines = try String(contentsOfFile: "\(folder)/trace", encoding: .utf8).split(separator: "\n")
            let frames = lines.filter { $0.contains("\"layer\":\"frame\"") }
            #expect(frames.contains { $0.contains("\"frame\":\"060000030100\"") })
            #expect(frames.contains { $0.contains("\"outcome\":\"silence\"") })
            // Identiv's instructions carry parts of a frame, the others all of it.
            let whole = "060000030100"
            #expect(
                reader == "utrust3700f" || lines.contains { $0.contains("\"command\":\"FF") && $0.contains(whole) }
                    || lines.contains { $0.contains("D44A01010000030100") })
            let again = CommandRun(
                ["run", "-", "--reader=replay:\(folder)/trace"], house: SimulatedPassport.house(input: Self.frames))
            #expect(again.code == .done, "\(again.errors)")
            #expect(again.output == first.output)
        }
    }

    @Test func `a trace without secrets holds neither IDm nor blocks in any layer`() throws {
        try TemporaryFolder.use { folder in
            let run = CommandRun(
                ["run", "-", "--reader=sim:suica", "--trace=\(folder)/trace"],
                house: SimulatedPassport.house(input: Self.frames))
            #expect(run.code == .done, "\(run.errors)")
            let trace = try String(contentsOfFile: "\(folder)/trace", encoding: .utf8)
            #expect(!trace.contains("01010A10F0E1D2C3"))
            #expect(trace.contains("\"statusFlags\":\"01A6\""))
            #expect(trace.contains("\"code\":\"06\""))
            #expect(trace.contains("\"dialect\":\"transparent\""))
        }
    }

    @Test func `frames need a reader that passes them on, and say so`() {
        let run = CommandRun("run", "-", house: .test(readers: .answering(0x6D00), input: "frame 30 00"))
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("line 1"))
    }
}
