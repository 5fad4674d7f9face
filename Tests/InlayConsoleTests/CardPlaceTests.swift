import ChipSimulation
import ISO7816
import Octets
import Testing

@testable import InlayConsole

@Suite struct CardPlaceTests {
    private static func place(after commands: [(String, StatusWord)]) throws -> CardPlace {
        var place = CardPlace()
        for (command, status) in commands { place.note(try Hex.bytes(command), status) }
        return place
    }

    /// The prompt shows where the card is, whoever led it there.
    @Test(
        arguments: [
            ([("00A4040C07A0000002471001", 0x9000)], "passport"),
            ([("00A4040007A000000247100100", 0x6112)], "passport"),
            ([("00A4040009A00000030800001000", 0x9000)], "piv"),
            ([("00A4040009E80704007F00070302", 0x9000)], "eid"),
            ([("00A4040008A000000151000000", 0x9000)], nil),
            ([("00A4040C07A0000002471001", 0x9000), ("00A4000C023F00", 0x9000)], "/"),
            ([("00A4040C07A0000002471001", 0x9000), ("00A4000C", 0x9000)], "/"),
            ([("00A4040C07A0000002471001", 0x9000), ("00A4040008A000000151000000", 0x6A82)], "passport"),
            ([("00A4040C07A0000002471001", 0x9000), ("00A4020C02011E", 0x9000)], "passport"),
            ([("00A4040C07A0000002471001", 0x9000), ("00A4000C020101", 0x9000)], "passport"),
            ([("00A4000C027F10", 0x9000)], nil), ([("00A4010C027F10", 0x9000)], nil),
            ([("00B0000000", 0x9000), ("FFCA000000", 0x9000), ("FFA404000100", 0x9000)], "/"),
        ] as [([(String, UInt16)], String?)])
    func `what was selected is the folder, or none that has a name`(commands: [(String, UInt16)], folder: String?)
        throws
    {
        let place = try Self.place(after: commands.map { ($0.0, StatusWord($0.1)) })
        #expect(place.folder?.name == folder)
    }

    @Test(
        arguments: [
            ("0084000008", 0x9000, false), ("00B0000000", 0x9000, false), ("00CA006E00", 0x9000, false),
            ("00200080", 0x63C3, false), ("0020008000", 0x9000, false), ("0020008004313233340A", 0x9000, true),
            ("0020008004313233340A", 0x63C2, false), ("9060000000", 0x91AF, false),
            ("905A00000301020300", 0x9100, true),
            ("0022C1A400", 0x9000, true), ("0082000000", 0x6300, false),
        ] as [(String, UInt16, Bool)])
    func `what no SELECT brings back is remembered as that`(command: String, status: UInt16, holds: Bool) throws {
        let place = try Self.place(after: [(command, StatusWord(status))])
        #expect(place.holdsState == holds)
        #expect(place.isFresh == !holds)
    }

    // MARK: - After somebody asked the card what it is

    /// Commands that a card of two applications answers with 9000.
    private static let answers = [
        ("00A4040C07A0000002471001", "9000"), ("00A4020C02011E", "9000"), ("00A4040008A000000151000000", "9000"),
        ("00A4040007A0000002471001" + "00", "9000"), ("0020008004313233340A", "9000"), ("905A00000301020300", "9100"),
    ]

    private static func back(after script: String, answers: [(String, String)] = answers) throws -> (
        run: ScriptRun, again: [String], folder: String?, isAsBefore: Bool?
    ) {
        let run = try ScriptRun(script, answers: answers)
        let before = run.sent.count
        try run.interpreter.comeBack()
        var isAsBefore: Bool?
        if case .cameBack(_, let same) = run.events.last?.kind { isAsBefore = same }
        return (run, Array(run.hex.dropFirst(before)), run.interpreter.folder?.name, isAsBefore)
    }

    @Test func `a card to which nothing was sent is restarted, and nothing else`() throws {
        let back = try Self.back(after: "ls")
        #expect(back.again == [] && back.folder == "/" && back.isAsBefore == true)
    }

    @Test func `the folder of the user is selected again`() throws {
        let back = try Self.back(after: "cd passport")
        #expect(back.run.failure == nil)
        #expect(back.again == ["00A4040007A000000247100100"] && back.folder == "passport" && back.isAsBefore == true)
    }

    @Test func `what the user selected with commands of his own is selected again, file and all`() throws {
        let back = try Self.back(after: "00A4040C07A0000002471001\n00A4020C02011E\n00B0000000")
        #expect(back.again == ["00A4040C07A0000002471001", "00A4020C02011E"])
        #expect(back.folder == "passport" && back.isAsBefore == true)
        let other = try Self.back(after: "00A4040008A000000151000000")
        #expect(other.again == ["00A4040008A000000151000000"] && other.folder == nil && other.isAsBefore == true)
    }

    @Test(arguments: ["0020008004313233340A", "905A00000301020300"])
    func `what cannot be brought back is told`(command: String) throws {
        #expect(try Self.back(after: command).isAsBefore == false)
    }

    @Test func `a card that no longer selects what it did is as after power-up, and told as that`() throws {
        let once = [("00A4040C07A0000002471001", "9000"), ("00A4040C07A0000002471001", "6A82")]
        let back = try Self.back(after: "00A4040C07A0000002471001", answers: once + [once[1]])
        #expect(back.folder == "/" && back.isAsBefore == false)
    }

    @Test func `questions are asked as after power-up, and the way back is not forgotten over it`() throws {
        let chip = TableChip(Self.answers)
        let run = try ScriptRun("cd passport", link: SimulatedLink(chip))
        try run.interpreter.prepareForQuestions()
        #expect(chip.resets == 2)
        try run.interpreter.comeBack()
        #expect(chip.resets == 3 && run.interpreter.folder?.name == "passport")
        // Nothing was done yet: nothing has to be undone before the questions.
        let fresh = try ScriptRun("ls", link: SimulatedLink(TableChip(Self.answers)))
        let events = fresh.events.count
        try fresh.interpreter.prepareForQuestions()
        #expect(fresh.events.count == events && fresh.sent.isEmpty)
    }

    @Test func `questions that the user broke off are made up for before the next command`() throws {
        let tag = FaultyReset(SimulatedLink(TableChip(Self.answers)))
        let run = try ScriptRun("cd passport", link: tag)
        tag.fails = true
        #expect(throws: CardError.self) { try run.interpreter.comeBack() }
        tag.fails = false
        try run.interpreter.run(try Script(parsing: "00A4020C02011E => 9000"))
        #expect(run.hex.suffix(2) == ["00A4040007A000000247100100", "00A4020C02011E"])
        #expect(run.interpreter.folder?.name == "passport")
    }

    /// A link that the user interrupts while it restarts the card.
    private final class FaultyReset: CardLink {
        private let base: any CardLink
        var fails = false
        init(_ base: any CardLink) { self.base = base }
        var answerToReset: AnswerToReset { base.answerToReset }
        var limits: LinkLimits { base.limits }
        func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] { try base.exchange(command) }
        func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
        func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
            if fails { throw CardError(.cancelled, during: "reset") }
            return try base.reset(kind)
        }
        func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
            try base.withTransaction(body)
        }
    }

    @Test func `inside of a session nothing is restarted`() throws {
        let run = try ScriptRun("secure pace", answers: Self.answers)
        let before = run.events.count
        try run.interpreter.comeBack()
        #expect(run.events.count == before && run.interpreter.mode == .pace)
    }
}
