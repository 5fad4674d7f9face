import ChipSimulation
import CommandPresets
import ISO7816
import Octets
import Testing

@testable import InlayConsole

/// Cards that go away, and chips that fall asleep.
@Suite struct CardLossTests {
    private static let answers = [("00A4000C", "9000"), ("00A4040007A000000247100100", "9000")]

    @Test func `a lost card takes folder and session with it, and the next command meets what lies there`() throws {
        let run = try ScriptRun("set x = 01\ncd passport\nsecure pace", answers: Self.answers)
        run.host.hasLostCard = true
        run.interpreter.noticeLoss()
        #expect(run.interpreter.folder == .master && run.interpreter.mode == .off)
        run.host.returning = CardReturn(AnswerToReset([0x3B, 0x00]), .other)
        try run.interpreter.run(try Script(parsing: "00A4000C => 9000\nprint $x $atr"))
        #expect(run.text == ["01 3B00"])
        let returns = run.events.compactMap { if case .returned(let back) = $0.kind { back.sameness } else { nil } }
        #expect(returns == [.other])
    }

    @Test func `while no card lies there, what needs none goes on and what needs one fails`() throws {
        let run = try ScriptRun("set x = 01", answers: Self.answers)
        run.host.hasLostCard = true
        try run.interpreter.run(try Script(parsing: "print $x\nls"))
        let sent = run.sent.count
        #expect(throws: ScriptFailure.self) { try run.interpreter.run(try Script(parsing: "00A4000C")) }
        #expect(run.sent.count == sent && run.text == ["01"])
    }

    @Test func `a card that another program restarted is no longer where it was`() throws {
        let link = FaultyLink(SimulatedLink(TableChip(Self.answers)), faults: [2: .fail(.cardReset)])
        let run = try ScriptRun("cd passport\n00A4000C", link: link)
        #expect(run.failure != nil && run.interpreter.folder == .master)
    }

    // MARK: - Sleep

    /// A memory card, as readers announce an NTAG.
    private final class Tag: ChipSimulator {
        let answerToReset: [UInt8] =
            [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0, 0, 0x03, 0x06, 0x03, 0, 0x03, 0, 0, 0, 0, 0x68]
        private(set) var resets = 0
        func powerUp() { resets += 1 }
        func handle(command: [UInt8]) -> [UInt8] { [0x6F, 0x00] }
    }

    private static func run(_ script: String, _ frames: [[UInt8]: ReplyPattern.Reply]) throws -> (
        ScriptRun, resets: Int
    ) {
        let tag = Tag()
        let run = try ScriptRun(script, link: SimulatedLink(tag)) { host in
            host.frames = frames
            host.presets = CommandPresetCatalog(
                (try? PresetText.presets(
                    "preset t.nothing\ntitle t\nfor iso7816\neffect readsOnly\nsource a test\nsend 00 01 00 00\nreply 6F 00"
                ))
                    ?? [])
        }
        return (run, tag.resets)
    }

    @Test(arguments: [[UInt8]([0x30, 0xFF]), [0x50, 0x00]])
    func `a chip that refused or was halted is woken for a preset, with a word`(frame: [UInt8]) throws {
        let (run, resets) = try Self.run("frame \(Hex.string(frame))\npreset t.nothing", [[0x30, 0xFF]: .nibble(0)])
        #expect(run.failure == nil, "\(String(describing: run.failure))")
        #expect(resets == 2)
        #expect(run.remarks.contains { $0.contains("slept") && $0.contains("locked again") })
    }

    @Test func `a chip that gave what was asked for is not restarted`() throws {
        let (run, resets) = try Self.run("frame 30 00\npreset t.nothing", [[0x30, 0x00]: .bytes([1, 2, 3, 4])])
        #expect(run.failure == nil && resets == 1 && run.remarks.isEmpty)
    }

    @Test func `a frame to a sleeping chip is sent as it is, and its silence explained`() throws {
        let (run, resets) = try Self.run("frame 30 FF\nframe 30 00", [[0x30, 0xFF]: .nibble(0)])
        #expect(resets == 1)
        #expect(run.remarks.count == 1 && run.remarks.first?.contains("reset cold wakes it") == true)
    }

    // MARK: - Sessions

    @Test(arguments: ["FF CA 00 00 00", "FF 00 00 00 02 D4 02"])
    func `inside of a session nothing goes to the reader that could end it without a word`(command: String) throws {
        let run = try ScriptRun("secure pace\n\(command)", answers: Self.answers)
        #expect(run.error?.line == 2 && run.error?.hint.contains("secure off") == true)
        #expect(run.sent.isEmpty)
    }
}
