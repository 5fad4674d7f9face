import CardIdentification
public import ISO7816
import Octets

/// What commands do at least, learned from the presets that are built in: somebody else's preset cannot call a write a
/// reading.
///
/// The built-in command that begins most alike decides, and of several such the mildest, because the bytes behind decide
/// what it does. Class and instruction of an APDU, or the command byte of a frame, must be the same. What nobody here
/// knows is assumed to be as bad as it can be: see `assumption`. What `CommandJudgement` reads from the bytes themselves
/// counts in every case.
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

    private struct Written: Hashable {
        var way: CommandPreset.Way
        var text: String
    }

    /// What the presets say that have a command as it stands, and which cards they are for.
    private struct Saying {
        var effect: Effect
        var families: Set<CardFamily>
    }

    private let known: [Known]
    /// Commands that are built in as they stand.
    private let written: [Written: Saying]

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
        written = Dictionary(
            presets.flatMap { preset in
                preset.steps.map {
                    (
                        Written(way: $0.way, text: $0.template.text),
                        Saying(effect: preset.effect, families: Set(preset.families))
                    )
                }
            },
            uniquingKeysWith: {
                Saying(effect: min($0.effect, $1.effect), families: $0.families.union($1.families))
            })
    }

    /// Of what is built in.
    public static let builtIn = EffectFloor(CommandPresetCatalog.builtIn.presets)

    /// What `preset` does at least.
    public func effect(of preset: CommandPreset) -> Effect {
        let least = preset.steps.flatMap { step -> [Effect] in
            let leavesUserMemory = Self.leavesUserMemory(step, preset)
            // The same text as a built-in one can still mean other pages, by what its parameter allows, or on other cards.
            if let built = written[Written(way: step.way, text: step.template.text)],
                !leavesUserMemory
                    || step.template.leadingBytes.count > (step.way == .frame ? 1 : 3)
                        && built.families.isSuperset(of: preset.families)
            {
                return [built.effect]
            }
            if leavesUserMemory { return [.irreversible] }
            // CFG1 holds CFGLCK; a password cannot be read, so the old one is gone.
            let lasting: Set<Type2Chip.Page> = [.dynamicLock, .configuration1, .password]
            if step.template.leadingBytes == [0xA2], !step.template.pages.isDisjoint(with: lasting) {
                return [.irreversible]
            }
            let heads = Self.heads(step, preset.families)
            guard !heads.isEmpty else { return [.irreversible] }
            return heads.map { head in
                // What travels inside of another command is not looked into.
                if step.way != .frame, Self.carriesCardCommand(head.bytes) { return .irreversible }
                return floor(step.way, head.technology, head.bytes)
                    ?? Self.assumption(step.way, head.bytes, preset.families)
            }
        }
        let takesBlocks = preset.families.contains(where: Self.takesBlocks)
        let judged = zip(preset.steps, CommandPattern.patterns(of: preset)).map { step, pattern in
            // What else is in the chain is as unknown as the contents of an ENVELOPE.
            step.way == .frame && takesBlocks && CommandJudgement.isPiece(pattern)
                ? .irreversible : CommandJudgement.effect(step.way, pattern)
        }
        return max(preset.effect, max(least.max() ?? preset.effect, judged.max() ?? preset.effect))
    }

    /// What a command does at least that is like none that is built in.
    ///
    /// Class and instruction, or the command byte, that are filled in only when it is sent can be those of any command.
    static func assumption(
        _ way: CommandPreset.Way, _ bytes: [UInt8], _ families: [CardFamily]
    ) -> Effect {
        switch way {
        case .send:
            guard bytes.count >= 2 else { return .irreversible }
            switch bytes[0] {
            case 0x00:
                // INTERNAL AUTHENTICATE (7816-4:2005 §7.5.2): a key is used, and a SIM moves its counter.
                if bytes[1] == 0x88 { return .changesState }
                let reads =
                    interindustryReadings.contains(bytes[1])
                    || families == [.piv] && yubiKeyReadings.contains(bytes[1])
                return reads ? .readsOnly : .writes
            case 0x80: return globalPlatformReadings.contains(bytes[1]) ? .readsOnly : .writes
            case 0xA0: return gsmReadings.contains(bytes[1]) ? .readsOnly : .writes
            default: return .writes
            }
        case .frame:
            if let code = bytes.first, vicinityReadings.contains(code),
                families.allSatisfy({ technology($0) == .vicinity })
            {
                return .readsOnly
            }
            // Native commands of DESFire stand behind a block header, or alone.
            return bytes.isEmpty || families.contains(.desfire) ? .irreversible : .writes
        case .escape:
            return bytes.isEmpty ? .irreversible : .writes
        }
    }

    /// SEARCH BINARY, SEARCH RECORD, SELECT, READ BINARY, READ RECORD, GET RESPONSE, GET DATA, GET CHALLENGE (7816-4:2005
    /// §7), SELECT DATA and GET NEXT DATA (OpenPGP 3.4 §7.2.5, §7.2.7).
    private static let interindustryReadings: Set<UInt8> = [
        0x84, 0xA0, 0xA1, 0xA2, 0xA4, 0xA5, 0xB0, 0xB1, 0xB2, 0xB3, 0xC0, 0xCA, 0xCB, 0xCC, 0xCD,
    ]
    /// GET METADATA, GET SERIAL, ATTEST, GET VERSION.
    private static let yubiKeyReadings: Set<UInt8> = [0xF7, 0xF8, 0xF9, 0xFD]
    /// SEEK, SELECT, READ BINARY, READ RECORD, GET RESPONSE, STATUS (TS 51.011 §9.2).
    private static let gsmReadings: Set<UInt8> = [0xA2, 0xA4, 0xB0, 0xB2, 0xC0, 0xF2]
    /// FAST READ MULTIPLE BLOCKS, EXTENDED READ MULTIPLE BLOCKS, EXTENDED GET SYSTEM INFORMATION, EXTENDED GET MULTIPLE
    /// BLOCK SECURITY STATUS, EXTENDED FAST READ MULTIPLE BLOCKS (ISO 15693-3:2019).
    private static let vicinityReadings: Set<UInt8> = [0x2D, 0x33, 0x3B, 0x3C, 0x3D]
    /// GET DATA and GET STATUS.
    private static let globalPlatformReadings: Set<UInt8> = [0xCA, 0xCB, 0xF2]

    /// Ways through a reader to the card: direct transmission, transparent sessions, and their relatives.
    private static func carriesCardCommand(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        guard first == 0xFF else { return first == 0xD4 }
        guard bytes.count >= 2 else { return true }
        return !readerCommands.contains(bytes[1]) || bytes[1] == 0x00 && !(bytes.count > 2 && bytes[2] != 0x00)
    }

    /// LOAD KEYS, GENERAL AUTHENTICATE, READ BINARY, GET DATA, UPDATE BINARY (PC/SC part 3 §3.2), value operations, the ACS
    /// commands of class FF 00, and OMNIKEY, which is looked at elsewhere; others are a maker's, and can carry anything.
    private static let readerCommands: Set<UInt8> = [0x00, 0x70, 0x82, 0x86, 0x88, 0xB0, 0xB1, 0xCA, 0xD6, 0xD7]

    /// True for a WRITE of a page that can be another than user memory: lock bytes, one-time bits, configuration with its
    /// own lock (NT2H1311 §8.5); of MIFARE Classic a sector trailer, which holds keys and access bits.
    ///
    /// The same number means something else on each card, so it is asked of every family that is named; on a reader any
    /// can lie.
    private static func leavesUserMemory(_ step: CommandPreset.Step, _ preset: CommandPreset) -> Bool {
        let any: [CardFamily] = preset.families.contains(.reader) ? [.type2, .classic, .felica] : []
        return (preset.families + any).contains { leavesUserMemory(step, preset, on: $0) }
    }

    private static func leavesUserMemory(
        _ step: CommandPreset.Step, _ preset: CommandPreset, on family: CardFamily
    ) -> Bool {
        let head: [UInt8]
        switch step.way {
        case .frame:
            guard let code = step.template.leadingBytes.first, code == 0xA2 || code == 0xA0 else { return false }
            // No flags and no length begin so: it is meant for another card than it says.
            guard preset.families.contains(where: { technology($0) == .page }) else { return true }
            head = [code]
        case .send:
            guard step.template.leadingBytes.starts(with: [0xFF, 0xD6, 0x00]) else { return false }
            head = [0xFF, 0xD6, 0x00]
        case .escape: return false
        }
        // A page named by its meaning is looked at elsewhere.
        guard let first = step.template.range(at: head.count, preset.parameters) else { return false }
        var pages = first
        if step.way == .send {
            // Readers go on with the next pages when there are more bytes than one holds; Lc counts them.
            let pattern = CommandPattern(step.template, preset.parameters)
            let size = family == .classic || family == .felica ? 16 : 4
            let count = pattern.byte(4).flatMap { $0 == 0 ? nil : Int($0) } ?? 0xFF
            pages = first.lowerBound...(first.upperBound + (count - 1) / size)
        }
        // REG of FeliCa Lite only counts down.
        if family == .felica, pages.contains(0x0E) { return true }
        // Block 0 belongs to the maker; more than a sector has a trailer among its blocks.
        if family == .classic { return pages.contains { $0 == 0 || $0 % 4 == 3 } }
        let chips = preset.chips.compactMap(Type2Chip.named)
        guard !chips.isEmpty, chips.count == preset.chips.count else {
            // All Ultralight C are alike; of the others the smallest ends at page 0F.
            let last = family == .ultralightC ? 0x27 : 0x0F
            return pages.lowerBound < 4 || pages.upperBound > last
        }
        return chips.contains { chip in
            // The answer to a password can be written again, and protects nothing.
            let known = [chip.page(.passwordAcknowledge), chip.page(.configuration0)]
            if pages.count == 1, known.contains(UInt8(truncatingIfNeeded: pages.lowerBound)) { return false }
            return pages.lowerBound < Int(chip.userPages.lowerBound)
                || pages.upperBound > Int(chip.userPages.upperBound)
        }
    }

    private func floor(_ way: CommandPreset.Way, _ technology: Technology, _ bytes: [UInt8]) -> Effect? {
        var best: (length: Int, effect: Effect)?
        // Behind the header of a block (14443-4 §7.1) the command is the second byte.
        let isBlock = technology == .page && [0x02, 0x03, 0x0A, 0x0B].contains(bytes.first)
        let least = way == .frame ? isBlock ? 2 : 1 : bytes.starts(with: [0xFF, 0x00]) ? 4 : 2
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
            // Secure messaging and logical channels stand in the class byte and change nothing of what is done
            // (7816-4:2005 §5.1.1, GlobalPlatform Card Specification §11.1.4).
            switch cla {
            case ..<0x80: head[0] = 0x00
            case 0x80...0x8F, 0xC0...0xEF: head[0] = 0x80
            default: break
            }
            return [(.none, head)]
        }
        // On a reader any card can lie.
        let any: [Technology] = families.contains(.reader) ? [.page, .vicinity, .felica] : []
        return Set(families.map(technology) + any).map { technology in
            // Flags of ISO 15693 and the length of FeliCa say nothing of what is done.
            (technology, technology == .page ? head : Array(head.dropFirst()))
        }
    }

    /// True where a frame can be heard as a block of 14443-4; elsewhere its first byte is flags, a length or a command.
    private static func takesBlocks(_ family: CardFamily) -> Bool {
        switch family {
        case .reader, .iso7816, .emrtd, .eid, .piv, .openpgp, .fido, .emv, .globalplatform, .sim, .ndef, .desfire,
            .ntag424:
            true
        case .type2, .ntag21x, .ultralightEV1, .ultralightC, .classic, .em, .iso15693, .icode, .felica: false
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
