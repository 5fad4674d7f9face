import CardIdentification
public import ISO7816
import Octets

/// What commands do at least, learned from the presets that are built in: somebody else's preset cannot call a write a
/// reading.
///
/// The built-in command that begins most alike decides, and of several such the mildest, because the bytes behind decide
/// what it does. Class and instruction of an APDU, or the command byte of a frame, must be the same.
public struct EffectFloor: Sendable {
    private enum Technology: Hashable {
        case none, page, vicinity, felica
    }

    private struct Known: Hashable {
        var way: CommandPreset.Way
        var technology: Technology
        var bytes: [UInt8]
        var effect: Effect
    }

    private let known: [Known]

    /// Learns from `presets`.
    public init(_ presets: [CommandPreset]) {
        known = presets.flatMap { preset in
            // A preset of several steps says what all of them do together: its last step is the one that does it.
            let steps = preset.effect > .authenticates ? preset.steps.suffix(1) : preset.steps[...]
            return steps.flatMap { step in
                Self.heads(step, preset.families).map {
                    Known(way: step.way, technology: $0.technology, bytes: $0.bytes, effect: preset.effect)
                }
            }
        }
    }

    /// Of what is built in.
    public static let builtIn = EffectFloor(CommandPresetCatalog.builtIn.presets)

    /// What `preset` does at least.
    public func effect(of preset: CommandPreset) -> Effect {
        let least = preset.steps.flatMap { step in
            Self.heads(step, preset.families).compactMap { floor(step.way, $0.technology, $0.bytes) }
        }
        return max(preset.effect, least.max() ?? preset.effect)
    }

    private func floor(_ way: CommandPreset.Way, _ technology: Technology, _ bytes: [UInt8]) -> Effect? {
        var best: (length: Int, effect: Effect)?
        let least = way == .frame ? 1 : bytes.first == 0xFF ? 4 : 2
        for one in known where one.way == way && one.technology == technology {
            let length = zip(one.bytes, bytes).prefix { $0 == $1 }.count
            guard length >= least, length >= best?.length ?? 0 else { continue }
            let isLonger = length > best?.length ?? 0
            best = (length, isLonger ? one.effect : min(best?.effect ?? one.effect, one.effect))
        }
        return best?.effect
    }

    private static func heads(
        _ step: CommandPreset.Step, _ families: [CardFamily]
    ) -> [(technology: Technology, bytes: [UInt8])] {
        var head = step.template.leadingBytes
        guard step.way == .frame else {
            guard let cla = head.first else { return [] }
            // Secure messaging and logical channels stand in the class byte and change nothing of what is done.
            if cla < 0x80 { head[0] = cla & 0x60 }
            return [(.none, head)]
        }
        return Set(families.map(technology)).map { technology in
            // Flags of ISO 15693 and the length of FeliCa say nothing of what is done.
            (technology, technology == .page ? head : Array(head.dropFirst()))
        }
    }

    private static func technology(_ family: CardFamily) -> Technology {
        switch family {
        case .iso15693, .icode: .vicinity
        case .felica: .felica
        default: .page
        }
    }
}
