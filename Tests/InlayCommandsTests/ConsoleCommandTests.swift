import ChipSimulation
import Foundation
import ISO7816
import InlaySeams
import Synchronization
import TestSupport
import Testing

@testable import InlayCommands

@Suite struct ConsoleCommandTests {
    private static func run(_ input: String, _ words: String..., house: House? = nil) -> CommandRun {
        var house = house ?? SimulatedPassport.house(input: input)
        house.input = House.test(input: input).input
        return CommandRun(["console"] + words, house: house)
    }

    @Test func `it works without a terminal, and goes on after a line that fails`() {
        let run = Self.run(
            """
            00 A4 04 0C 07 A0 00 00 02 47 10 01
            00 A4 0X
            expect 9000
            nonsense
            repeat 2 {
            00 84 00 00 08
            }
            quit
            00 FF 00 00

            """, "--reader=sim:passport-bac")
        #expect(run.code == .malformedData)
        #expect(run.output.components(separatedBy: "> 0084000008").count == 3)
        #expect(run.output.contains("ok  9000"))
        #expect(!run.output.contains("00FF0000"))
        #expect(run.errors.contains("column 8"))
    }

    @Test func `help explains every word, and says so of what it does not know`() {
        for subject in ConsoleHelp.subjects + ConsoleHelp.words + ["piv.chuid"] {
            let run = Self.run("help \(subject)\n", "--reader=sim:passport")
            #expect(run.code == .done && run.output.count > 20, "\(subject)")
        }
        #expect(Self.run("help nothing\n", "--reader=sim:passport").code == .wrongUse)
    }

    @Test func `help without a word names all of them`() {
        let output = Self.run("help\n", "--reader=sim:passport").output
        for word in ConsoleHelp.subjects where word != "send" { #expect(output.contains(word), "\(word)") }
    }

    @Test func `variables are shown with what they hold`() {
        let run = Self.run(
            "set name = 01 02\nnumber n = 2 * 3\n00 B0 9C 00 02\ncapture start\nvariables\n", "--reader=sim:passport")
        for line in ["$name = 0102", "$n = 6", "$start = 3114", "$sw = ", "$atr = 3B85"] {
            #expect(run.output.components(separatedBy: "\n").contains { $0.hasPrefix(line) }, "\(line): \(run.output)")
        }
    }

    @Test func `secure bac opens a passport, and secure off closes it again`() {
        let run = Self.run(
            "secure bac\n00 B0 81 00 05\nsecure off\n00 A4 04 0C 07 A0 00 00 02 47 10 01\n00 B0 81 00 05\n",
            "--reader=sim:passport-bac")
        #expect(run.output.contains("}> 00B0810005\n<{ 615B5F1F58 9000"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("\n> 00B0810005\n< 6982"), "\(run.output)")
    }

    /// BAC never ran, or the chip's answer to it was made up: nothing is protected, and nothing is sent.
    @Test func `secure bac does not say protected of a chip that protects nothing`() throws {
        let plain = Self.run("secure bac\n00 B0 9E 00 08\n", "--reader=sim:passport-plain")
        #expect(plain.code == .cardError, "\(plain.output)")
        #expect(plain.errors.contains("without access control"), "\(plain.errors)")
        #expect(!plain.output.contains("protected") && !plain.output.contains("}>"), "\(plain.output)")
        let script = CommandRun(
            "run", "-", "--json", "--reader=sim:passport-plain",
            house: SimulatedPassport.house(input: "secure bac\n00 B0 9E 00 08\n"))
        #expect(script.code == .cardError && !script.output.contains("\"protected\": true"), "\(script.output)")
        let apdu = CommandRun(
            "apdu", "00D60000021122", "--secure", "bac", "--reader=sim:passport-plain",
            house: SimulatedPassport.house())
        #expect(apdu.code == .cardError && apdu.output.isEmpty, "\(apdu.output)")
        #expect(apdu.errors.contains("without access control"))
    }

    @Test func `an answer to EXTERNAL AUTHENTICATE that was made up opens nothing`() throws {
        let log = CommandLog()
        let house = House.test(
            readers: FakeReaders(
                readers: [.loaded("Test Reader 00 00")],
                card: { _ in SimulatedLink(log.watching(PretendingChip())) }))
        let run = CommandRun(
            ["apdu", "00D60000021122", "--secure", "bac", SimulatedPassport.key], house: house)
        #expect(run.code == .cardError && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains("the chip's MAC is wrong"), "\(run.errors)")
        #expect(!log.commands.contains(hex("00D60000021122")))
        let json = CommandRun(
            ["run", "-", "--json", SimulatedPassport.key],
            house: {
                var changed = house
                changed.input = House.test(input: "secure bac\n00 B0 9E 00 08\n").input
                return changed
            }())
        #expect(json.code == .cardError && !json.output.contains("\"protected\": true"), "\(json.output)")
        #expect(!log.commands.contains(hex("00B09E0008")))
    }

    /// A file of several objects is shown to its end, and a chip that gives little at once is asked for less.
    @Test func `files in the master file are read whole, and those of a chip that gives little at once too`() {
        let card = Self.run("cat EF.DIR\ncat EF.ATR/INFO\n", "--reader=sim:eid")
        #expect(card.code == .done, "\(card.errors)")
        for text in ["E80704007F00070302, eID", "A0000002471001, passport", "extended length information", "8192"] {
            #expect(card.output.contains(text), "\(text): \(card.output)")
        }
        let slow = Self.run("secure pace\ncd passport\ncat DG1\n", "--reader=sim:passport-slow")
        #expect(slow.code == .done, "\(slow.errors)")
        #expect(slow.output.contains("HALVORSDOTTER"), "\(slow.output)")
    }

    /// Somebody who knows nothing but the console: which presets are for this card, run one, and see it explained.
    @Test func `presets for the card are found and run, and those for another are refused before a byte is sent`() {
        let run = Self.run(
            "presets\npreset iso7816.challenge\npreset em.read-0\npreset ntag21x.lock-all\n", "--reader=sim:passport")
        #expect(run.output.contains("iso7816.challenge"))
        #expect(!run.output.contains("  ntag21x."))
        let refused = Self.run("preset type2.get-version\n", "--reader=sim:passport")
        #expect(refused.code == .wrongKind)
        #expect(refused.errors.contains("this card is passport"))
        #expect(!refused.output.contains("> 60"))
    }

    /// Somebody with an NTAG who knows nothing but the console.
    @Test func `an NTAG's presets are found and one runs, while an EM preset and an irreversible one are not sent`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ScriptedCards.ntag213()) }
        let run = Self.run(
            "presets\npreset type2.get-version\npreset em.login password=00000000\npreset type2.lock-static\n",
            house: house)
        #expect(run.code == .wrongKind)
        #expect(run.output.contains("for NTAG 21x (NTAG213)"))
        #expect(run.output.contains("ntag21x.read-configuration"))
        #expect(!run.output.contains("em.login"))
        #expect(run.output.contains("< 0004040201000F03"))
        #expect(run.errors.contains("em.login was not sent: this card is NTAG 21x (NTAG213)"))
        #expect(run.errors.contains("--confirm \"type2.lock-static 04A1B280C0D0E0\""))
        #expect(!log.commands.contains { $0.contains(0xE4) || $0.contains(0xA2) })
    }

    @Test func `inside of secure messaging presets are those of what was opened`() {
        let run = Self.run("secure pace\npresets\ninfo\npreset emrtd.challenge\n", "--reader=sim:passport")
        #expect(run.output.contains("for passport (eMRTD)"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("iso7816.challenge"))
        #expect(run.output.contains("the chip was opened with PACE"))
        #expect(run.output.contains("emrtd.challenge"))
    }

    @Test func `without a terminal the line of the input is named`() {
        let run = Self.run("00 84 00 00 08\nfrobnicate\nrepeat 2 {\n00 84 00 00 08\n", "--reader=sim:passport")
        #expect(run.errors.contains("line 2, column 1"), "\(run.errors)")
        #expect(run.errors.contains("the block of line 3 is not closed"), "\(run.errors)")
    }

    @Test func `what a preset sends inside of secure messaging is marked as such`() {
        let run = Self.run("secure pace\npreset emrtd.card-access\n", "--reader=sim:passport")
        #expect(run.output.contains("}> 00 A4 02 0C 02 01 1C"), "\(run.output)")
        #expect(run.output.contains("<{ "))
    }

    @Test func `a passport that was opened with PACE is not an eID card`() {
        let run = Self.run("secure pace\ninfo\npresets\npreset eid.pin-status\n", "--reader=sim:passport")
        #expect(run.code == .wrongKind)
        #expect(run.errors.contains("eid.pin-status was not sent"), "\(run.errors)")
        #expect(!run.output.contains("eID card"))
        #expect(!run.output.contains("eid."))
    }

    @Test func `what is proposed can be done at a console`() throws {
        try TemporaryFolder.use { folder in
            let save = "save transcript \"\(folder)/t\"\n"
            let run = Self.run("00A4000C\n" + save + save, "--reader=sim:passport")
            #expect(run.errors.contains("exists and is not overwritten"))
            #expect(run.errors.contains("name another file"))
            #expect(!run.errors.contains("--force"))
        }
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in FaultyLink(SimulatedLink(ConstantChip(0x9000)), faults: [1: .fail(.transportFailed)]) })
        let run = Self.run("00A4000C\n", house: .test(readers: readers))
        #expect(!run.errors.contains("--trace"))
        #expect(run.errors.contains("save transcript"))
    }

    @Test func `Ctrl-C ends what runs and comes back to the prompt; another signal ends the console`() throws {
        for resumes in [true, false] {
            let isInterrupted = Mutex(false)
            var house = Self.atTerminal()
            house.interruption = Interruption { isInterrupted.withLock { $0 } }
            house.resume = {
                if resumes { isInterrupted.withLock { $0 = false } }
                return resumes
            }
            let lines = TypedLines(["repeat 1000000 { 00840000 }", "print \"still here\"", "quit"]) { line in
                // Pressed as soon as the loop runs.
                if line.hasPrefix("repeat") { isInterrupted.withLock { $0 = true } }
            }
            let (code, output, errors) = try Self.run(lines, house)
            #expect(code == (resumes ? .done : .interrupted))
            #expect(output.contains("still here") == resumes)
            #expect(!resumes || errors.contains("interrupted"))
        }
    }

    @Test func `a second Ctrl-C within a moment ends the console, and a later one begins a new line`() throws {
        for wait in [Duration.milliseconds(300), .seconds(3)] {
            let isInterrupted = Mutex(false)
            let clock = Mutex(Duration.zero)
            var house = Self.atTerminal()
            house.time = TimeSource(wall: { Moment(secondsSince1970: 0) }, elapsed: { clock.withLock { $0 } })
            house.interruption = Interruption { isInterrupted.withLock { $0 } }
            house.resume = {
                isInterrupted.withLock { $0 = false }
                return true
            }
            let lines = TypedLines(
                ["repeat 1000000 { 00840000 }", TypedLines.cancelled, "print \"still here\"", "quit"]
            ) { line in
                if line.hasPrefix("repeat") { isInterrupted.withLock { $0 = true } }
                if line == TypedLines.cancelled { clock.withLock { $0 += wait } }
            }
            let (code, output, _) = try Self.run(lines, house)
            #expect(code == (wait < .seconds(1) ? .interrupted : .done))
            #expect(output.contains("still here") == (wait > .seconds(1)))
        }
    }

    /// Somebody sits at the console; the card answers 9000 to everything.
    private static func atTerminal() -> House {
        var house = House.test(readers: .answering(0x9000))
        house.input = Input(
            isTerminal: true, readAll: { _ in [] }, readSome: { [] }, askSecretly: { _ in nil })
        return house
    }

    /// What is typed, line by line; `typed` is called with each before it is taken.
    private final class TypedLines: LineSource {
        private var lines: ArraySlice<String>
        private let typed: (String) -> Void
        private(set) var remembered: [String] = []

        init(_ lines: [String], typed: @escaping (String) -> Void) {
            self.lines = lines[...]
            self.typed = typed
        }

        func next(_ prompt: String) throws(Failure) -> String? {
            guard let line = lines.popFirst() else { return nil }
            typed(line)
            return line
        }

        func remember(_ line: String) { remembered.append(line) }
    }

    private static func run(
        _ lines: TypedLines, _ house: House, _ words: [String] = []
    ) throws -> (ExitCode, output: String, errors: String) {
        let results = Collector()
        let notes = Collector()
        let output = Output(results: results.sink(), notes: notes.sink(), environment: { _ in nil })
        let arguments = try Arguments(words, for: ConsoleCommand.command)
        output.adopt(arguments)
        let session = try CardSession(arguments, house, keepsTranscript: true)
        let host = ConsoleHost(session, arguments, house, catalog: PresetFile.catalogue(house, output))
        var code: ExitCode
        do throws(Failure) {
            code = try ConsoleSession(session, host, house, output, lines: lines).run()
        } catch {
            output.failure(error)
            code = error.exitCode
        }
        code = output.finish(code)
        return (code, results.text, notes.text)
    }

    @Test func `what is typed comes into the history, and what can be a secret does not`() throws {
        let kept = ["00 84 00 00 08", "help expect", "repeat 2 {", "00 B0 00 00 10", "}", "print $data"]
        let secret = [
            "00 20 00 80 08 31 32 33 34 FF FF FF FF", "set pin = 31323334",
            "preset ntag21x.authenticate password=A1B2C3D4", "no such words 123456",
        ]
        let lines = TypedLines(kept + secret) { _ in }
        _ = try Self.run(lines, Self.atTerminal())
        #expect(lines.remembered.filter { secret.contains($0) } == [])
        #expect(lines.remembered.contains("00 84 00 00 08") && lines.remembered.contains("help expect"))
        #expect(lines.remembered.contains("print $data"))
    }

    @Test func `files have names, and secure messaging is used for them`() {
        let run = Self.run("ls\nsecure pace\ncd passport\ncat DG1\nsecure off\n", "--reader=sim:passport")
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("EF.CardAccess"))
        #expect(run.output.contains("HALVORSDOTTER"))
    }

    @Test func `a card that is taken away ends nothing but the line`() {
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in FaultyLink(SimulatedLink(ConstantChip(0x9000)), faults: [2: .removeCard]) })
        let run = Self.run(
            "00A4000C\n00A4000C\nprint \"still here\"\n", house: .test(readers: readers))
        #expect(run.code == .noCard)
        #expect(run.output.contains("still here"))
    }

    // MARK: - JSON

    @Test(arguments: [true, false])
    func `with json a console that is interrupted gives one document, with what was done before`(resumes: Bool) throws {
        let isInterrupted = Mutex(false)
        var house = Self.atTerminal()
        house.interruption = Interruption { isInterrupted.withLock { $0 } }
        house.resume = {
            if resumes { isInterrupted.withLock { $0 = false } }
            return resumes
        }
        // A second Ctrl-C right behind the first ends the console.
        let lines = TypedLines(["00840000", "repeat 1000000 { 00840000 }", TypedLines.cancelled]) { line in
            if line.hasPrefix("repeat") { isInterrupted.withLock { $0 = true } }
        }
        let (code, output, _) = try Self.run(lines, house, ["--json"])
        #expect(code == .interrupted)
        let document = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(document["schema"] as? String == "inlay.error/1")
        let steps = try #require(document["steps"] as? [[String: Any]])
        #expect(steps.first?["command"] as? String == "00840000")
    }

    private static func documents(_ text: String) -> [[String: Any]] {
        if let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] { return [whole] }
        return text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private static let asked =
        "help\nhelp Lc\npresets\npresets piv\ninfo\nvariables\n00 84 00 00 08\nfoo\nexpect 9001\nhelp nothing\n"

    @Test func `with json all that is answered is one document, and why lines failed stands in it`() throws {
        let run = Self.run(Self.asked, "--reader=sim:passport-bac", "--json")
        let document = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let steps = try #require(document["steps"] as? [[String: Any]])
        let kinds = steps.compactMap { $0["kind"] as? String }.filter {
            !["wire", "expectation", "restarted"].contains($0)
        }
        #expect(
            kinds == ["help", "help", "presets", "presets", "info", "variables", "exchange", "error", "error", "error"])
        #expect(
            steps.last?["message"] as? String == "nothing is known about this word" && steps.last?["line"] as? Int == 10
        )
        #expect(document["passed"] as? Bool == false)
        let failure = try #require(document["failure"] as? [String: Any])
        #expect(failure["line"] as? Int == 8)
        #expect((failure["message"] as? String)?.contains("neither a statement") == true)
        #expect(steps.contains { ($0["evidence"] as? [Any])?.isEmpty == false })
        #expect(steps.contains { ($0["presets"] as? [Any])?.count ?? 0 > 20 })
        #expect(run.code == .malformedData)
    }

    @Test func `with jsonl each step is a line as it is done, and the last one says how it went`() throws {
        let run = Self.run(Self.asked, "--reader=sim:passport-bac", "--jsonl")
        let lines = run.output.split(separator: "\n")
        let documents = Self.documents(run.output)
        #expect(documents.count == lines.count && documents.count > 10)
        #expect(documents.dropLast().allSatisfy { $0["schema"] as? String == "inlay.run.step/1" })
        #expect(documents.last?["schema"] as? String == "inlay.run/1")
        #expect(documents.last?["passed"] as? Bool == false)
    }

    /// Whatever goes wrong in a command around the console, standard output holds one document.
    @Test(arguments: [
        ["console", "--reader=sim:nothing"], ["console", "--bogus"], ["console", "--reader=replay:/nothing"],
        ["console", "--reader=sim:passport", "--mrz=nonsense"], ["run", "-", "--reader=sim:passport"],
        ["run", "/nothing"],
        ["run", "-", "--set", "x"], ["apdu", "00", "84"], ["apdu", "--reader=sim:passport", "00FF0000"], ["apdu", "0"],
        ["apdu", "--secure", "bac", "--reader=sim:ntag213", "0084000008"], ["info", "--reader=sim:nothing"],
        ["presets", "run", "no.such"], ["presets", "run", "em.login", "--reader=sim:ntag213"],
        ["presets", "run", "type2.write", "--reader=sim:ntag213"], ["presets", "show", "no.such"],
        ["presets", "run", "iso7816.challenge", "--reader=sim:passport"], ["presets", "list", "--family", "x"],
        ["presets", "add", "x.y", "--step", "00 84 00 00 08", "--reply", "9000"], ["presets", "remove", "x.y"],
        ["test", "nothing"], ["test", "emrtd", "--reader=sim:ntag213"], ["decode", "nothing", "00"],
        ["decode", "tlv", "0"],
        ["trace", "import", "/nothing"], ["sim", "serve", "nothing"],
    ])
    func `a command that fails gives exactly one document`(words: [String]) {
        for input in [
            "00 84 00 00 08 => 6A88\n", "nonsense\n", "preset em.login\n", "preset type2.lock-static\n", "{\n",
        ] {
            let run = CommandRun(words + ["--json"], house: SimulatedPassport.house(input: input))
            #expect(
                (try? JSONSerialization.jsonObject(with: Data(run.output.utf8))) is [String: Any],
                "\(words): \(run.output)")
            guard words.first == "run" else { break }
        }
    }

    // MARK: - Waiting

    @Test func `what wait waits for is said while no card is there, unless nothing shall be said`() {
        let said = Mutex<[String]>([])
        for (words, isThere, text) in [
            ([], false, "waiting for a card on any reader, at most 30 s"), ([], true, nil), (["--quiet"], false, nil),
            (["--reader", "Desk"], false, "waiting for a card on Desk Reader 00 00, at most 30 s"),
        ] as [([String], Bool, String?)] {
            said.withLock { $0 = [] }
            var readers = FakeReaders.answering(0x9000)
            readers.readers = [
                isThere ? .loaded("Desk Reader 00 00") : ReaderSummary(name: "Desk Reader 00 00", presence: .empty)
            ]
            var house = House.test(readers: readers, input: "quit\n")
            house.announce = { line in said.withLock { $0.append(line) } }
            _ = CommandRun(["console", "--wait"] + words, house: house)
            #expect(
                said.withLock { $0.map { String($0.prefix { $0 != ";" }) } } == [text].compactMap(\.self), "\(words)")
        }
    }

    // MARK: - Words

    @Test(arguments: [
        ("type2.read", "preset type2.read runs it"), ("em", "presets em"), ("clear", "help, presets, info"),
        ("!", "help, presets, info"), ("presetz", "presets is meant"), ("type2.raed", "preset type2.read is meant"),
        ("else { }", "else stands behind the block of an if"),
    ])
    func `a line that begins with no statement is answered with what can be typed`(line: String, words: String) {
        let run = Self.run(line + "\n", "--reader=sim:ntag213")
        #expect(run.code == .malformedData)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [
        ("Lc", "how many bytes follow"), ("tlv", "capture name tlv"), ("$sw", "status word of the last reply"),
        ("$atr", "$atr = 3B"), ("emrtd", "presets emrtd lists them"), ("em", "presets em lists them"),
        ("else", "behind the block"),
        ("..", "any bytes"), ("?", "explains a word"), ("exit", "ends the console"), ("EXPECT", "stops unless"),
        ("little", "least significant byte first"), ("u16le", "least significant byte first"), ("DG1", "cat EF.DG1"),
        ("passport", "cd passport"), ("cat DG1", "reads a file"), ("=>", "00 84 00 00 08"), ("<", "comparisons"),
    ])
    func `help knows words inside of statements, families, files and variables`(word: String, text: String) {
        let run = Self.run("help \(word)\n", "--reader=sim:passport")
        #expect(run.code == .done && run.output.contains(text), "\(run.output)\(run.errors)")
    }

    @Test func `presets of a family are those of the family, and an option is refused`() {
        let lines = Self.run("presets em\n", "--reader=sim:ntag213").output.components(separatedBy: "\n")
        // What does not fit on a line goes on further in.
        let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
        #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("em.") }, "\(names)")
        let option = Self.run("presets --family em\n", "--reader=sim:ntag213")
        #expect(option.code == .wrongUse && option.errors.contains("presets em lists"), "\(option.errors)")
        #expect(Self.run("presets felica balance\n", "--reader=sim:ntag213").output.contains("felica.suica-balance"))
    }

    @Test func `info with verbose shows what was sent and what came back`() {
        let run = Self.run("info --verbose\n", "--reader=sim:passport")
        #expect(run.output.contains("    > 00A4040C07A0000002471001"), "\(run.output)")
        #expect(Self.run("info now\n", "--reader=sim:passport").code == .wrongUse)
    }

    /// Whatever a line is refused for, what to do next can be typed here, or is said to be for elsewhere.
    @Test(arguments: [
        "preset no.such", "preset em.login", "preset type2.write", "preset type2.read page=x",
        "preset type2.read seite=1",
        "preset type2.read 4", "preset type2.lock-static", "00 84 00 00 08 => 9000", "cd passport", "cat EF.COM",
        "secure bac",
        "preset ntag21x.authenticate password=00", "help nothing", "presets --own", "save transcript /nothing/x",
        "frame 1B",
        "fetch", "expect 9000", "reset cold; transaction { 00 A4 }",
    ])
    func `what to do next is typed here`(line: String) {
        for reader in ["sim:ntag213", "sim:passport"] {
            let run = Self.run(line + "\n", "--reader=\(reader)")
            for next in run.errors.split(separator: "\n") where next.hasPrefix("next:") {
                #expect(
                    !next.contains("inlay ") || next.contains("outside of the console:")
                        || next.contains("inlay console"),
                    "\(line): \(next)")
                #expect(!next.contains("with the script"))
            }
        }
    }

    @Test func `tags, files and families are completed`() throws {
        try TemporaryFolder.use { folder in
            try Data().write(to: URL(fileURLWithPath: "\(folder)/one.trace"))
            try FileManager.default.createDirectory(atPath: "\(folder)/others", withIntermediateDirectories: true)
            #expect(Folder.completions("\(folder)/o") == ["\(folder)/one.trace", "\(folder)/others/"])
            #expect(Folder.completions("\(folder)/nothing/x").isEmpty)
        }
    }
}

/// Gives its files to everybody, and answers BAC with forty bytes that it made up.
private final class PretendingChip: ChipSimulator {
    let answerToReset = hex("3B80800101")

    func powerUp() {}
    func handle(command: [UInt8]) -> [UInt8] {
        switch command.dropFirst().first {
        case 0xA4: [0x90, 0x00]
        case 0x84: hex("0102030405060708 9000")
        case 0x82: Array(repeating: 0x5A, count: 40) + [0x90, 0x00]
        case 0xB0 where command.dropFirst(2).first == 0x9C: [0x6A, 0x82]
        case 0xB0: hex("6000 9000")
        default: [0x90, 0x00]
        }
    }
}
