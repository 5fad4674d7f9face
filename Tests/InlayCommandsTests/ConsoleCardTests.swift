import ChipSimulation
import Foundation
import ISO7816
import InlaySeams
import Octets
import Synchronization
import TestSupport
import Testing

@testable import InlayCommands

/// What the console and `run` do to the state of a card, and what they say about it.
@Suite struct ConsoleCardTests {
    private static func run(_ input: String, _ words: String..., house: House? = nil) -> CommandRun {
        var house = house ?? SimulatedPassport.house()
        if !house.input.isTerminal { house.input = House.test(input: input).input }
        return CommandRun(["console"] + words, house: house)
    }

    // MARK: - Asking the card what it is

    @Test(arguments: [
        "emrtd.card-access", "emrtd.directory", "emrtd.atr-info", "iso7816.directory", "iso7816.challenge",
        "iso7816.read-sfi sfi=28",
    ])
    func `a preset finds the card as after power-up, also as the first line`(preset: String) {
        for command in ["console", "run"] {
            let words = command == "run" ? ["run", "-"] : ["console"]
            var house = SimulatedPassport.house()
            house.input = House.test(input: "preset \(preset)\n").input
            let run = CommandRun(words + ["--reader=sim:passport"], house: house)
            #expect(run.code == .done, "\(command): \(run.output)\(run.errors)")
            #expect(run.output.contains("restarted it: it is as after power-up"), "\(run.output)")
            #expect(!run.output.contains("another answer"), "\(run.output)")
        }
    }

    @Test func `after info and presets the card is where it was, and the console says so`() {
        let run = Self.run(
            "cat EF.CardAccess\ninfo\ncat EF.CardAccess\ncd passport\ninfo\n00 84 00 00 08 => ??*8 9000\n",
            "--reader=sim:passport")
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.components(separatedBy: "EF.CardAccess  access control").count == 3, "\(run.output)")
        #expect(run.output.contains("passport is selected again"), "\(run.output)")
        // Both times the card is asked as after power-up, and says the same.
        #expect(run.output.components(separatedBy: "the chip opens with PACE").count == 3, "\(run.output)")
    }

    @Test func `what cannot be brought back is told in a line`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ScriptedCards.piv([hex("0020008004313233340A"): [0x90, 0]])) }
        let run = Self.run("00 20 00 80 04 31 32 33 34 0A\ninfo\n", house: house)
        #expect(run.output.contains("has changed what you had selected or opened"), "\(run.output)")
    }

    @Test func `inside of a session nothing is asked, and presets for the reader are refused`() {
        let run = Self.run(
            "info\nsecure pace\npresets\ninfo\npreset reader.uid\nFF CA 00 00 00\ncat EF.CardAccess\n",
            "--reader=sim:passport")
        #expect(run.errors.contains("reader.uid was not sent"), "\(run.errors)")
        #expect(run.errors.contains("cannot be protected"), "\(run.errors)")
        #expect(run.output.contains("EF.CardAccess  access control"), "\(run.output)\(run.errors)")
    }

    /// A card that draws its number each time it is powered: after the restart consent names the present one.
    private final class DrawingChip: ChipSimulator {
        let answerToReset = hex("3B80800101")
        private var powered: UInt8 = 0
        func powerUp() { powered += 1 }
        func handle(command: [UInt8]) -> [UInt8] {
            switch command {
            case hex("FFCA000000"): [0x08, 0x11, 0x22, powered, 0x90, 0x00]
            case hex("00A4040006D276000124010000"), hex("00A4040006D2760001240100"), hex("00E60000"): [0x90, 0x00]
            default: [0x6A, 0x82]
            }
        }
    }

    @Test func `consent is for the number that a card drew after it was restarted`() {
        let asked = Collected()
        var house = ScriptedCards.house { DrawingChip() }
        house.input = Input(
            isTerminal: false, readAll: { _ in [] },
            readSome: House.test(input: "preset openpgp.terminate\n").input.readSome,
            askSecretly: { question in
                asked.add(question)
                return question.split(separator: "\"").dropFirst().first.map(String.init)
            })
        let run = CommandRun("console", house: house)
        #expect(run.code == .done && run.output.contains("> 00 E6 00 00"), "\(run.output)\(run.errors)")
        #expect(asked.text.contains("openpgp.terminate 08112202"), "\(asked.text)")
    }

    // MARK: - Files

    /// What `passport read` reads, `cat` reads: files above 32 KiB, short answers, refused lengths, a wrong MAC at the end.
    @Test(arguments: [
        ("passport-large", "pace", 60_088), ("passport-large", "bac", 60_088), ("passport/long-file", "pace", 40_088),
        ("passport/long-6b00", "bac", 18_145), ("passport/zero-bytes", "bac", 18_145),
        ("passport/wrong-mac-at-end", "bac", 18_145), ("passport-slow", "pace", 18_145),
        ("passport-slow", "bac", 18_145),
    ])
    func `files that passport read reads are read by name, too`(card: String, mode: String, count: Int) {
        let run = Self.run("secure \(mode)\ncd passport\ncat DG2\ncat DG1\n", "--reader=sim:\(card)")
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("EF.DG2  face image, \(count) bytes"))
        #expect(run.output.contains("EF.DG1  machine readable zone, 93 bytes"))
    }

    @Test func `a file that is closed names the way to open it`() {
        let run = Self.run("cd passport\ncat DG1\n", "--reader=sim:passport-bac")
        #expect(run.code == .cardError)
        #expect(run.errors.contains("secure pace or secure bac"), "\(run.errors)")
    }

    // MARK: - Secrets and consent

    @Test func `a chip that refused a password is woken, and tries are spoken of each time`() {
        let line = "preset ntag21x.authenticate password="
        let right = "12345678"
        let script = "\(line)11111111\n\(line)\(right)\n\(line)\(right)\n"
        let console = Self.run(script, "--reader=sim:ntag213-password")
        #expect(console.code == .done, "\(console.errors)")
        #expect(console.output.contains("NAK 0") && console.output.components(separatedBy: "< ABCD").count == 3)
        #expect(console.output.components(separatedBy: "can use up a try of a secret").count == 4, "\(console.output)")
        var house = SimulatedPassport.house()
        house.input = House.test(input: script).input
        let run = CommandRun("run", "-", "--reader=sim:ntag213-password", house: house)
        #expect(run.output.components(separatedBy: "can use up a try of a secret").count == 4, "\(run.output)")
    }

    @Test func `info finds a sleeping chip awake, and tells that a password has to be shown again`() {
        let run = Self.run(
            "preset ntag21x.authenticate password=12345678\ninfo\nframe 30 FF\ninfo\n", "--reader=sim:ntag213-password")
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("has changed what you had selected or opened"), "\(run.output)")
        #expect(run.output.components(separatedBy: "GET_VERSION: NTAG213 of NXP").count == 3, "\(run.output)")
    }

    @Test func `after a halt the next preset finds the chip awake`() {
        let run = Self.run("preset type2.halt\npreset type2.get-version\n", "--reader=sim:ntag213")
        #expect(run.code == .done && run.output.contains("NTAG213 of NXP"), "\(run.output)\(run.errors)")
    }

    @Test func `another answer than a preset expects is never told as a card of another kind`() {
        let run = Self.run("cd passport\npreset emrtd.card-access\n", "--reader=sim:passport")
        #expect(run.code == .expectationFailed, "\(run.output)\(run.errors)")
        #expect(!run.errors.contains("another kind") && run.errors.contains("help emrtd.card-access"), "\(run.errors)")
    }

    /// Somebody at a terminal answers the question with `answer`.
    private static func consenting(_ line: String, _ answer: String?) -> (CommandRun, question: String) {
        let asked = Collected()
        var house = SimulatedPassport.house()
        house.input = Input(
            isTerminal: false, readAll: { _ in [] }, readSome: House.test(input: line + "\n").input.readSome,
            askSecretly: { _ in nil },
            askOpenly: { question in
                asked.add(question)
                return answer
            })
        return (CommandRun("console", "--reader=sim:ntag213", house: house), asked.text)
    }

    private final class Collected: Sendable {
        private let parts = Mutex<[String]>([])
        func add(_ part: String) { parts.withLock { $0.append(part) } }
        var text: String { parts.withLock { $0.joined(separator: "\n") } }
    }

    @Test func `consent is asked for with the title and the bytes that will be written`() {
        let (run, question) = Self.consenting(
            "preset type2.write page=4 data=01020304", "type2.write 04E10CDA993C80")
        #expect(run.code == .done && run.output.contains("ACK"), "\(run.output)\(run.errors)")
        for words in ["Write one page", "page = 4", "data = 01020304", "A2 04 01 02 03 04", "NTAG213"] {
            #expect(question.contains(words), "\(words): \(question)")
        }
        // No word of what has to be typed is broken, and nothing is wider than a terminal.
        #expect(question.contains("\n  \"type2.write 04E10CDA993C80\"\n"))
        #expect(question.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(question)")
    }

    @Test(arguments: [("", "not sent: you did not agree"), ("no", "not sent: what you typed is another text")])
    func `declining is answered plainly, and nothing is sent`(answer: String, words: String) {
        let (run, _) = Self.consenting("preset type2.lock-static", answer)
        #expect(run.code == .wrongUse && run.errors.contains(words), "\(run.errors)")
        #expect(!run.errors.contains("start the console"), "\(run.errors)")
        #expect(!run.output.contains("> frame A2"))
    }

    @Test func `at the prompt of secure pace six digits are a card access number`() {
        var house = SimulatedPassport.house(settings: "pace=gm")
        let asked = Collected()
        house.input = Input(
            isTerminal: false, readAll: { _ in [] }, readSome: House.test(input: "secure pace\n").input.readSome,
            askSecretly: { question in
                asked.add(question)
                return "12345 6"
            })
        let run = CommandRun("console", house: house)
        #expect(asked.text.contains("six digits of the card access number"), "\(asked.text)")
        // One question, and the chip was asked: it has no such number, or another.
        #expect(asked.text.components(separatedBy: "not shown").count == 2)
        #expect(!run.errors.contains("machine readable zone has"), "\(run.errors)")
    }

    /// A passport behind a terminal at which `answers` are typed one after another.
    private static func typing(_ script: String, _ answers: [String]) -> (run: CommandRun, questions: String) {
        var house = SimulatedPassport.house(settings: "")
        let asked = Collected()
        let left = Mutex(answers)
        house.input = Input(
            isTerminal: false, readAll: { _ in [] }, readSome: House.test(input: script).input.readSome,
            askSecretly: { question in
                asked.add(question)
                return left.withLock { $0.isEmpty ? "" : $0.removeFirst() }
            })
        return (CommandRun("console", house: house), asked.text)
    }

    @Test func `a key that was typed and refused is asked for again, and BAC asks for the zone behind a CAN`() {
        let (run, questions) = Self.typing("secure pace\nsecure pace\nsecure bac\n", ["111111", "111111", ""])
        #expect(questions.components(separatedBy: "six digits of the card access number").count == 3, "\(questions)")
        #expect(questions.hasSuffix("Machine readable zone (not shown, Enter after each line): "), "\(questions)")
        #expect(!run.errors.contains("the chip offers no PACE"), "\(run.errors)")
    }

    @Test func `a key that nobody types leaves the card where it is`() {
        let (run, _) = Self.typing("cd passport\nsecure bac\nls\n00B09E0000\n", [""])
        #expect(run.errors.contains("nothing was typed, and the chip was not opened"), "\(run.errors)")
        #expect(run.output.contains("EF.SOD"), "\(run.output)")
        #expect(!run.output.contains("master file"), "\(run.output)")
    }

    @Test func `steps of a console tell the line of the input`() {
        let run = Self.run("print \"a\"\n\nrepeat 2 {\nprint \"b\"\n}\nls\n", "--reader=sim:passport", "--jsonl")
        let lines = run.output.split(separator: "\n").compactMap { line -> Int? in
            guard let value = try? JSONReader.value(Array(line.utf8)[...]) else { return nil }
            return value["line"]?.int
        }
        #expect(lines == [1, 4, 4, 6], "\(run.output)")
    }

    @Test func `a file of another folder is found by its name`() {
        let run = Self.run("cat DG1\n", "--reader=sim:passport")
        #expect(run.errors.contains("it is in another folder: cd passport"), "\(run.errors)")
    }

    @Test func `a refusal does not read like advice to override it`() {
        let run = Self.run("preset em.login password=00000000\n", "--reader=sim:suica")
        #expect(run.code == .wrongKind)
        #expect(!run.errors.contains("all the same") && run.errors.contains("that it is not for"), "\(run.errors)")
    }

    // MARK: - A card that goes and comes

    /// A reader from which the card is taken at one exchange; a restart meets what lies there then.
    private final class ChangingLink: CardLink {
        private let links: [any CardLink]
        private var index = 0
        private var count = 0
        private let lossAt: Int
        private var isGone = false

        init(_ links: [any CardLink], lossAt: Int) {
            self.links = links
            self.lossAt = lossAt
        }

        var answerToReset: AnswerToReset { links[index].answerToReset }
        var limits: LinkLimits { links[index].limits }
        func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
            count += 1
            if count == lossAt { isGone = true }
            if isGone { throw CardError(.cardRemoved, during: "exchange") }
            return try links[index].exchange(command)
        }
        func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { [] }
        func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
            if isGone, index + 1 < links.count { index += 1 }
            isGone = false
            return try links[index].reset(kind)
        }
        func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
            try body()
        }
    }

    private static func changing(_ chips: @escaping @Sendable () -> [any ChipSimulator], lossAt: Int) -> House {
        .test(
            readers: FakeReaders(
                readers: [.loaded("Test Reader 00 00")],
                card: { _ in ChangingLink(chips().map { SimulatedLink($0) }, lossAt: lossAt) }))
    }

    @Test func `a card that was laid there again is connected to by the next command, and another one is told`() {
        let other = Self.changing({ [ConstantChip(0x9000), ScriptedCards.ntag213()] }, lossAt: 2)
        let script = "set x = 0102\ncd passport\n00A4000C\nls\ninfo\nprint \"x\" $x\n"
        let run = Self.run(script, house: other)
        #expect(run.code == .noCard)
        #expect(run.errors.contains("the next command connects to it"), "\(run.errors)")
        #expect(run.output.contains("/  master file"), "\(run.output)")
        #expect(run.output.contains("another card lies there: a new session"), "\(run.output)")
        #expect(run.output.contains("NTAG213") && run.output.contains("x 0102"), "\(run.output)")
        let same = Self.run(script, house: Self.changing({ [ConstantChip(0x9000), ConstantChip(0x9000)] }, lossAt: 2))
        #expect(same.output.contains("a card lies there again, of the same kind: a new session"), "\(same.output)")
    }

    @Test func `two cards of one kind are told apart by their identifiers, where those are known`() {
        let ntag: @Sendable () -> any ChipSimulator = { ScriptedCards.ntag213() }
        // The questions of info, and then the frame that the card does not hear any more.
        let log = CommandLog()
        _ = Self.run("info\n", house: ScriptedCards.house { log.watching(ScriptedCards.ntag213()) })
        let house = Self.changing({ [ntag(), ntag()] }, lossAt: log.commands.count + 1)
        let run = Self.run("info\npreset type2.get-version\npreset type2.get-version\n", house: house)
        #expect(run.output.contains("the card lies there again: a new session"), "\(run.output)\(run.errors)")
    }

    @Test func `a script ends with the card that was taken away`() {
        var house = Self.changing({ [ConstantChip(0x9000), ConstantChip(0x9000)] }, lossAt: 2)
        house.input = House.test(input: "00A4000C\n00A4000C\n00A4000C\n").input
        let run = CommandRun("run", "-", house: house)
        #expect(run.code == .noCard)
        #expect(run.errors.contains("line 2") && run.errors.contains("the card was removed"), "\(run.errors)")
        #expect(!run.output.contains("a new session"))
    }

    // MARK: - Questions that are not answered

    @Test(arguments: [["info"], ["presets", "run", "iso7816.challenge"], ["console"]])
    func `a card that ends in the middle of the questions tells what it had said, and at which it stopped`(
        words: [String]
    ) throws {
        for fault in [Fault.removeCard, .fail(.readerStuck), .fail(.timedOut)] {
            let readers = FakeReaders(
                readers: [.loaded("Test Reader 00 00")],
                card: { _ in FaultyLink(SimulatedLink(ScriptedCards.piv()), faults: [9: fault]) })
            var house = House.test(readers: readers)
            house.input = House.test(input: "info\n").input
            let run = CommandRun(words, house: house)
            #expect(run.code == .noCard, "\(run.errors)")
            // The ninth of the questions to a contactless card of commands.
            #expect(run.errors.contains("SELECT FIDO application: "), "\(run.errors)")
            #expect(run.errors.contains("until then: PIV card") && run.errors.contains("ATR 3B 80 80 01 01"))
            #expect(run.errors.contains("SELECT PIV application: the PIV application is there"), "\(run.errors)")
            guard words != ["console"] else { continue }
            let text = CommandRun(words + ["--json"], house: house).output
            let document = try JSONReader.value(Array(text.utf8)[...])
            #expect(document["step"]?.string == "SELECT FIDO application")
            #expect(document["atr"]?.string == "3B80800101")
            #expect(text.contains("\"probe\": \"SELECT PIV application\""), "\(text)")
        }
    }

    @Test func `commands that are still being read when the user gives up are not sent, and that is said`() {
        let log = CommandLog()
        var house = ScriptedCards.house(input: "00840000\n00840000\n") { log.watching(ScriptedCards.piv()) }
        house.interruption = Interruption { true }
        let run = CommandRun("apdu", house: house)
        #expect(run.code == .interrupted && run.errors.contains("nothing was sent"), "\(run.errors)")
        #expect(log.commands.isEmpty)
    }

    // MARK: - Files that a card may have

    @Test func `ls names what a standard names for the card, and says so of a card without files`() {
        let tag = Self.run("ls\ncd\n", "--reader=sim:ntag213")
        #expect(tag.output.contains("this card has no files") && !tag.output.contains("passport/"), "\(tag.output)")
        let felica = Self.run("ls\n", "--reader=sim:suica")
        #expect(felica.output.contains("this card has no files"), "\(felica.output)")
        let card = Self.run("info\nls\ncd eid\nls\n", "--reader=sim:eid")
        #expect(card.code == .done && card.output.contains("date of birth"), "\(card.output)\(card.errors)")
        #expect(card.output.contains("eid/") && !card.output.contains("piv/") && !card.output.contains("openpgp/"))
    }
}
