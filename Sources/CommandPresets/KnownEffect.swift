import ISO7816

/// A kind of command APDU, what it does at least, and who says so.
///
/// 7816-4 is cited by the clauses of its edition of 2005, which later ones number differently; parts 8 and 9 by the
/// names of their commands. GPC is the GlobalPlatform Card Specification 2.3.1.
struct KnownEffect: Sendable {
    /// Which class bytes are meant.
    enum Classes: Sendable {
        /// All but the reader's own, `FF`.
        case any
        /// 00 to 7F.
        case interindustry
        /// 80 to FE.
        case proprietary
        /// Wrapped commands of DESFire and its relatives, 90; the other bits are a channel.
        case wrapped
    }

    var classes: Classes
    var instructions: Set<UInt8>
    var effect: Effect
    /// The clause.
    var source: String
    /// What else must be true of it.
    var condition: @Sendable (CommandJudgement.Command) -> Bool

    init(
        _ classes: Classes, _ instructions: Set<UInt8>, _ effect: Effect, _ source: String,
        where condition: @escaping @Sendable (CommandJudgement.Command) -> Bool = { _ in true }
    ) {
        self.classes = classes
        self.instructions = instructions
        self.effect = effect
        self.source = source
        self.condition = condition
    }

    /// True when `command` is of this kind, or can be.
    func includes(_ command: CommandJudgement.Command) -> Bool {
        let fits =
            switch classes {
            case .any: true
            case .interindustry: command.cla < 0x80
            case .proprietary: command.cla >= 0x80
            case .wrapped: command.cla & 0xF0 == 0x90
            }
        return fits && command.pattern.canBe(instructions, at: 1) && condition(command)
    }

    /// Codes of DESFire after which something is gone, or held for good.
    static let desfireFinal: Set<UInt8> = [0xFC, 0xDA, 0xDF, 0xC4, 0xC6, 0x54, 0x55, 0x56, 0x57, 0x5C, 0x5F]

    /// What is known. Several lines can be true of one command; the worst counts.
    static let table: [KnownEffect] = lifeCycle + secrets + writing + tokens + management + payment + desfire

    private static let lifeCycle: [KnownEffect] = [
        .init(
            .any, [0x04], .irreversible,
            "DEACTIVATE FILE, 7816-9; INVALIDATE, GSM 11.11 §8.14: only the issuer's rights undo it"),
        .init(.any, [0xE4], .irreversible, "DELETE FILE, 7816-9, TS 102 222 §6.4; DELETE, GPC §11.2"),
        .init(.any, [0xE6], .irreversible, "TERMINATE DF, 7816-9, OpenPGP 3.4 §7.2.16; INSTALL, GPC §11.5"),
        .init(.any, [0xE8], .irreversible, "TERMINATE EF, 7816-9; LOAD, GPC §11.6: uses up memory"),
        .init(.any, [0xFE], .irreversible, "TERMINATE CARD USAGE, 7816-9; IMPORT ASYMMETRIC KEY, YubiKey PIV"),
        .init(
            .interindustry, [0xEC, 0xED, 0xEE, 0xEF], .irreversible,
            "REMOVE APPLICATION, 7816-13; DELETE DATA, 7816-9"),
        .init(.any, [0x44], .writes, "ACTIVATE FILE, 7816-9, OpenPGP 3.4 §7.2.17"),
        .init(.any, [0xE0], .writes, "CREATE FILE, 7816-9, TS 102 222 §6.3"),
    ]

    private static let secrets: [KnownEffect] = [
        .init(
            .any, [0x46, 0x47], .irreversible,
            "GENERATE ASYMMETRIC KEY PAIR, 7816-8: bit 1 of P1 reads, without it a key is replaced; "
                + "OpenPGP 3.4 §7.2.14, SP 800-73-4 part 2 §3.3.2",
            where: { ($0.pattern.byte(2) ?? 0) & 1 == 0 }),
        .init(.any, [0x20, 0x21], .authenticates, "VERIFY, 7816-4 §7.5.6: with data it uses a try", where: \.hasData),
        .init(.any, [0x22], .changesState, "MANAGE SECURITY ENVIRONMENT, 7816-4 §7.5.11", where: { $0.cla >= 0x80 }),
        .init(.any, [0x24, 0x25], .writes, "CHANGE REFERENCE DATA, 7816-4 §7.5.7; PIN CHANGE/UNBLOCK, EMV 3 §6.5.10"),
        .init(
            .any, [0x26, 0x27, 0x28, 0x29], .writes,
            "DISABLE and ENABLE VERIFICATION REQUIREMENT, 7816-4 §7.5.9, §7.5.8"),
        .init(.any, [0x2C, 0x2D], .writes, "RESET RETRY COUNTER, 7816-4 §7.5.10"),
        .init(
            .interindustry, [0x2A], .irreversible,
            "PSO: VERIFY CERTIFICATE, 7816-8: moves the date of the chip (TR-03110-3, Terminal Authentication)",
            where: { $0.pattern.canBe([0xAE, 0xBE], at: 3) }),
        .init(.any, [0x2A, 0x2B], .changesState, "PERFORM SECURITY OPERATION, 7816-8: counts signatures"),
        .init(.any, [0x82, 0x83], .authenticates, "EXTERNAL AUTHENTICATE, 7816-4 §7.5.4"),
        .init(.any, [0x86, 0x87], .authenticates, "GENERAL AUTHENTICATE, 7816-4 §7.5.5"),
    ]

    private static let writing: [KnownEffect] = [
        .init(
            .interindustry, [0xD0, 0xD1, 0xD2], .irreversible,
            "WRITE BINARY and WRITE RECORD, 7816-4 §7.2.4, §7.3.4: write-once, or bits that only go one way"),
        .init(.any, [0x0C, 0x0D, 0x0E, 0x0F], .writes, "ERASE RECORD and ERASE BINARY, 7816-4 §7.3.8, §7.2.7"),
        .init(
            .any, [0xD6, 0xD7, 0xDC, 0xDD, 0xE2], .writes,
            "UPDATE BINARY, UPDATE and APPEND RECORD, 7816-4 §7.2.5, §7.3.5, §7.3.6; STORE DATA, GPC §11.11"),
        .init(
            .proprietary, [0xE2], .irreversible,
            "STORE DATA with DeleteProfile (BF33) or eUICCMemoryReset (BF34), SGP.22: what it deletes is gone",
            where: { $0.data(canBe: [0xBF]) && $0.data(1, canBe: [0x33, 0x34]) }),
        .init(.any, [0xDA, 0xDB], .writes, "PUT DATA, 7816-4 §7.4.3"),
        .init(
            .interindustry, [0xDB], .irreversible,
            "PUT DATA with an extended header list, OpenPGP 3.4 §4.4.3.12: puts a key in another's place",
            where: { $0.data(canBe: [0x4D]) }),
        .init(
            .interindustry, [0xDA], .irreversible,
            "PUT DATA of a key (D1, D2, D5, F4), of attributes whose change deletes keys (C1 to C3), of KDF (F9), of a touch "
                + "policy that can be permanent (D6 to D9), OpenPGP 3.4 §4.4.3",
            where: {
                $0.pattern.canBe(0, at: 2)
                    && $0.pattern.canBe(
                        [0xC1, 0xC2, 0xC3, 0xD1, 0xD2, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xF4, 0xF9], at: 3)
            }),
        .init(.any, [0xC2, 0xC3], .irreversible, "ENVELOPE, 7816-4 §7.6.2: what it carries is not looked into"),
        .init(.any, [0x32], .writes, "INCREASE, GSM 11.11 §8.8, TS 102 221 §11.1.8"),
    ]

    /// Subcommand of authenticatorCredentialManagement, the first entry of its map (CTAP 2.1 §6.8).
    private static func credentialCommand(_ command: CommandJudgement.Command) -> UInt8? {
        guard command.data.byte(1).map({ 0xA0...0xB7 ~= $0 }) == true, command.dataIs([0x01], at: 2) else { return nil }
        return command.data.byte(3)
    }

    /// First data byte of FIDO: the command. A0 10 is TERMINAL PROFILE (TS 51.011 §9.2).
    private static let tokens: [KnownEffect] = [
        .init(
            .any, [0x10], .irreversible,
            "NFCCTAP_MSG, CTAP 2.1 §6: authenticatorReset, authenticatorConfig, commands of makers",
            where: {
                !$0.dataIs([0x01, 0x02, 0x04, 0x06, 0x08, 0x09, 0x0A, 0x0B, 0x0C]) && ($0.hasData || $0.cla >= 0x80)
                    && $0.cla != 0xA0
            }),
        .init(
            .any, [0x10], .irreversible,
            "credentialManagement, CTAP 2.1 §6.8, that neither reads nor updates: deleteCredential",
            where: { command in
                let spares: Set<UInt8> = [0x01, 0x02, 0x03, 0x04, 0x05, 0x07]
                return command.dataIs([0x0A]) && !spares.contains(credentialCommand(command) ?? 0)
            }),
        .init(
            .any, [0x10], .writes,
            "NFCCTAP_MSG, CTAP 2.1 §6: makeCredential, bioEnrollment, updateUserInformation, largeBlobs with set; "
                + "clientPIN with another subcommand than getPINRetries, getKeyAgreement, getUVRetries",
            where: { command in
                let reads =
                    command.data.byte(1).map { 0xA0...0xB7 ~= $0 } == true
                    && command.data.byte(command.data.byte(2) == 0x01 ? 4 : 3) == 0x02
                    && command.dataIs([0x01, 0x02, 0x07], at: command.data.byte(2) == 0x01 ? 5 : 4)
                // The map of largeBlobs begins with get (01), or with set (02).
                let sets = command.dataIs([0x0C]) && !command.dataIs([0x01], at: 2)
                let updates = command.dataIs([0x0A]) && credentialCommand(command) == 0x07
                return command.dataIs([0x01, 0x09]) || sets || updates || command.dataIs([0x06]) && !reads
            }),
        .init(
            .any, [0x10], .changesState, "getAssertion counts, CTAP 2.1 §6.2; credentialManagement goes through a list",
            where: { $0.dataIs([0x02, 0x08, 0x0A, 0x0B]) }),
        .init(.interindustry, [0x01], .writes, "U2F_REGISTER, FIDO U2F raw messages §4"),
        .init(.interindustry, [0x02], .changesState, "U2F_AUTHENTICATE, FIDO U2F raw messages §5: counts"),
        .init(
            .interindustry, [0x02], .irreversible, "DELETE, YKOATH: P1 is 00, which no U2F_AUTHENTICATE has",
            where: { $0.pattern.canBe(0, at: 2) && $0.data(canBe: [0x71]) }),
        .init(.interindustry, [0x03], .writes, "SET CODE, YKOATH; U2F_VERSION has no data", where: \.hasData),
        .init(
            .interindustry, [0x06], .irreversible, "RESET, YubiHSM Auth",
            where: { $0.pattern.canBe(0xDE, at: 2) && $0.pattern.canBe(0xAD, at: 3) }),
        .init(.interindustry, [0x45], .irreversible, "RESET, YubiKey U2F"),
        .init(.interindustry, [0xFB], .irreversible, "RESET, YubiKey PIV"),
        .init(.interindustry, [0xFF], .irreversible, "SET MANAGEMENT KEY, YubiKey PIV"),
        .init(.interindustry, [0xF6], .irreversible, "MOVE KEY and DELETE KEY, YubiKey PIV"),
        .init(.interindustry, [0xFA], .writes, "SET PIN RETRIES, YubiKey PIV: sets the PINs back"),
        .init(.interindustry, [0x1F], .irreversible, "DEVICE RESET, YubiKey management"),
        .init(.interindustry, [0x1C], .writes, "WRITE CONFIG, YubiKey management"),
    ]

    private static let management: [KnownEffect] = [
        .init(.proprietary, [0xF0], .irreversible, "SET STATUS, GPC §11.10: TERMINATED and later states stay"),
        .init(.proprietary, [0xD8], .irreversible, "PUT KEY, GPC §11.8: the old key is gone"),
        .init(.proprietary, [0x50], .authenticates, "INITIALIZE UPDATE, GPC §E.5.1", where: { $0.cla & 0xF0 != 0x90 }),
    ]

    private static let payment: [KnownEffect] = [
        .init(.proprietary, [0x16], .irreversible, "CARD BLOCK, EMV 3 §6.5.3"),
        .init(.proprietary, [0x1E], .irreversible, "APPLICATION BLOCK, EMV 3 §6.5.1: only the issuer undoes it"),
        .init(.proprietary, [0x18], .writes, "APPLICATION UNBLOCK, EMV 3 §6.5.2"),
        .init(.proprietary, [0xA8, 0xAE], .changesState, "GET PROCESSING OPTIONS, GENERATE AC, EMV 3 §6.5.8, §6.5.5"),
    ]

    private static let desfire: [KnownEffect] = [
        .init(
            .wrapped, desfireFinal, .irreversible,
            "DESFire command set, NT4H2421Gx §10: format, delete, change key and key settings, roll key sets, set "
                + "configuration, change file settings"),
        .init(
            .wrapped,
            [
                0xCA, 0xC9, 0xCB, 0xCC, 0xCD, 0xCE, 0xC0, 0xC1, 0x3D, 0x8D, 0x3B, 0x8B, 0xDB, 0xBA, 0x0C, 0xDC, 0x1C,
                0xEB, 0xC7, 0xC8,
            ], .writes, "DESFire command set: create, write, credit, debit, clear, commit"),
        .init(
            .wrapped, [0xAF], .writes, "ADDITIONAL FRAME with data can be the rest of a write",
            where: { $0.data.possible(0) != nil }),
    ]
}
