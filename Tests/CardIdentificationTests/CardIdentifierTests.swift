import CardIdentification
import ChipSimulation
import ISO7816
import InlaySeams
import TestSupport
import Testing

@Suite struct CardIdentifierTests {
    private static let contactless = hex("3B 80 80 01 01")
    private static let contact = hex("3B 00")
    private static let ultralight = hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68")
    private static let vicinity = hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 0B 00 14 00 00 00 00 77")
    private static let felica = hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 11 00 3B 00 00 00 00 42")

    private func identify(_ chip: any ChipSimulator, reader: String = "Test Reader") throws -> CardIdentity {
        try CardIdentifier(reader: reader, time: .fixed(Moment(secondsSince1970: 0))).identify(SimulatedLink(chip))
    }

    // MARK: - Applications

    @Test(arguments: [
        (hex("00A4040C07A0000002471001"), "9000", CardFamily.emrtd),
        (hex("00A4040C09E80704007F00070302"), "9000", .eid),
        (hex("00A4040009A0000003080000100000"), "61044F020000 9000", .piv),
        (hex("00A4040006D2760001240100"), "9000", .openpgp),
        (hex("00A4040008A0000006472F000100"), "5532465F5632 9000", .fido),
        (hex("00A4040008A0000006472F000100"), "4649444F5F325F30 9000", .fido),
        (hex("00A4040007D276000085010100"), "9000", .ndef),
        (hex("00A404000E325041592E5359532E444446303100"), "6F028400 9000", .emv),
        (hex("00A404000E315041592E5359532E444446303100"), "6120", .emv),
        (hex("00A4040407A000000087100200"), "620282 00 9000", .sim), (hex("A0A40000023F00"), "9F17", .sim),
        (hex("00A4040000"), "6F108408A000000151000000A5049F6501FF9000", .globalplatform),
    ])
    func `an application that answers names the family`(command: [UInt8], answer: String, family: CardFamily) throws {
        let found = try identify(TableChip(answerToReset: Self.contact, [command: hex(answer)]))
        #expect(found.families == [family, .iso7816])
        #expect(found.evidence.contains { $0.command == command && $0.families == [family] })
    }

    @Test func `families are a set: PIV, OpenPGP and FIDO on one key`() throws {
        let found = try identify(
            TableChip(
                answerToReset: Self.contactless,
                [
                    hex("00A4040009A0000003080000100000"): hex("61044F0200009000"),
                    hex("00A4040006D2760001240100"): hex("9000"),
                    hex("00A4040008A0000006472F000100"): hex("5532465F56329000"),
                ]))
        #expect(found.families == [.piv, .openpgp, .fido, .iso7816, .reader])
    }

    /// swsim, or a loop-back card: 9000 to whatever comes.
    @Test func `a card that says yes to everything is believed only where it proves it`() throws {
        let found = try identify(TableChip(answerToReset: Self.contact, [:], otherwise: hex("9000")))
        #expect(found.families == [.iso7816])
        #expect(found.evidence.contains { $0.finding.contains("proves nothing") })
    }

    @Test func `a card without any of it is a card of commands, or nothing`() throws {
        #expect(try identify(TableChip(answerToReset: Self.contact, [:])).families == [.iso7816])
        #expect(try identify(TableChip(answerToReset: Self.contact, [:], otherwise: hex("6E00"))).families == [])
    }

    @Test func `a passport that opens with PACE only is a passport`() throws {
        let found = try identify(
            TableChip(
                answerToReset: Self.contactless,
                [
                    hex("00B09C0000"): hex("3114 3012 060A 04007F00070202040204 020102 02010D 9000"),
                    hex("00A4040C07A0000002471001"): hex("6982"),
                ]))
        #expect(found.families == [.emrtd, .iso7816, .reader])
    }

    // MARK: - DESFire and its relatives

    /// Rows 4 and 10 of the public issues: an unknown version is no reason to stop, DESFire Light is one.
    @Test(arguments: [
        ("04010133001A05", "DESFire EV3", CardFamily.desfire), ("04010112001A05", "DESFire EV2", .desfire),
        ("04080130001305", "DESFire Light", .desfire), ("04A100F2001A05", "DESFire in a phone (MIFARE 2GO)", .desfire),
        ("04040230001105", "NTAG424 DNA", .ntag424),
    ])
    func `GetVersion names the chip`(version: String, name: String, family: CardFamily) throws {
        let found = try identify(
            TableChip(
                answerToReset: Self.contactless,
                [
                    hex("9060000000"): hex(version) + hex("91AF"),
                    hex("90AF000000"): hex("0495910A5D6D80995367303020209100"),
                ], otherwise: hex("917E")))
        #expect(found.chip == name)
        #expect(found.families == [family, .reader])
    }

    @Test func `the UID of a DESFire comes with its version`() throws {
        let script = ScriptedLink(
            [
                ("FFCA000000", "6A81"), ("9060000000", "04010133001A0591AF"), ("90AF000000", "04010103001A0591AF"),
                ("90AF000000", "0495910A5D6D80995367303020209100"),
            ].map { .init(command: hex($0.0), answer: hex($0.1)) } + Self.refusals(isContactless: true),
            answerToReset: Self.contactless)
        let found = try CardIdentifier(reader: "R").identify(script)
        #expect(found.identifier == hex("0495910A5D6D80"))
        #expect(found.chip == "DESFire EV3")
        #expect(script.isFinished)
    }

    /// An NTAG413 answers like an NTAG424 and must not be called one.
    @Test func `a chip whose type is not known keeps its version as evidence`() throws {
        let found = try identify(
            TableChip(answerToReset: Self.contactless, [hex("9060000000"): hex("0404021000110591AF")]))
        #expect(found.chip == "NTAG413 DNA")
        #expect(!found.families.contains(.ntag424))
    }

    // MARK: - Memory cards

    private static let header = hex("04A1B29F 80C0D0E0 70480000 E1101200")

    private func ntag(_ version: FrameTableChip.Answer, header: [UInt8] = header) -> FrameTableChip {
        FrameTableChip(
            answerToReset: Self.ultralight, identifier: hex("04A1B280C0D0E0"),
            [hex("3000"): .bytes(header), hex("60"): version])
    }

    /// Row 18 of the public issues: the answer to reset says Ultralight, the chip is an NTAG213.
    @Test func `an NTAG is named by GET_VERSION, whatever the answer to reset says`() throws {
        let chip = ntag(.bytes(hex("0004040201000F03")))
        let found = try identify(chip)
        #expect(found.chip == "NTAG213")
        #expect(found.families == [.type2, .ntag21x, .reader])
        #expect(found.identifier == hex("04A1B280C0D0E0"))
        #expect(chip.frames == [hex("3000"), hex("60")])
        #expect(found.evidence.contains { $0.finding.contains("Ultralight") })
    }

    /// Rows 5 and 6: clones answer in the form of NXP.
    @Test(arguments: [
        ("0053040201000F03", "NTAG213 compatible", "Feiju"), ("0034210101000E03", "MF0UL21 compatible", "Mikron"),
        ("0005340201001103", "NTAG215 compatible", "Feiju"),
    ])
    func `a clone is named as one and is no NTAG`(version: String, name: String, maker: String) throws {
        let found = try identify(ntag(.bytes(hex(version))))
        #expect(found.chip == name)
        #expect(!found.families.contains(.ntag21x))
        #expect(found.evidence.contains { $0.finding.contains(maker) })
    }

    @Test(arguments: [FrameTableChip.Answer.silence, .nibble(0), .bytes([0x00])])
    func `a chip whose memory tells nothing either is a Type 2 tag of no known model`(
        answer: FrameTableChip.Answer
    ) throws {
        let found = try identify(
            FrameTableChip(
                answerToReset: Self.ultralight, identifier: hex("04A1B280C0D0E0"),
                [hex("3000"): .bytes(Self.header), hex("60"): answer], otherwise: .silence))
        #expect(found.chip == nil)
        #expect(found.families == [.type2, .reader])
    }

    @Test func `an EM chip is known by its UID`() throws {
        let found = try identify(ntag(.silence, header: hex("16A1B28D 80C0D0E0 70480000 E1100600")))
        #expect(found.families == [.type2, .em, .reader])
        #expect(found.chip == "EM Type 2")
    }

    @Test func `a reader that passes no frames leaves the model open`() throws {
        let chip = FrameTableChip(
            answerToReset: Self.ultralight, identifier: hex("04A1B280C0D0E0"), [:], hasSessions: false,
            pages: [hex("FFB0000010"): Self.header])
        let found = try identify(chip)
        #expect(found.families == [.type2, .reader])
        #expect(found.chip == nil)
        #expect(found.evidence.contains { $0.finding.contains("the model stays unknown") })
    }

    @Test(arguments: ["E004010800123482", "82341200080104E0"])
    func `an ICODE is known by its UID in either order`(identifier: String) throws {
        let found = try identify(
            FrameTableChip(
                answerToReset: Self.vicinity, identifier: hex(identifier),
                [hex("022B"): .bytes(hex("000F82341200080104E000004F0301"))]))
        #expect(found.families == [.iso15693, .icode, .reader])
        #expect(found.chip == "ICODE SLIX2")
        #expect(found.identifier == hex("E004010800123482"))
        #expect(found.evidence.contains { $0.finding.contains("80 blocks of 4 bytes") })
    }

    @Test func `a FeliCa card tells its systems`() throws {
        let idm = hex("01010A108E1BAD39")
        let found = try identify(
            FrameTableChip(
                answerToReset: Self.felica, identifier: idm,
                [
                    hex("060000030100"): .bytes(hex("1401") + idm + hex("100B4B428485D0FF0003")),
                    hex("0600FFFF0100"): .bytes(hex("1401") + idm + hex("100B4B428485D0FF0003")),
                    hex("0A0C") + idm: .bytes(hex("0F0D") + idm + hex("020003FE00")),
                ], otherwise: .silence))
        #expect(found.families == [.felica, .reader])
        #expect(found.identifier == idm)
        #expect(found.evidence.contains { $0.finding.contains("0003 (Japanese transit cards), FE00") })
    }

    /// A phone answers for the system of transit cards, and not when any system is polled.
    @Test func `a phone that waits to be asked by name is a FeliCa card`() throws {
        let idm = hex("01010A108E1BAD39")
        let found = try identify(
            FrameTableChip(
                answerToReset: Self.felica, identifier: idm,
                [hex("060000030100"): .bytes(hex("1401") + idm + hex("100B4B428485D0FF0003"))], otherwise: .silence))
        #expect(found.families == [.felica, .reader])
        #expect(found.evidence.contains { $0.probe == "Polling, system of transit cards" })
    }

    @Test func `MIFARE Classic is not asked for what it does not know`() throws {
        let chip = FrameTableChip(
            answerToReset: hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 01 00 00 00 00 6A"),
            identifier: hex("A1B2C3D4"), [:])
        #expect(try identify(chip).families == [.classic, .reader])
        #expect(chip.frames.isEmpty)
    }

    // MARK: - What is sent

    /// The list in `CardProbe` is the whole of what identification sends, and none of it does more than read.
    @Test func `nothing but the listed probes is sent`() throws {
        for answer in [Self.contact, Self.contactless] {
            let chip = TableChip(answerToReset: answer, [:])
            _ = try identify(chip)
            let listed = Set(CardProbe.all.map(\.command))
            // The commands of reader dialects are the reader's own and never reach a card of commands.
            for command in chip.commands where command.first != 0xFF { #expect(listed.contains(command)) }
            #expect(chip.commands.contains(CardProbe.all[5].command))
        }
        let allowed: Set<UInt8> = [0xA4, 0xB0, 0xCA, 0x60, 0xAF]
        for probe in CardProbe.all where probe.way != .frame {
            #expect(allowed.contains(probe.command[1]), "\(probe.name)")
        }
        // READ, GET_VERSION, Get System Information, Polling and Request System Code.
        let frames: Set<[UInt8]> = [
            hex("3000"), hex("300F"), hex("3029"), hex("302B"), hex("302C"), hex("3030"), hex("60"), hex("022B"),
            hex("0600FFFF0100"), hex("060000030100"), hex("0A0C"),
        ]
        #expect(Set(CardProbe.all.filter { $0.way == .frame }.map(\.command)) == frames)
    }

    @Test func `a card that goes away ends it`() throws {
        for number in 1...6 {
            let link = FaultyLink(
                SimulatedLink(TableChip(answerToReset: Self.contactless, [:])), faults: [number: .removeCard])
            #expect { try CardIdentifier(reader: "R").identify(link) } throws: {
                ($0 as? CardError)?.code == .cardRemoved
            }
        }
    }

    /// What a card without contacts is asked behind GetVersion, with a card that knows nothing of it.
    private static func refusals(isContactless: Bool) -> [ScriptedLink.Line] {
        let asked = CardProbe.all.filter {
            $0.way == .command
                && ($0.condition == .commands || $0.condition == (isContactless ? .contactless : .contact))
                && !$0.name.hasPrefix("DESFire")
        }
        return asked.map { .init(command: $0.command, answer: [0x91, 0x7E]) }
    }
}
