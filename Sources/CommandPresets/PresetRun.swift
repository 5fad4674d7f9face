public import CardIdentification
import ISO7816
import Octets

/// A preset with its values, which runs step by step.
///
/// It holds secrets as long as it lives; let go of it as soon as it has run.
public struct PresetRun {
    /// What a step did.
    public struct StepResult: Hashable, Sendable {
        /// How it travelled.
        public var way: CommandPreset.Way
        /// What was sent, for people; without secrets.
        public var shown: String
        /// What came back.
        public var reply: ReplyPattern.Reply
        /// Whether that is as expected.
        public var matches: Bool
        /// Bytes of the answer that the pattern names.
        public var kept: [String: [UInt8]]
        /// The family whose words explain the answer.
        public var family: CardFamily?
        /// Instruction byte of what was sent; nil for frames and commands to the reader.
        public var instruction: UInt8?
        /// First page of a READ; nil for everything else.
        public var firstPage: UInt8?
        /// The exact chip, where it is known.
        public var chip: Type2Chip?
        /// True for what the card's answer asked for, not the preset: GET RESPONSE, or the right Le.
        public var isAutomatic = false
    }

    /// The preset.
    public let preset: CommandPreset
    private let chip: Type2Chip?
    private var values: [String: [UInt8]]
    private var next = 0
    private let secrets: Set<String>

    /// Fills in `given`, values as they are typed. What is left out takes its usual value, or what the card is.
    public init(
        _ preset: CommandPreset, given: [String: String] = [:], identity: CardIdentity? = nil
    ) throws(PresetFailure) {
        self.preset = preset
        chip = identity?.chip.flatMap(Type2Chip.named)
        secrets = Set(preset.parameters.filter(\.isSecret).map(\.name))
        var values: [String: [UInt8]] = [:]
        for name in given.keys.sorted() where !preset.parameters.contains(where: { $0.name == name }) {
            throw .unknownParameter(name: name)
        }
        for parameter in preset.parameters {
            if let text = given[parameter.name] {
                values[parameter.name] = try parameter.bytes(text)
            } else if let usual = parameter.usual {
                values[parameter.name] = try parameter.bytes(usual)
            } else if case .identifier(let count, let reversed) = parameter.kind, let own = identity?.identifier,
                own.count == count
            {
                values[parameter.name] = reversed ? own.reversed() : own
            } else {
                throw .missingValue(name: parameter.name)
            }
        }
        self.values = values
    }

    /// What the steps send, as far as it is known now.
    var patterns: [CommandPattern] { CommandPattern.patterns(of: preset, values: values, chip: chip) }

    /// True when all steps were done.
    public var isFinished: Bool { next >= preset.steps.count }

    /// How the next step travels, and its bytes; nil when there is none.
    public func nextCommand() throws(PresetFailure) -> (way: CommandPreset.Way, bytes: [UInt8], shown: String)? {
        guard !isFinished else { return nil }
        let step = preset.steps[next]
        return (
            step.way, try step.template.encoded(values, chip: chip),
            try step.template.shown(values, chip: chip, hiding: secrets)
        )
    }

    /// True when the next step may be sent twice: it reads only, and silence is not what it waits for.
    var mayRepeat: Bool {
        !isFinished && preset.effect == .readsOnly && preset.steps[next].reply.match(.silence) == nil
    }

    /// What was sent because an answer asked for it.
    func automatic(_ bytes: [UInt8], _ answer: [UInt8]) -> StepResult {
        StepResult(
            way: .send, shown: Hex.string(bytes, separator: " "), reply: .bytes(answer), matches: true, kept: [:],
            family: preset.families.first, instruction: Self.instruction(.send, bytes), isAutomatic: true)
    }

    /// Takes the answer to the next step and goes on.
    public mutating func take(_ reply: ReplyPattern.Reply) throws(PresetFailure) -> StepResult? {
        guard let command = try nextCommand() else { return nil }
        let step = preset.steps[next]
        next += 1
        let kept = step.reply.match(reply)
        values.merge(kept ?? [:]) { $1 }
        return StepResult(
            way: command.way, shown: command.shown, reply: reply, matches: kept != nil, kept: kept ?? [:],
            family: preset.families.first, instruction: Self.instruction(command.way, command.bytes),
            firstPage: firstPage(command.way, command.bytes), chip: chip)
    }

    /// READ and FAST_READ of a Type 2 tag; other frames can hold secrets.
    private func firstPage(_ way: CommandPreset.Way, _ bytes: [UInt8]) -> UInt8? {
        guard way == .frame, bytes.count > 1, bytes[0] == 0x30 || bytes[0] == 0x3A else { return nil }
        let pages: Set<CardFamily> = [.type2, .ntag21x, .ultralightEV1, .ultralightC, .em]
        return pages.isDisjoint(with: preset.families) || preset.chips.contains("EM ISO 15693") ? nil : bytes[1]
    }

    private static func instruction(_ way: CommandPreset.Way, _ bytes: [UInt8]) -> UInt8? {
        way == .send && bytes.count > 3 && bytes.first != 0xFF ? bytes[1] : nil
    }
}
