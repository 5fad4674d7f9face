import CardIdentification
import ISO7816
import TestSupport
import Testing

@testable import CommandPresets

/// What bytes do on the card that lies there, whatever they were written for.
@Suite struct CardJudgementTests {
    private static func preset(_ text: String) throws -> CommandPreset {
        try #require(try PresetText.presets(text, over: []).first)
    }

    private static func preset(_ families: String, _ step: String) throws -> CommandPreset {
        try preset("preset z.x\ntitle X\nfor \(families)\neffect readsOnly\nsource me\n\(step)\nreply ..\n")
    }

    /// A memory card of a standard (PC/SC part 3 §3.1.3.2.3.2).
    private static func memoryCard(_ standard: String, _ families: Set<CardFamily>, chip: String? = nil) -> CardIdentity
    {
        CardIdentity(
            answerToReset: AnswerToReset(hex("3B8F8001804F0CA000000306 \(standard) 0000 00000000 68")), chip: chip,
            evidence: [.init(probe: "test", finding: "test", families: families)])
    }

    private static let vicinity = memoryCard("0B", [.iso15693, .icode, .reader])

    /// ISO 15693-3: LOCK BLOCK, LOCK AFI, LOCK DSFID, with every flag that can stand there.
    @Test(arguments: [
        "60 22 0102030405060708 00", "40 22 00", "00 22 00", "10 22 00", "52 22 00", "53 22 00", "02 22 00",
        "12 22 00", "22 22 0102030405060708 00", "00 28", "10 2A", "60 B9 04 0102030405060708",
    ])
    func `a lock of ISO 15693 is one whatever family it is written for`(frame: String) throws {
        for families in ["ntag21x", "em", "iso15693", "felica", "type2, iso15693"] {
            let preset = try Self.preset(families, "frame \(frame)")
            #expect(EffectFloor.builtIn.effect(of: preset) == .irreversible, "\(families): \(frame)")
            #expect(
                preset.effect(on: Self.vicinity, reader: "R", given: [:]) == .irreversible || families.contains("iso"))
        }
    }

    @Test(arguments: [
        "60 21 0102030405060708 00 00000000", "40 21 00 00000000", "10 27 00", "60 29 0102030405060708 00",
    ])
    func `a write of ISO 15693 is one whatever family it is written for`(frame: String) throws {
        for families in ["ntag21x", "type2", "em"] {
            let preset = try Self.preset(families, "frame \(frame)")
            #expect(EffectFloor.builtIn.effect(of: preset) >= .writes, "\(families): \(frame)")
        }
    }

    /// READ, FAST_READ, GET_VERSION, READ_CNT, READ_SIG: their bytes look like flags and codes of ISO 15693.
    @Test(arguments: ["30 22", "30 28", "3A 22 28", "60", "39 02", "3C 00"])
    func `what reads a Type 2 tag still only reads`(frame: String) throws {
        #expect(EffectFloor.builtIn.effect(of: try Self.preset("ntag21x", "frame \(frame)")) == .readsOnly)
    }

    @Test(arguments: ["30 22", "3A 22 28", "A2 22 00 00 00 00", "20 A0 04", "E0 00", "02 C0"])
    func `on a vicinity card bytes are its own commands, and what nobody knows cannot be taken back`(
        frame: String
    ) throws {
        let preset = try Self.preset("ntag21x", "frame \(frame)")
        #expect(preset.effect(on: Self.vicinity, reader: "R", given: [:]) == .irreversible)
    }

    @Test(arguments: [
        ("NTAG213", CardFamily.ntag21x, 39, Effect.writes), ("NTAG213", .ntag21x, 40, .irreversible),
        ("NTAG213", .ntag21x, 41, .irreversible), ("NTAG213", .ntag21x, 43, .irreversible),
        ("NTAG213", .ntag21x, 3, .irreversible), ("NTAG215", .ntag21x, 40, .writes),
        ("MF0UL11", .ultralightEV1, 0x10, .irreversible), ("", .ultralightC, 0x27, .writes),
        ("", .ultralightC, 0x28, .irreversible), ("", .ultralightC, 0x2C, .irreversible),
        ("", .type2, 0x0F, .writes), ("", .type2, 0x10, .irreversible), ("", .classic, 5, .irreversible),
    ])
    func `a page is judged by the chip that lies there, or by all that it can be`(
        chip: String, family: CardFamily, page: Int, effect: Effect
    ) throws {
        let card = Self.memoryCard(
            "03", family == .classic ? [.classic] : [.type2, family, .reader], chip: chip.isEmpty ? nil : chip)
        let number = String(page, radix: 16)
        let byte = String(repeating: "0", count: 2 - number.count) + number
        for step in ["frame A2 \(byte) 00 00 00 00", "frame A0 \(byte)"] {
            let preset = try Self.preset("felica", step)
            #expect(preset.effect(on: card, reader: "R", given: [:]) == effect, "\(step)")
        }
        let reader = try Self.preset("felica", "send FF D6 00 \(byte) 04 00 00 00 00")
        #expect(
            reader.effect(on: card, reader: "R", given: [:]) == (family == .classic ? .writes : effect))
    }

    @Test func `more bytes than a page holds go on into the next`() throws {
        let card = Self.memoryCard("03", [.type2, .ntag21x, .reader], chip: "NTAG213")
        let preset = try Self.preset("felica", "send FF D6 00 27 08 00 00 00 00 00 00 00 00")
        #expect(preset.effect(on: card, reader: "R", given: [:]) == .irreversible)
        let classic = Self.memoryCard("03", [.classic])
        for (block, effect) in [(4, Effect.writes), (7, .irreversible), (0, .irreversible)] {
            let preset = try Self.preset(
                "felica", "send FF D6 00 0\(block) 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00")
            #expect(preset.effect(on: classic, reader: "R", given: [:]) == effect, "\(block)")
        }
    }

    @Test func `commands to a FeliCa card that do not read cannot be taken back`() throws {
        let card = Self.memoryCard("11", [.felica])
        for (frame, effect) in [
            ("10 06 0102030405060708 01 0B00 01 8000", Effect.readsOnly),
            ("20 08 0102030405060708 01 0900 01 8000 00000000000000000000000000000000", .irreversible),
            ("A2 05 00000000", .irreversible),
        ] {
            let preset = try Self.preset("type2", "frame \(frame)")
            #expect(preset.effect(on: card, reader: "R", given: [:]) == effect, "\(frame)")
        }
    }

    @Test func `a value counts as it is, and as the worst that it can be where it is not known`() throws {
        let preset = try #require(CommandPresetCatalog.builtIn.preset("ntag21x.write-215"))
        let card = Self.memoryCard("03", [.type2, .ntag21x, .reader], chip: "NTAG213")
        #expect(preset.effect(on: card, reader: "R", given: ["page": "5", "data": "00000000"]) == .writes)
        #expect(preset.effect(on: card, reader: "R", given: ["page": "40", "data": "00000000"]) == .irreversible)
        #expect(preset.effect(on: card, reader: "R", given: [:]) == .irreversible)
    }

    @Test func `the card that a preset is for changes nothing`() throws {
        for preset in CommandPresetCatalog.builtIn.presets {
            let card = CardIdentity(
                answerToReset: AnswerToReset(hex("3B80800101")), chip: preset.chips.first,
                evidence: [.init(probe: "test", finding: "test", families: Set(preset.families))])
            #expect(preset.effect(on: card, reader: preset.readers.first ?? "R", given: [:]) == preset.effect)
        }
    }

    /// No card makes a preset do less than it says.
    @Test func `what a preset says of itself is the least`() throws {
        for preset in CommandPresetCatalog.builtIn.presets {
            for card in [Self.vicinity, Self.memoryCard("11", [.felica]), Self.memoryCard("03", [.type2])] {
                #expect(preset.effect(on: card, reader: "R", given: [:]) >= preset.effect, "\(preset.name)")
            }
        }
    }

    private static let ntag213 = memoryCard("03", [.type2, .ntag21x, .reader], chip: "NTAG213")
    private static let classic = memoryCard("03", [.classic, .reader])

    /// Static and dynamic lock bytes, one-time bits, a key of Ultralight C, a sector trailer and the maker's block.
    @Test(arguments: [
        ("classic, type2", "send FF D6 00 02 04 00 00 FF FF"), ("type2, classic", "send FF D6 00 02 04 00 00 FF FF"),
        ("classic, type2", "send FF D6 00 28 04 FF FF FF 00"), ("classic, ul-c", "send FF D6 00 2C 04 00 00 00 00"),
        ("classic, type2", "send FF D6 00 07 10 00000000000000000000000000000000"),
        ("classic, ntag21x", "send FF D6 00 02 10 00000000000000000000000000000000"),
        ("reader", "send FF D6 00 07 10 00000000000000000000000000000000"),
        ("reader, type2", "send FF D6 00 07 04 00 00 00 00"), ("reader", "send FF D6 00 28 04 FF FF FF 00"),
        ("classic, type2", "frame A2 02 00 00 FF FF"), ("reader", "frame A0 07"),
        ("classic", "send FF D6 00 00 10 00000000000000000000000000000000"),
        ("type2", "ask page u8 \"p\"\nframe A2 2A {page} 00 00 00"),
    ])
    func `the worst that a write does to a card of any family named is what it does`(
        families: String, step: String
    ) throws {
        #expect(EffectFloor.builtIn.effect(of: try Self.preset(families, step)) == .irreversible)
    }

    @Test func `a chip that is named beside MIFARE Classic is judged by its own pages`() throws {
        for (page, effect) in [("10", Effect.writes), ("82", .irreversible)] {
            let preset = try Self.preset("classic, ntag21x\nchip NTAG215", "send FF D6 00 \(page) 04 FF FF FF 00")
            #expect(EffectFloor.builtIn.effect(of: preset) == effect, "\(page)")
        }
    }

    @Test func `the card that lies there judges what is for it too`() throws {
        for (families, step, card) in [
            ("type2", "send FF D6 00 02 04 00 00 FF FF", Self.ntag213),
            ("ntag21x", "frame A2 28 FF FF FF 00", Self.ntag213),
            ("reader", "send FF D6 00 07 10 00000000000000000000000000000000", Self.classic),
            ("classic, type2", "send FF D6 00 07 10 00000000000000000000000000000000", Self.classic),
            ("reader", "frame 30 22", Self.vicinity),
        ] {
            let preset = try Self.preset(families, step)
            #expect(preset.fit(card, reader: "R") == .fits || families == "reader")
            #expect(preset.effect(on: card, reader: "R", given: [:]) == .irreversible, "\(families): \(step)")
        }
    }

    @Test func `an ordinary write is still one on its own card`() throws {
        let values = ["page": "5", "data": "00000000"]
        for name in ["type2.write", "type2.write-through-reader"] {
            let preset = try #require(CommandPresetCatalog.builtIn.preset(name))
            #expect(EffectFloor.builtIn.effect(of: preset) == .writes)
            #expect(preset.effect(on: Self.ntag213, reader: "R", given: values) == .writes)
        }
        for (families, step, card) in [
            ("classic", "send FF D6 00 05 10 00000000000000000000000000000000", Self.classic),
            ("type2", "send FF D6 00 05 04 00000000", Self.ntag213), ("ntag21x", "frame A2 0F 00000000", Self.ntag213),
            ("classic, type2", "send FF D6 00 05 04 00000000", Self.ntag213),
        ] {
            var preset = try Self.preset(families, step)
            preset.effect = EffectFloor.builtIn.effect(of: preset)
            #expect(preset.effect == .writes, "\(step)")
            #expect(preset.effect(on: card, reader: "R", given: [:]) == .writes, "\(step)")
        }
    }

    /// TERMINATE DF and FormatPICC in two blocks, byte by byte, with CID, and behind a node address (14443-4 §7.1).
    @Test(arguments: [
        "12 00 E6", "13 E6", "12", "12 90 FC", "1A 01 00 E6", "1B 00 00 E6 00 00", "06 00 00 E6 00 00", "07 00 00 E6",
        "0E 01 00 00 E6 00 00", "16 00 00 E6", "1F 01 00 00 E6",
    ])
    func `a piece of a chain of blocks, or one with a node address, can carry anything`(frame: String) throws {
        for families in ["iso7816", "openpgp", "desfire", "type2, ndef", "reader"] {
            let preset = try Self.preset(families, "frame \(frame)")
            #expect(EffectFloor.builtIn.effect(of: preset) == .irreversible, "\(families)")
        }
        let card = CardIdentity(
            answerToReset: AnswerToReset(hex("3B80800101")),
            evidence: [.init(probe: "test", finding: "test", families: [.iso7816, .classic])])
        for families in ["felica", "classic"] {
            let preset = try Self.preset(families, "frame \(frame)")
            #expect(preset.effect(on: card, reader: "R", given: [:]) == .irreversible, "\(families)")
        }
    }

    @Test func `what looks like a block on cards without blocks is their own command`() throws {
        for (families, frame, effect) in [
            ("felica", "06 00 FF FF 01 00", Effect.readsOnly), ("iso15693", "12 20 04", .readsOnly),
            ("felica", "10 06 0102030405060708 01 0B00 01 8000", .readsOnly),
            ("ntag21x", "1B FF FF FF FF", .authenticates), ("iso15693", "02 20 04", .readsOnly),
        ] {
            let preset = try Self.preset(families, "frame \(frame)")
            #expect(EffectFloor.builtIn.effect(of: preset) == effect, "\(frame)")
        }
    }

    @Test func `what is built in is judged as it says of itself`() {
        for preset in CommandPresetCatalog.builtIn.presets {
            #expect(EffectFloor.builtIn.effect(of: preset) == preset.effect, "\(preset.name)")
        }
    }
}
