import CardIdentification
import ChipSimulation
import ISO7816
import InlaySeams
import TestSupport
import Testing

@testable import CommandPresets

@Suite struct PresetPlayerTests {
    private static let contactless = hex("3B 80 80 01 01")
    private static let time = TimeSource.fixed(Moment(secondsSince1970: 0))

    /// An answer to reset that tells how the chip of a preset talks on the air.
    private static func memoryCard(_ preset: CommandPreset) -> [UInt8] {
        var (standard, name): (UInt8, UInt8) = (0x03, 0x03)
        if !Set(preset.families).isDisjoint(with: [.iso15693, .icode]) || preset.chips == ["EM ISO 15693"] {
            (standard, name) = (0x0B, 0x14)
        } else if preset.families.contains(.felica) {
            (standard, name) = (0x11, 0x3B)
        }
        let bytes = hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06") + [standard, 0x00, name] + hex("00 00 00 00")
        return bytes + [bytes.dropFirst().reduce(0, ^)]
    }

    private static func answer(_ text: String) -> FrameTableChip.Answer {
        switch text {
        case "ACK": .nibble(0xA)
        case "NAK": .nibble(0)
        case "none": .silence
        default: .bytes(hex(text))
        }
    }

    /// Every preset, through link, reader dialect and all, against a scripted card of its family.
    @Test func `every preset plays against a scripted card of its family`() throws {
        var frames = 0
        for preset in CommandPresetCatalog.builtIn.presets {
            let row = try #require(SampleConversations.rows[preset.name])
            let usesFrames = preset.steps.contains { $0.way == .frame }
            let reset = usesFrames ? Self.memoryCard(preset) : Self.contactless
            let link: any CardLink
            if usesFrames {
                frames += 1
                link = SimulatedLink(
                    FrameTableChip(
                        answerToReset: reset, identifier: hex("01020304"),
                        Dictionary(
                            row.exchanges.map { (hex(String($0.command.dropFirst())), Self.answer($0.answer)) },
                            uniquingKeysWith: { first, _ in first }), otherwise: .silence))
            } else {
                link = EscapingLink(
                    row.exchanges.map {
                        .init(command: hex(String($0.command.dropFirst())), answer: hex($0.answer))
                    }, answerToReset: reset)
            }
            let identity = CardIdentity(
                answerToReset: AnswerToReset(reset), chip: preset.chips.first,
                evidence: [.init(probe: "test", finding: "test", families: Set(preset.families))])
            let player = PresetPlayer(reader: preset.readers.first ?? "Test", identity: identity, time: Self.time)
            var run = try PresetRun(preset, given: row.values, identity: identity)
            var results: [PresetRun.StepResult] = []
            #expect(throws: Never.self, "\(preset.name)") { try player.play(&run, on: link) { results.append($0) } }
            #expect(run.isFinished, "\(preset.name)")
            #expect(results.count == row.exchanges.count, "\(preset.name)")
            let misses = results.filter { !$0.matches }
            #expect(misses.isEmpty, "\(preset.name)")
        }
        #expect(frames > 80)
    }

    @Test func `an unexpected answer stops what comes behind it`() throws {
        let preset = try #require(CommandPresetCatalog.builtIn.preset("ntag21x.format-213"))
        let chip = FrameTableChip(
            answerToReset: Self.memoryCard(preset), identifier: hex("01020304"),
            [hex("3003"): .bytes(hex("E1103E00 00000000 00000000 00000000"))])
        let identity = CardIdentity(answerToReset: AnswerToReset(chip.answerToReset), chip: "NTAG213")
        var run = try PresetRun(preset, identity: identity)
        var results: [PresetRun.StepResult] = []
        try PresetPlayer(reader: "R", identity: identity, time: Self.time).play(&run, on: SimulatedLink(chip)) {
            results.append($0)
        }
        #expect(results.map(\.matches) == [false])
        #expect(!run.isFinished)
        #expect(chip.frames == [hex("3003")])
    }

    /// A write must not be repeated because the chip was silent.
    @Test func `only what reads is sent once more into a fresh field`() throws {
        for (name, count) in [("type2.read", 2), ("type2.empty-ndef", 1), ("type2.halt", 1)] {
            let preset = try #require(CommandPresetCatalog.builtIn.preset(name))
            let chip = FrameTableChip(
                answerToReset: Self.memoryCard(preset), identifier: hex("01020304"), [:], otherwise: .silence)
            let identity = CardIdentity(answerToReset: AnswerToReset(chip.answerToReset))
            var run = try PresetRun(preset, identity: identity)
            try PresetPlayer(reader: "R", identity: identity, time: Self.time).play(&run, on: SimulatedLink(chip)) {
                _ in
            }
            #expect(chip.frames.count == count, "\(name)")
        }
    }

    @Test func `the right length is taken from 6Cxx`() throws {
        let preset = try #require(CommandPresetCatalog.builtIn.preset("sim.iccid"))
        let link = ScriptedLink(
            [
                ("00A40004022FE200", "6204820241219000"), ("00B000000A", "6C08"),
                ("00B0000008", "9807910904215042 9000"),
            ].map { .init(command: hex($0.0), answer: hex($0.1)) })
        let identity = CardIdentity(answerToReset: link.answerToReset)
        var run = try PresetRun(preset, identity: identity)
        var results: [PresetRun.StepResult] = []
        try PresetPlayer(reader: "R", identity: identity).play(&run, on: link) { results.append($0) }
        #expect(results.map(\.isAutomatic) == [false, true, false])
        #expect(link.isFinished)
    }
}

/// A script that answers escape commands too.
private final class EscapingLink: CardLink {
    private let script: ScriptedLink

    init(_ lines: [ScriptedLink.Line], answerToReset: [UInt8]) {
        script = ScriptedLink(lines, answerToReset: answerToReset)
    }

    var answerToReset: AnswerToReset { script.answerToReset }
    var limits: LinkLimits { script.limits }
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] { try script.exchange(command) }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try script.exchange(input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { script.answerToReset }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}
