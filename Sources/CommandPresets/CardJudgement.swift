public import CardIdentification
public import ISO7816

/// What bytes that were written for other cards do at least on the card that lies there.
///
/// Here what nobody knows counts as what cannot be taken back: the same number of a page is user memory on one chip, and
/// lock bits, a counter or half of a key on its relatives.
struct CardJudgement {
    let identity: CardIdentity

    func effect(_ way: CommandPreset.Way, _ pattern: CommandPattern) -> Effect {
        let least = CommandJudgement.effect(way, pattern)
        switch way {
        case .escape: return least
        case .send: return max(least, pattern.byte(0) == 0xFF ? reader(pattern) : apdu(pattern))
        case .frame: return max(least, frame(pattern))
        }
    }

    /// Of a card that a preset names: what its families do is told already. Which of their chips it is, is not, and that
    /// is asked where pages or blocks go by numbers; some take commands in blocks as well.
    func effect(onOwn way: CommandPreset.Way, _ pattern: CommandPattern) -> Effect {
        guard !identity.families.isDisjoint(with: [.type2, .classic]) else { return .readsOnly }
        let reaches =
            switch way {
            case .send: pattern.byte(0) == 0xFF && pattern.canBe(0xD6, at: 1)
            case .frame: pattern.canBe([0xA0, 0xA2], at: 0) || CommandJudgement.isPiece(pattern)
            case .escape: false
            }
        return reaches ? effect(way, pattern) : .readsOnly
    }

    // MARK: - Commands

    /// What reads on any card of commands, or on those of the card's own families; a write at least is all else.
    private func apdu(_ pattern: CommandPattern) -> Effect {
        guard let cla = pattern.byte(0), let instruction = pattern.byte(1) else { return .irreversible }
        if cla & 0xF0 == 0x90, Self.desfireReadings.contains(instruction) {
            return instruction == 0xAF && pattern.commandData.possible(0) != nil ? .writes : .readsOnly
        }
        var families = Array(identity.families)
        if identity.families.contains(.piv), identity.families.isSubset(of: [.piv, .iso7816, .reader]) {
            families = [.piv]
        }
        let plain: UInt8 =
            switch cla {
            case ..<0x80: 0x00
            case 0x80...0x8F, 0xC0...0xEF: 0x80
            default: cla
            }
        // A password that is shown to another card can cost one of its tries.
        if plain == 0, [0x20, 0x21, 0x82, 0x86, 0x87].contains(instruction) { return .authenticates }
        return EffectFloor.assumption(.send, [plain, instruction], families)
    }

    /// Commands to the reader that reach the memory of the card (PC/SC part 3 §3.2.2).
    private func reader(_ pattern: CommandPattern) -> Effect {
        guard let instruction = pattern.byte(1) else { return .irreversible }
        switch instruction {
        case 0xD6: return update(pattern)
        case 0xD7: return .irreversible
        case 0x00 where pattern.canBe(0x00, at: 2):
            // GetFirmwareVersion and GetGeneralStatus of the PN53x ask the reader; others carry what is for the card.
            let asks = pattern.byte(5) == 0xD4 && [0x02, 0x04].contains(pattern.byte(6))
            return asks ? .readsOnly : .irreversible
        default: return .readsOnly
        }
    }

    /// UPDATE BINARY: readers go on with the next pages when there are more bytes than one holds.
    private func update(_ pattern: CommandPattern) -> Effect {
        guard pattern.byte(2) == 0, let first = pattern.possible(3) else { return .irreversible }
        let count = pattern.byte(4).flatMap { $0 == 0 ? nil : Int($0) } ?? 0xFF
        if identity.families.contains(.classic) {
            let blocks = Int(first.lowerBound)...(Int(first.upperBound) + (count - 1) / 16)
            // The trailer of a sector holds keys and access bits, block 0 belongs to the maker; the last sectors of 4 KiB
            // have 16 blocks.
            return blocks.contains { $0 == 0 || $0 % 4 == 3 } ? .irreversible : .writes
        }
        return pages(first, count: (count + 3) / 4)
    }

    // MARK: - Frames

    /// Judged as the chip there hears it; where the reader does not say how it talks, as any could.
    private func frame(_ pattern: CommandPattern) -> Effect {
        let families = identity.families
        switch RadioTechnology(identity.answerToReset) {
        case .iso15693?: return vicinity(pattern)
        case .feliCa?: return felica(pattern)
        case .iso14443A?:
            let takesCommands = StorageCard(identity.answerToReset)?.selectAcknowledge.map { $0 & 0x20 != 0 } ?? false
            return takesCommands || families.contains(.desfire) ? max(page(pattern), block(pattern)) : page(pattern)
        case .iso14443B?: return block(pattern)
        case nil:
            if families.contains(.iso15693) { return vicinity(pattern) }
            if families.contains(.felica) { return felica(pattern) }
            if families.contains(.type2) { return page(pattern) }
            return [vicinity, felica, page, block].map { $0(pattern) }.max() ?? .irreversible
        }
    }

    /// ISO 15693-3 §10: mandatory and optional commands; those of makers are not looked into.
    private func vicinity(_ pattern: CommandPattern) -> Effect {
        guard let code = pattern.byte(1) else { return .irreversible }
        switch code {
        // INVENTORY, STAY QUIET, READ SINGLE and MULTIPLE BLOCKS, SELECT, RESET TO READY, GET SYSTEM INFORMATION, GET
        // MULTIPLE BLOCK SECURITY STATUS, and their extended and fast forms.
        case 0x01, 0x02, 0x20, 0x23, 0x25, 0x26, 0x2B, 0x2C, 0x2D, 0x30, 0x33, 0x3B, 0x3C, 0x3D: return .readsOnly
        // WRITE SINGLE and MULTIPLE BLOCKS, WRITE AFI, WRITE DSFID.
        case 0x21, 0x24, 0x27, 0x29, 0x31, 0x34: return .writes
        default: return .irreversible
        }
    }

    /// JIS X 6319-4: POLLING, REQUEST SERVICE, REQUEST RESPONSE, READ WITHOUT ENCRYPTION, SEARCH SERVICE CODE, REQUEST
    /// SYSTEM CODE, and what asks for versions and states. A write without encryption can take money from a purse.
    private func felica(_ pattern: CommandPattern) -> Effect {
        let isCounted = pattern.byte(0).map(Int.init) == pattern.places.count && !pattern.isOpen
        guard let code = pattern.byte(isCounted ? 1 : 0) else { return .irreversible }
        return [0x00, 0x02, 0x04, 0x06, 0x0A, 0x0C, 0x32, 0x38, 0x3A, 0x3C].contains(code) ? .readsOnly : .irreversible
    }

    /// Type 2 tags and MIFARE Classic.
    private func page(_ pattern: CommandPattern) -> Effect {
        guard let code = pattern.byte(0) else { return .irreversible }
        let isClassic = identity.families.contains(.classic)
        switch code {
        // READ, FAST_READ, READ_CNT, READ_SIG, CHECK_TEARING_EVENT, HALT.
        case 0x30, 0x3A, 0x39, 0x3C, 0x3E, 0x50: return .readsOnly
        // GET_VERSION, and authentication of MIFARE Classic.
        case 0x60, 0x61: return pattern.places.count == 1 && !pattern.isOpen ? .readsOnly : .authenticates
        // PWD_AUTH, AUTHENTICATE of Ultralight C and its second part.
        case 0x1B, 0x1A, 0xAF: return .authenticates
        case 0xC2 where !isClassic: return .changesState
        case 0xA2 where !isClassic, 0xA0 where !isClassic:
            return pattern.possible(1).map { pages($0, count: 1) } ?? .irreversible
        // INCR_CNT, WRITE_SIG, LOCK_SIG.
        case 0xA5, 0xA9, 0xAC: return .irreversible
        // A chip whose data sheet is known answers NAK to what does not stand there.
        default: return identity.chip.flatMap(Type2Chip.named) == nil ? .irreversible : .readsOnly
        }
    }

    /// Chips that take commands in blocks (14443-4 §7.1), and native commands without one.
    private func block(_ pattern: CommandPattern) -> Effect {
        guard let first = pattern.byte(0), !CommandJudgement.isPiece(pattern) else { return .irreversible }
        guard [0x02, 0x03, 0x0A, 0x0B].contains(first) else { return native(pattern) }
        let inner = pattern.dropFirst(first & 0x08 == 0 ? 1 : 2)
        return inner.isOpen || inner.places.count >= 4 ? max(native(inner), apdu(inner)) : native(inner)
    }

    private func native(_ pattern: CommandPattern) -> Effect {
        guard let code = pattern.byte(0) else { return .irreversible }
        if Self.desfireReadings.contains(code) { return .readsOnly }
        // The class byte of an APDU.
        return code <= 0x0F && pattern.places.count >= 4 ? .readsOnly : .irreversible
    }

    /// GetVersion and further frames, GetApplicationIDs, GetDFNames, GetKeySettings, GetKeyVersion, GetFileIDs,
    /// GetISOFileIDs, GetFileSettings, SelectApplication, FreeMemory, GetCardUID, ReadSig, GetFileCounters, ReadData,
    /// ReadRecords, GetValue, in either numbering.
    private static let desfireReadings: Set<UInt8> = [
        0x60, 0xAF, 0x6A, 0x6D, 0x45, 0x64, 0x6F, 0x61, 0xF5, 0x5A, 0x6E, 0x51, 0x3C, 0xF6, 0xBD, 0xAD, 0xBB, 0xAB,
        0x6C,
    ]

    // MARK: - Pages

    /// A write to `first` and what follows: user memory of the very chip, or of all that it can be.
    private func pages(_ first: ClosedRange<UInt8>, count: Int) -> Effect {
        let last = Int(first.upperBound) + max(count, 1) - 1
        guard let user = userPages, Int(first.lowerBound) >= user.lowerBound, last <= user.upperBound else {
            return .irreversible
        }
        return .writes
    }

    private var userPages: ClosedRange<Int>? {
        if let chip = identity.chip.flatMap(Type2Chip.named) {
            return Int(chip.userPages.lowerBound)...Int(chip.userPages.upperBound)
        }
        if identity.families.contains(.ultralightC) { return 0x04...0x27 }
        // The smallest ends there.
        return identity.families.contains(.type2) ? 0x04...0x0F : nil
    }
}

extension CommandPreset {
    /// What it does at least on the card of this identity: what it says of itself, and the worst that its bytes, with these
    /// values, do here.
    public func effect(on identity: CardIdentity, reader: String, given values: [String: String]) -> Effect {
        let fits = fit(identity, reader: reader) == .fits
        // What is built in says what it does to the cards that it is for.
        if fits, CommandPresetCatalog.builtIn.preset(name) == self { return effect }
        // Whatever lies on a reader fits a preset that is for the reader.
        let isNamed = fits && families.contains { $0 != .reader && identity.families.contains($0) }
        let judgement = CardJudgement(identity: identity)
        let patterns = (try? PresetRun(self, given: values, identity: identity))?.patterns
        return zip(steps, patterns ?? CommandPattern.patterns(of: self)).reduce(effect) { worst, step in
            guard isNamed else { return max(worst, judgement.effect(step.0.way, step.1)) }
            // A chip or a page that is named was looked at as such.
            guard chips.isEmpty, step.0.template.pages.isEmpty else { return worst }
            return max(worst, judgement.effect(onOwn: step.0.way, step.1))
        }
    }
}
