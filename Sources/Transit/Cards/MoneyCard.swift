public import FeliCa

/// A card that holds money or points and is not of the Suica family, as far as public facts go.
public struct MoneyCard: Hashable, Sendable {
    /// An amount on the card.
    public struct Balance: Hashable, Sendable {
        /// Of what.
        public let name: Wording
        /// In the unit.
        public let amount: Int
        /// `JPY`, `HKD/10` for tenths of a Hong Kong dollar, or `points`.
        public let unit: String
        /// Under which assumption, where there is one.
        public let condition: String?

        init(_ name: Wording, _ amount: Int, unit: String = "JPY", condition: String? = nil) {
            self.name = name
            self.amount = amount
            self.unit = unit
            self.condition = condition
        }
    }

    /// An event.
    public struct Transaction: Hashable, Sendable {
        /// The octets.
        public let block: Block
        /// What it was; nil when no source tells.
        public let kind: Wording?
        /// The day; nil when there is no such day.
        public let date: TransitDate?
        /// The time; nil when there is none.
        public let time: TransitTime?
        /// Yen, without a sign.
        public let amount: Int?
        /// Yen afterwards.
        public let balance: Int?
        /// Number of the event.
        public let serial: Int?
    }

    /// What is on the card.
    public var balances: [Balance] = []
    /// Newest first.
    public var transactions: [Transaction] = []
    /// On what sources disagree.
    public var disagreements: [Disagreement] = []
}
