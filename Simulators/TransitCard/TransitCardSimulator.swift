public import ChipSimulation

/// Simulated transit cards and electronic money: what is on them never happened.
public enum TransitCardSimulator {
    /// A card that can be had by its name.
    public struct Entry: Sendable {
        /// The name.
        public let name: String
        /// What it is, in a sentence.
        public let sentence: String
        /// How its chip behaves if nothing else is set.
        public let settings: TransitCardSettings
        /// Its systems; the first answers when any is polled.
        public let systems: @Sendable () -> [FeliCaSystem]
        /// True for a card that lives in a phone.
        public var isPhone = false

        /// The chip with `settings`.
        public func chip(_ settings: TransitCardSettings) -> FeliCaChip {
            FeliCaChip(
                idm: settings.idm, systems: systems(), traits: settings.traits,
                // An ISO 14443-4 chip without historical bytes.
                otherAnswerToReset: isPhone ? [0x3B, 0x80, 0x80, 0x01, 0x01] : nil)
        }

        /// The card on its reader, with settings as text over the usual ones.
        public func make(_ text: String) throws(TransitCardSettings.Failure) -> SimulatedReader {
            var settings = settings
            try settings.apply(text)
            return SimulatedReader(settings.reader, chip: chip(settings))
        }
    }

    /// All cards.
    public static let entries: [Entry] = [
        entry("suica", 0x0A10_F0E1_D2C3, "A Suica of a commuter: the history is full, and rides are lost already.") {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry("pasmo", 0x0410_B2C7_1906, "A PASMO, charged in the middle of a ride.", { $0.traits.icType = 0x0B }) {
            [CommonSystem.make(Journeys.pasmo, brand: .pasmo), ElectronicMoney.empty]
        },
        entry(
            "icoca", 0x0214_5A33_0B39, "An ICOCA with rides in three regions, and a bus.", { $0.traits.icType = 0x20 }
        ) {
            [CommonSystem.make(Journeys.kansai, brand: .icoca)]
        },
        entry("suica-open", 0x0A10_F0E1_D2C4, "A Suica that entered a station and did not leave it.") {
            [CommonSystem.make(Journeys.open, brand: .suica), suicaSystem]
        },
        entry("suica-bus", 0x0A10_F0E1_D2D7, "A Suica that is used in buses only.") {
            [CommonSystem.make(Journeys.bus, brand: .suica), suicaSystem]
        },
        entry("suica-empty", 0x0A10_F0E2_0001, "A Suica that was never used.") {
            [CommonSystem.make(Purse(), brand: .suica), suicaSystem]
        },
        entry(
            "suica-phone", 0x0B11_9E40_7721, "A Suica in a phone: it answers only to those who poll for it.",
            isPhone: true,
            { $0.traits.needsExplicitPolling = true }
        ) {
            [CommonSystem.make(Journeys.phone, brand: .suica)]
        },
        entry(
            "suica-4", 0x0610_31A5_0C44, "A Suica whose chip gives four blocks at once.", { $0.traits.blockLimit = 4 }
        ) {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry(
            "suica-15", 0x0C12_8830_15F0, "A Suica of a new chip, which gives fifteen blocks at once.",
            {
                $0.traits.blockLimit = 15
                $0.traits.icType = 0x46
            }
        ) {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry(
            "suica-edy", 0x0A11_0055_9EC1,
            "Two systems on one card: Edy answers when any is polled, Suica must be polled for."
        ) {
            [ElectronicMoney.edy, CommonSystem.make(Journeys.tokyo, brand: .suica)]
        },
        entry(
            "suica-iruca", 0x0D10_40DE_80DE,
            "A regional card with two transit systems: Suica, and the bus company's own with its own purse."
        ) {
            [CommonSystem.make(Journeys.open, brand: .suica), CommonSystem.make(Journeys.bus, inRegion: 0x80DE)]
        },
        entry("money", 0x0912_FE00_0003, "Edy, nanaco and WAON together, as a phone has them, behind one IDm.") {
            [ElectronicMoney.all]
        },
        entry("edy", 0x0312_4D60_E001, "Rakuten Edy.", { $0.traits.icType = 0x09 }) { [ElectronicMoney.edy] },
        entry("nanaco", 0x0712_4D60_4702, "nanaco.", { $0.traits.icType = 0x0C }) { [ElectronicMoney.nanaco] },
        entry("waon", 0x0812_4D60_6803, "WAON.", { $0.traits.icType = 0x20 }) { [ElectronicMoney.waon] },
    ]

    /// Each card has a number of its own; those of one brand need not have the same chip.
    private static func entry(
        _ name: String, _ number: UInt64, _ sentence: String, isPhone: Bool = false,
        _ change: (inout TransitCardSettings) -> Void = { _ in },
        systems: @escaping @Sendable () -> [FeliCaSystem]
    ) -> Entry {
        var settings = TransitCardSettings()
        // 01 01 is a manufacturer of FeliCa chips; 01 FE is kept for devices that talk to each other, and no card.
        settings.idm = [0x01, 0x01] + stride(from: 40, through: 0, by: -8).map { UInt8(number >> UInt64($0) & 0xFF) }
        change(&settings)
        return Entry(name: name, sentence: sentence, settings: settings, systems: systems, isPhone: isPhone)
    }

    /// The system of its own that a Suica has besides the common one.
    private static let suicaSystem = FeliCaSystem(0x86A7, [])
}
