import ISO7816

/// What bytes do at least, whatever the preset says that sends them and for whichever family.
///
/// A command is judged by class, instruction, parameters and data in every form of an APDU (short, extended, one part of a
/// chain, on any logical channel, under secure messaging). What is filled in only when it is sent counts as the worst that
/// it can be.
enum CommandJudgement {
    /// What `pattern`, sent in a `way`, does at least.
    static func effect(_ way: CommandPreset.Way, _ pattern: CommandPattern) -> Effect {
        switch way {
        case .send, .escape:
            return max(apdu(pattern), reader(pattern, isEscape: way == .escape))
        case .frame:
            return frame(pattern)
        }
    }

    // MARK: - Commands

    private static func apdu(_ pattern: CommandPattern) -> Effect {
        guard let cla = pattern.byte(0), pattern.byte(1) != nil, cla != 0xFF else { return .readsOnly }
        let command = Command(cla: cla, pattern: pattern, data: pattern.commandData)
        return KnownEffect.table.filter { $0.includes(command) }.map(\.effect).max() ?? .readsOnly
    }

    /// An APDU, or what is known of it.
    struct Command {
        var cla: UInt8
        var pattern: CommandPattern
        var data: CommandPattern

        /// True for a part of a chain that is not the last (7816-4:2005 §5.1.1.1); the same bit in the proprietary
        /// classes (CTAP 2.1, fragmentation over NFC).
        var isChained: Bool { cla & 0x10 != 0 }

        /// True when a byte of the data can be one of `bytes`. The data of a chain can begin in a later part.
        func data(_ place: Int = 0, canBe bytes: Set<UInt8>) -> Bool {
            data.canBe(bytes, at: place) || isChained && data.possible(place) == nil
        }

        /// True when the data begins with one of `bytes` and nothing else can stand there.
        func dataIs(_ bytes: Set<UInt8>, at place: Int = 0) -> Bool {
            data.byte(place).map(bytes.contains) ?? false
        }

        /// True when there are data, or some may come.
        var hasData: Bool { data.possible(0) != nil || isChained }
    }

    // MARK: - Readers

    /// Commands to the reader (PC/SC part 3 §3.2, and those of makers).
    private static func reader(_ pattern: CommandPattern, isEscape: Bool) -> Effect {
        if pattern.canBe(0xFF, at: 0) {
            // OMNIKEY: only readerInformationApi/get is known to read (HID 5x27 developer guide, vendor commands); others
            // change the configuration or pass commands on.
            if pattern.canBe(0x70, at: 1) {
                let reads =
                    pattern.holds([0xFF, 0x70, 0x07, 0x6B]) && pattern.holds([0xA2], at: 5)
                    && pattern.holds([0xA0], at: 7)
                return reads ? .readsOnly : .irreversible
            }
            return pattern.canBe([0xD6, 0xD7], at: 1) ? .writes : .readsOnly
        }
        // ACS: E0 00 00 FUNCTION Lc; data of a function set something (ACR1252U reference manual, peripherals control).
        if isEscape || pattern.holds([0xE0, 0x00, 0x00]), pattern.canBe(0xE0, at: 0) {
            let setsNothing = pattern.byte(4) == 0 && pattern.possible(5) == nil
            return setsNothing || pattern.possible(4) == nil ? .readsOnly : .writes
        }
        return .readsOnly
    }

    // MARK: - Frames

    /// True for an I-block that is not the last of its chain, or has a node address (14443-4 §7.1): what the card makes of
    /// it does not stand in it, or not where it is looked for.
    static func isPiece(_ pattern: CommandPattern) -> Bool {
        pattern.byte(0).map { $0 & 0xE2 == 0x02 && $0 & 0x14 != 0 } ?? false
    }

    private static func frame(_ pattern: CommandPattern) -> Effect {
        var worst = max(vicinity(pattern), felica(pattern))
        if pattern.canBe(KnownEffect.desfireFinal, at: 0), pattern.byte(0) != nil, !countsItself(pattern) {
            worst = .irreversible
        }
        // LOCK_SIG of NTAG 210u and Ultralight Nano (MF0UN_H_00): the signature stays.
        if pattern.byte(0) == 0xAC, pattern.places.count <= 2 { worst = .irreversible }
        // An APDU or a native command behind the header of a block, with or without CID (14443-4 §7.1).
        if let header = pattern.byte(0), [0x02, 0x03, 0x0A, 0x0B, 0x12, 0x13, 0x1A, 0x1B].contains(header) {
            let inner = pattern.dropFirst(header & 0x08 == 0 ? 1 : 2)
            // 1B is also PWD_AUTH with five bytes (NT2H1311 §10.7).
            guard header != 0x1B || inner.places.count > 3 || inner.isOpen else { return worst }
            if inner.byte(0).map(KnownEffect.desfireFinal.contains) ?? false { worst = .irreversible }
            // Other classes are reserved (7816-4:2005 §5.1.1), or stand for flags and a custom command of ISO
            // 15693.
            let isClass = inner.byte(0).map { $0 <= 0x1F || 0x40...0x90 ~= $0 || $0 == 0xA0 } ?? false
            if isClass, inner.isOpen || inner.places.count >= 4 { worst = max(worst, apdu(inner)) }
        }
        return worst
    }

    /// True for a frame of FeliCa: its first byte is its length. Shorter ones can be ISO 15693 just as well.
    private static func countsItself(_ pattern: CommandPattern) -> Bool {
        let count = pattern.places.count
        return !pattern.isOpen && count >= 10 && pattern.byte(0).map(Int.init) == count
    }

    /// LOCK BLOCK, LOCK AFI, LOCK DSFID, EXTENDED LOCK BLOCK (ISO 15693-3), and of ICODE (SL2S2602 §9.5, SL2S2002 §9.4)
    /// LOCK EAS (KILL of Texas Instruments), PASSWORD PROTECT EAS/AFI, LOCK PASSWORD, LOCK PAGE PROTECTION CONDITION,
    /// DESTROY, ENABLE PRIVACY and 64 BIT PASSWORD PROTECTION.
    private static let vicinityFinal: Set<UInt8> = [
        0x22, 0x28, 0x2A, 0x32, 0xA4, 0xA6, 0xB5, 0xB7, 0xB9, 0xBA, 0xBB,
    ]

    /// WRITE SINGLE and MULTIPLE BLOCKS, WRITE AFI, WRITE DSFID, and the extended forms.
    private static let vicinityWritings: Set<UInt8> = [0x21, 0x24, 0x27, 0x29, 0x31, 0x34]

    private static func vicinity(_ pattern: CommandPattern) -> Effect {
        guard let flags = pattern.byte(0), let code = pattern.byte(1), !countsItself(pattern) else { return .readsOnly }
        // Neither an inventory nor a bit that must be 0, nor both kinds of address: what is no flag here begins another
        // technology's command. Those that begin one as well count when it is too long for that.
        let isUsual = [0x02, 0x03, 0x12, 0x13, 0x20, 0x22, 0x23, 0x42, 0x43, 0x62, 0x63].contains(flags)
        let isPossible = flags & 0x8C == 0 && flags & 0x30 != 0x30
        let least = (flags & 0x20 == 0 ? 2 : 10) + ([0x28, 0x2A].contains(code) ? 0 : 1)
        let isFlags = isUsual || isPossible && (pattern.isOpen || pattern.places.count >= least)
        // Behind the header of a block BB is READ RECORDS of DESFire; of ICODE the code of the maker, 04, follows.
        let isOther = code == 0xBB && !pattern.canBe(0x04, at: 2)
        // LOCK SECTOR PASSWORD of ST (M24LR64-R §26.15) and LOCK TWO BLOCKS of Texas Instruments; with the code of
        // another maker they are GET RANDOM NUMBER and RESET EAS.
        let isMakers = code == 0xB2 && pattern.canBe(0x02, at: 2) || code == 0xA3 && pattern.canBe(0x07, at: 2)
        guard isFlags else { return .readsOnly }
        if vicinityFinal.contains(code) && !isOther || isMakers { return .irreversible }
        // Behind the flags 02, 03, 12 and 13 a command of another technology can follow.
        let isBlock = flags & 0xEE == 0x02
        return vicinityWritings.contains(code) && !isBlock && pattern.places.count >= least ? .writes : .readsOnly
    }

    /// WRITE WITHOUT ENCRYPTION of a block that FeliCa Lite keeps for itself: identifiers, keys, MC with its own lock, and
    /// REG, which only counts down (FeliCa Lite-S user's manual §3).
    private static func felica(_ pattern: CommandPattern) -> Effect {
        let length = pattern.byte(0).map(Int.init)
        if pattern.byte(1) == 0x08, length == nil || pattern.isOpen || length == pattern.places.count {
            return lite(pattern.dropFirst(2))
        }
        // Without the byte that counts.
        if pattern.byte(0) == 0x08, pattern.isOpen || pattern.places.count > 28 { return lite(pattern.dropFirst(1)) }
        return .readsOnly
    }

    /// From the IDm on.
    private static func lite(_ pattern: CommandPattern) -> Effect {
        guard let services = pattern.byte(8).map(Int.init), let blocks = pattern.byte(9 + 2 * services).map(Int.init)
        else { return .irreversible }
        var place = 10 + 2 * services
        for _ in 0..<blocks {
            guard let first = pattern.byte(place), let number = pattern.possible(place + 1) else {
                return .irreversible
            }
            // Two bytes, or three with the number's low byte in front.
            place += first & 0x80 == 0 ? 3 : 2
            if number.contains(0x0E) || number.upperBound > 0x81 { return .irreversible }
        }
        return .writes
    }
}
