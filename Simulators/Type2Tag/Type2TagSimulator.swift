public import ChipSimulation
public import InlaySeams

/// Simulated Type 2 tags: NTAG, MIFARE Ultralight, and what is sold or looks like them.
public enum Type2TagSimulator {
    /// A tag that can be had by its name.
    public struct Entry: Sendable {
        /// The name.
        public let name: String
        /// What it is, in a sentence.
        public let sentence: String
        /// The chip.
        public let model: Type2Model
        /// How it is prepared if nothing else is set.
        public let settings: Type2TagSettings

        /// The chip, prepared.
        public func chip(
            _ settings: Type2TagSettings, random: RandomSource = .system
        ) throws(Type2TagSettings.Failure) -> Type2Tag {
            let chip = Type2Tag(model, identifier: settings.identifier, random: random)
            try chip.prepare(settings)
            return chip
        }

        /// The tag on its reader, with settings as text over the usual ones.
        public func make(
            _ text: String, random: RandomSource = .system
        ) throws(Type2TagSettings.Failure) -> SimulatedReader {
            var settings = settings
            try settings.apply(text)
            return SimulatedReader(settings.reader, chip: try chip(settings, random: random))
        }
    }

    /// All tags.
    public static let entries: [Entry] = [
        entry("ntag210", "NTAG210: 48 bytes, a password.", .ntag210),
        entry("ntag212", "NTAG212: 128 bytes, a password.", .ntag212),
        entry("ntag213", "NTAG213, new, prepared for NDEF: 144 bytes.", .ntag213),
        entry("ntag213-url", "NTAG213 with the address https://nfcpy.org on it.", .ntag213) {
            // nfcpy's own example, behind the lock control TLV of a new chip.
            $0.data =
                [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x0E, 0xD1, 0x01, 0x0A, 0x55, 0x04] + Array("nfcpy.org".utf8)
                + [0xFE]
        },
        entry("ntag213-locked", "NTAG213 whose static lock bytes are all set.", .ntag213) {
            $0.locks = [0xFF, 0xFF]
        },
        entry(
            "ntag213-password", "NTAG213 with a password, which is needed for reading too; three tries.", .ntag213
        ) {
            $0.firstProtected = 0x04
            $0.protectsReading = true
            $0.password = [0x12, 0x34, 0x56, 0x78]
            $0.acknowledge = [0xAB, 0xCD]
            $0.tryLimit = 3
        },
        entry("ntag213f", "NTAG213F: NTAG213 with a pin that shows the field.", .ntag213F),
        entry("ntag213tt", "NTAG213 TagTamper: tells whether its loop was opened.", .ntag213TT),
        entry("ntag215", "NTAG215: 504 bytes.", .ntag215),
        entry("ntag216", "NTAG216: 888 bytes.", .ntag216),
        entry("ntag216f", "NTAG216F: NTAG216 with a pin that shows the field.", .ntag216F),
        entry("ntag203", "NTAG203: no GET_VERSION, no password, a counter.", .ntag203),
        entry("ntag-i2c-plus-1k", "NTAG I2C plus 1k, without power from its other side.", .ntagI2CPlus1k),
        entry("ntag-i2c-plus-2k", "NTAG I2C plus 2k: a second sector.", .ntagI2CPlus2k),
        entry("ultralight", "MIFARE Ultralight, the first one: 48 bytes, nothing else.", .ultralight),
        entry("ultralight-c", "MIFARE Ultralight C with the key that all new ones have.", .ultralightC),
        entry(
            "ultralight-c-protected", "MIFARE Ultralight C whose pages need the key from 04 on, for reading too.",
            .ultralightC
        ) {
            $0.firstProtected = 0x04
            $0.protectsReading = true
        },
        entry("ultralight-ev1", "MIFARE Ultralight EV1 with 48 bytes (MF0UL11).", .ultralightEV1Small),
        entry("ultralight-ev1-128", "MIFARE Ultralight EV1 with 128 bytes (MF0UL21).", .ultralightEV1Large),
        entry("em-echo", "EM4423 of EM Microelectronic: Type 2 without GET_VERSION.", .emEcho),
        entry("ntag213-feiju", "A chip sold as NTAG213, of another maker.", .feiju213),
        entry("ntag213-fudan", "A chip like NTAG213 without GET_VERSION (FM11NT021).", .fudan021),
    ]

    /// The tag of this name.
    public static func named(_ name: String) -> Entry? { entries.first { $0.name == name } }

    private static func entry(
        _ name: String, _ sentence: String, _ model: Type2Model, _ change: (inout Type2TagSettings) -> Void = { _ in }
    ) -> Entry {
        var settings = Type2TagSettings()
        change(&settings)
        return Entry(name: name, sentence: sentence, model: model, settings: settings)
    }
}
