import ChipSimulation
import ISO7816
import InlaySeams
import Synchronization
import TestSupport
import Testing

@testable import InlayCommands

/// Two cards of one kind, of which one lies on the reader: somebody may put the other in its place at any time.
private final class Tray: Sendable {
    private struct State {
        /// Which of the two lies there.
        var card = 0
        /// How often cards were exchanged.
        var insertion = 0
        /// What the connection has not been told yet.
        var news: CardError.Code?
    }

    private let state = Mutex(State())
    let logs = [CommandLog(), CommandLog()]

    var card: Int { state.withLock { $0.card } }
    var insertion: Int { state.withLock { $0.insertion } }

    func swap() {
        state.withLock {
            $0.card = 1 - $0.card
            $0.insertion += 1
            $0.news = .cardRemoved
        }
    }

    /// The same card is taken away and put back.
    func lift() {
        state.withLock {
            $0.insertion += 1
            $0.news = .cardRemoved
        }
    }

    /// Another program resets the card.
    func disturb() { state.withLock { $0.news = .cardReset } }

    /// Told once, as PC/SC tells it; a reset by oneself makes it forgotten.
    func throwNews() throws(CardError) {
        let news = state.withLock { state in
            defer { if state.news == .cardReset { state.news = nil } }
            return state.news
        }
        if let news { throw CardError(news, during: "exchange") }
    }

    func forgetNews() { state.withLock { $0.news = nil } }

    func link(_ chips: [any ChipSimulator]) -> any CardLink {
        TrayLink(self, zip(chips, logs).map { SimulatedLink($1.watching($0)) })
    }
}

/// The connection, which a reset brings to whichever card lies there.
private final class TrayLink: CardLink {
    private let tray: Tray
    private let cards: [SimulatedLink]
    private var connected = 0

    init(_ tray: Tray, _ cards: [SimulatedLink]) {
        self.tray = tray
        self.cards = cards
    }

    var answerToReset: AnswerToReset { cards[connected].answerToReset }
    var limits: LinkLimits { cards[connected].limits }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try tray.throwNews()
        return try cards[tray.card].exchange(command)
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        tray.forgetNews()
        connected = tray.card
        return try cards[connected].reset(kind)
    }

    func insertion() throws(CardError) -> Int { tray.insertion }

    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try tray.throwNews()
        return try body()
    }
}

/// Consent is for the card that was identified (Docs/cli.md).
@Suite struct SwappedCardTests {
    private static let terminate = hex("00E60000")

    private static func openPGP(
        _ identifier: String?, answerToReset: String = "3B80800101"
    ) -> TableChip {
        var answers = [
            hex("00A4040006D2760001240100"): hex("9000"), hex("00A4040006D276000124010000"): hex("9000"),
            terminate: hex("9000"),
        ]
        if let identifier { answers[hex("FFCA000000")] = hex(identifier) + [0x90, 0x00] }
        return TableChip(answerToReset: hex(answerToReset), answers)
    }

    /// A house with the tray on its reader. At a question `then` happens, and what was asked for is typed.
    private static func house(
        _ tray: Tray, input: String? = nil, _ first: String? = "0411223344", _ second: String? = "04AABBCCDD",
        answersToReset: [String] = ["3B80800101", "3B80800101"], then: @escaping @Sendable (Tray) -> Void = { _ in }
    ) -> House {
        var house = House.test(
            readers: FakeReaders(
                readers: [.loaded("Test Reader 00 00")],
                card: { _ in
                    tray.link([
                        openPGP(first, answerToReset: answersToReset[0]),
                        openPGP(second, answerToReset: answersToReset[1]),
                    ])
                }), input: input)
        let given = house.input
        house.input = Input(
            isTerminal: false, readAll: given.readAll, readSome: given.readSome,
            askSecretly: { question in
                then(tray)
                return question.split(separator: "\"").dropFirst().first.map(String.init)
            }, canAsk: { true })
        return house
    }

    private static func terminated(_ tray: Tray) -> [Int] {
        tray.logs.map { $0.commands.count { $0 == terminate } }
    }

    @Test(arguments: ["info", "presets", "FFCA000000"])
    func `a card that is exchanged between two lines is told before anything is said of it`(line: String) {
        let tray = Tray()
        var house = Self.house(tray)
        let lines = Mutex(["info\n", "\(line)\n"])
        house.input = Input(
            isTerminal: false, readAll: { _ in [] },
            readSome: {
                lines.withLock { lines in
                    if lines.count == 1 { tray.swap() }
                    return lines.isEmpty ? [] : Array(lines.removeFirst().utf8)
                }
            }, askSecretly: { _ in nil })
        let run = CommandRun("console", house: house)
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("another card lies there: a new session"), "\(run.output)")
    }

    @Test func `consent that is typed for the card that lies there is enough`() {
        let tray = Tray()
        let run = CommandRun("presets", "run", "openpgp.terminate", house: Self.house(tray))
        #expect(run.code == .done, "\(run.errors)")
        #expect(Self.terminated(tray) == [1, 0])
    }

    @Test(arguments: [["3B80800101", "3B80800101"], ["3B80800101", "3B8180018080"]])
    func `a card that is exchanged while consent is typed gets nothing`(answers: [String]) {
        let tray = Tray()
        let house = Self.house(tray, answersToReset: answers) { $0.swap() }
        let run = CommandRun("presets", "run", "openpgp.terminate", house: house)
        #expect(run.code == .noCard || run.code == .wrongKind, "\(run.errors)")
        #expect(run.errors.contains("taken away") || run.errors.contains("removed"), "\(run.errors)")
        #expect(tray.logs[1].commands.isEmpty)
        #expect(Self.terminated(tray) == [0, 0])
    }

    /// Whoever does not tell of a removal, as a reader that did not notice: the identifier is compared as well.
    @Test func `a card with another identifier gets nothing, even where nobody saw it come`() {
        let tray = Tray()
        let house = Self.house(tray) {
            $0.swap()
            $0.forgetNews()
        }
        let run = CommandRun("presets", "run", "openpgp.terminate", house: house)
        #expect(run.code == .wrongKind && run.errors.contains("openpgp.terminate was not sent"), "\(run.errors)")
        #expect(Self.terminated(tray) == [0, 0])
    }

    @Test func `the same card put back is asked for again, and so is one that another program reset`() {
        for disturb in [{ @Sendable in $0.lift() }, { @Sendable in $0.disturb() }] as [@Sendable (Tray) -> Void] {
            let tray = Tray()
            let run = CommandRun(
                "presets", "run", "openpgp.terminate", house: Self.house(tray, then: disturb))
            #expect(run.code != .done)
            #expect(Self.terminated(tray) == [0, 0])
        }
    }

    /// Lines of a console; the line `swap` exchanges the cards.
    private static func console(
        _ lines: String, _ words: [String], _ tray: Tray, _ first: String? = "0411223344",
        _ second: String? = "04AABBCCDD", answersToReset: [String] = ["3B80800101", "3B80800101"],
        then: @escaping @Sendable (Tray) -> Void = { _ in }
    ) -> CommandRun {
        var house = house(tray, input: lines, first, second, answersToReset: answersToReset, then: then)
        let rest = Mutex(lines.split(separator: "\n").map(String.init)[...])
        let given = house.input
        house.input = Input(
            isTerminal: false, readAll: given.readAll,
            readSome: {
                while let line = rest.withLock({ $0.popFirst() }) {
                    guard line == "swap" else { return Array((line + "\n").utf8) }
                    tray.swap()
                }
                return []
            }, askSecretly: given.askSecretly, canAsk: { true })
        return CommandRun(["console"] + words, house: house)
    }

    @Test(arguments: [["3B80800101", "3B80800101"], ["3B80800101", "3B8180018080"]])
    func `a console finds out anew what lies there after cards were exchanged`(answers: [String]) {
        let tray = Tray()
        let run = Self.console(
            "info\nswap\n00 A4 00 0C\nreset cold\npreset openpgp.terminate\n",
            ["--confirm", "openpgp.terminate 0411223344"], tray, answersToReset: answers)
        #expect(run.code != .done)
        #expect(run.errors.contains("--confirm \"openpgp.terminate 04AABBCCDD\""), "\(run.errors)")
        #expect(Self.terminated(tray) == [0, 0])
    }

    @Test func `one consent at a console is not for the next card`() {
        let tray = Tray()
        let run = Self.console(
            "preset openpgp.terminate\nswap\nreset cold\npreset openpgp.terminate\n",
            ["--confirm", "openpgp.terminate 0411223344"], tray)
        #expect(run.code != .done)
        #expect(Self.terminated(tray) == [1, 0])
    }

    /// An answer to reset is that of many cards.
    @Test func `consent that can name no number is for the first card alone`() {
        let tray = Tray()
        let run = Self.console(
            "preset openpgp.terminate\nreset cold\npreset openpgp.terminate\nswap\nreset cold\npreset openpgp.terminate\n",
            ["--confirm", "openpgp.terminate 3B80800101"], tray, nil, nil)
        #expect(run.errors.contains("for this very card"), "\(run.errors)")
        #expect(Self.terminated(tray) == [2, 0])
    }

    @Test func `the first card is the one at the beginning, even if it was never asked what it is`() {
        let tray = Tray()
        let run = Self.console(
            "00 A4 04 00 00\nswap\nreset cold\npreset openpgp.terminate\n",
            ["--confirm", "openpgp.terminate 3B80800101"], tray, nil, nil)
        #expect(run.errors.contains("for this very card"), "\(run.errors)")
        #expect(Self.terminated(tray) == [0, 0])
    }

    @Test func `a card that is exchanged while consent is typed at a console gets nothing`() {
        let tray = Tray()
        let run = Self.console("preset openpgp.terminate\n", [], tray) { $0.swap() }
        #expect(run.code != .done)
        #expect(Self.terminated(tray) == [0, 0])
    }
}
