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
        entry("suica", "A Suica of a commuter: the history is full, and rides are lost already.") {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry("pasmo", "A PASMO, charged in the middle of a ride.") {
            [CommonSystem.make(Journeys.pasmo, brand: .pasmo), ElectronicMoney.empty]
        },
        entry("icoca", "An ICOCA with rides in three regions, and a bus.") {
            [CommonSystem.make(Journeys.kansai, brand: .icoca)]
        },
        entry("suica-open", "A Suica that entered a station and did not leave it.") {
            [CommonSystem.make(Journeys.open, brand: .suica), suicaSystem]
        },
        entry("suica-bus", "A Suica that is used in buses only.") {
            [CommonSystem.make(Journeys.bus, brand: .suica), suicaSystem]
        },
        entry("suica-empty", "A Suica that was never used.") {
            [CommonSystem.make(Purse(), brand: .suica), suicaSystem]
        },
        entry(
            "suica-phone", "A Suica in a phone: it answers only to those who poll for it.", isPhone: true,
            { $0.traits.needsExplicitPolling = true }
        ) {
            [CommonSystem.make(Journeys.phone, brand: .suica)]
        },
        entry("suica-4", "A Suica whose chip gives four blocks at once.", { $0.traits.blockLimit = 4 }) {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry(
            "suica-15", "A Suica of a new chip, which gives fifteen blocks at once.",
            {
                $0.traits.blockLimit = 15
                $0.traits.icType = 0x46
            }
        ) {
            [CommonSystem.make(Journeys.tokyo, brand: .suica), suicaSystem]
        },
        entry("suica-edy", "Two systems on one card: Edy answers when any is polled, Suica must be polled for.") {
            [ElectronicMoney.edy, CommonSystem.make(Journeys.tokyo, brand: .suica)]
        },
        entry("edy", "Rakuten Edy.") { [ElectronicMoney.edy] },
        entry("nanaco", "nanaco.") { [ElectronicMoney.nanaco] },
        entry("waon", "WAON.") { [ElectronicMoney.waon] },
    ]

    private static func entry(
        _ name: String, _ sentence: String, isPhone: Bool = false,
        _ change: (inout TransitCardSettings) -> Void = { _ in },
        systems: @escaping @Sendable () -> [FeliCaSystem]
    ) -> Entry {
        var settings = TransitCardSettings()
        change(&settings)
        return Entry(name: name, sentence: sentence, settings: settings, systems: systems, isPhone: isPhone)
    }

    /// The system of its own that a Suica has besides the common one.
    private static let suicaSystem = FeliCaSystem(0x86A7, [])
}
