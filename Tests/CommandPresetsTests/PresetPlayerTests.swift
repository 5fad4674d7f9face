import CardIdentification
import ChipSimulation
import ISO7816
import InlaySeams
import Octets
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
        #expect(results.map(\.isAutomatic) == [false, false, true])
        #expect(results.map(\.isInterim) == [false, true, false])
        #expect(results.map(\.shown).suffix(2) == ["00 B0 00 00 0A", "00 B0 00 00 08"])
        #expect(link.isFinished)
    }

    private static func played(_ text: String, _ values: [String: String] = [:], _ lines: [(String, String)]) throws
        -> (results: [PresetRun.StepResult], isFinished: Bool)
    {
        let preset = try #require(try PresetText.presets(text, over: []).first)
        let link = ScriptedLink(lines.map { .init(command: hex($0.0), answer: hex($0.1)) })
        let identity = CardIdentity(answerToReset: link.answerToReset)
        var run = try PresetRun(preset, given: values, identity: identity)
        var results: [PresetRun.StepResult] = []
        try PresetPlayer(reader: "R", identity: identity).play(&run, on: link) { results.append($0) }
        return (results, link.isFinished)
    }

    private static func preset(_ effect: String, _ step: String, _ ask: String = "") -> String {
        "preset z.x\ntitle X\nfor iso7816\neffect \(effect)\nsource me\n\(ask)\(step)\nreply .. 90 00 / 90 00\n"
    }

    /// The last byte of a command without Le is data: another one would be another PIN, or other data than agreed to.
    @Test(arguments: [
        ("00 CA 00 00 03 01 02 03", "00CA000003010203", "6C55"), ("00 CA 00 00", "00CA0000", "6C55"),
        ("00 CA 00 00 00 00 03 01 02 03", "00CA0000000003010203", "6C55"), ("00 CA 00 00 00", "00CA000000", "6C00"),
        ("00 CA 00 00 05", "00CA000005", "6C05"),
    ])
    func `a command without an Le is not changed nor sent again`(step: String, sent: String, answer: String) throws {
        let played = try Self.played(Self.preset("readsOnly", "send \(step)"), [:], [(sent, answer)])
        #expect(played.isFinished)
        #expect(played.results.map(\.matches) == [false])
        #expect(played.results.map(\.isInterim) == [false])
    }

    @Test(arguments: [
        ("00 CA 00 00 00", "00CA000000", "00CA000055"),
        ("00 CA 00 00 02 01 02 00", "00CA000002010200", "00CA000002010255"),
        ("00 CA 00 00 00 00 00", "00CA0000000000", "00CA0000000055"),
        ("00 CA 00 00 00 00 02 01 02 00 00", "00CA000000000201020000", "00CA000000000201020055"),
    ])
    func `an Le is put right where it stands`(step: String, sent: String, again: String) throws {
        let played = try Self.played(
            Self.preset("readsOnly", "send \(step)"), [:], [(sent, "6C55"), (again, "01 9000")])
        #expect(played.isFinished)
        #expect(played.results.map(\.matches) == [true, true])
        #expect(played.results.last?.shown == Hex.string(hex(again), separator: " "))
    }

    @Test(arguments: [
        ("writes", "00 DA 00 5E 01 01 00"), ("irreversible", "00 E6 00 00 00"), ("authenticates", "00 20 00 81 00"),
    ])
    func `what writes or costs a try is never sent again`(effect: String, step: String) throws {
        let played = try Self.played(
            Self.preset(effect, "send \(step)"), [:], [(step.filter { $0 != " " }, "6C55")])
        #expect(played.isFinished)
        #expect(played.results.map(\.matches) == [false])
    }

    @Test func `a secret stays hidden when its command is sent again`() throws {
        let text = Self.preset("readsOnly", "send 00 CA 00 00 [{pw}] 00", "ask pw secret(6) \"the secret\"\n")
        let played = try Self.played(
            text, ["pw": "\"123456\""],
            [
                ("00CA00000631323334353600", "6C02"), ("00CA00000631323334353602", "6102"), ("00C0000002", "0102 9000"),
            ])
        #expect(played.isFinished)
        #expect(played.results.map(\.isInterim) == [true, true, false])
        #expect(!played.results.contains { $0.shown.contains("31") || $0.shown.contains("36") })
        #expect(played.results.last?.reply == .bytes(hex("01029000")))
    }

    @Test func `what is held back is shown behind the command, and all of it is the result`() throws {
        let played = try Self.played(
            Self.preset("readsOnly", "send 00 CA 00 00 00"), [:],
            [("00CA000000", "01 6101"), ("00C0000001", "02 6101"), ("00C0000001", "03 9000")])
        #expect(played.results.map(\.shown) == ["00 CA 00 00 00", "00 C0 00 00 01", "00 C0 00 00 01"])
        #expect(played.results.map(\.isAutomatic) == [false, true, true])
        #expect(played.results.map(\.isInterim) == [true, true, false])
        #expect(played.results.last?.reply == .bytes(hex("0102039000")))
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
