public import FeliCa

/// A card that holds money or points and is not of the Suica family, as far as public facts go.
public struct MoneyCard: Hashable, Sendable {
    /// An amount on the card.
    public struct Balance: Hashable, Sendable {
        /// Of what.
        public let name: Wording
        /// In the unit.
        public let amount: Int
        /// `JPY`, `points`, or with `/10` behind it for tenths: `HKD/10`.
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
        /// The day; nil when there is no such day, or the year is not stored.
        public let date: TransitDate?
        /// Month and day, where the year is not stored: `--04-12` (ISO 8601:2000).
        public var dayWithoutYear: String?
        /// The time; nil when there is none.
        public let time: TransitTime?
        /// Yen, without a sign.
        public let amount: Int?
        /// Yen afterwards.
        public let balance: Int?
        /// Number of the event.
        public let serial: Int?

        /// Day and time, for comparing.
        var moment: String { "\(date?.description ?? "") \(time?.description ?? "")" }
    }

    /// What is on the card.
    public var balances: [Balance] = []
    /// Newest first.
    public var transactions: [Transaction] = []
    /// On what sources disagree.
    public var disagreements: [Disagreement] = []
    /// What is not shown, and why; nil when everything that is read is.
    public var gap: Wording?

    /// Adds events of an earlier read that are not there yet.
    mutating func add(_ earlier: [Transaction]) {
        let known = Set(transactions.map(\.block))
        transactions += earlier.filter { !known.contains($0.block) }
        guard transactions.allSatisfy({ $0.date != nil }) else { return }
        let ordered = transactions.enumerated().sorted { left, right in
            let (first, second) = (left.element.moment, right.element.moment)
            return first == second ? left.offset < right.offset : first > second
        }
        transactions = ordered.map(\.element)
    }

    /// The day and time of the newest event, for comparing; empty when there is none.
    public var newestMoment: String { transactions.map(\.moment).max() ?? "" }
}
