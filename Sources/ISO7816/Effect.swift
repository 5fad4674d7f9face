/// What sending something does to a card: one type for presets, test plans and drivers (Docs/rules.md 21).
///
/// Ordered by how much there is to lose.
public enum Effect: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing on the card is different afterwards.
    case readsOnly
    /// A counter or a state moves on: EMV GET PROCESSING OPTIONS counts a transaction.
    case changesState
    /// Can use up a try of a secret.
    case authenticates
    /// Memory is written that can be written again.
    case writes
    /// Cannot be taken back: one-time bits, locks, keys whose old value is unknown, a chip's date.
    case irreversible

    /// Less to lose.
    public static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

    /// True when somebody has to agree before it is sent (Docs/cli.md, consent).
    public var needsConsent: Bool { self >= .writes }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension Effect: CustomStringConvertible {
    /// A few words for a list.
    public var description: String {
        switch self {
        case .readsOnly: "reads only"
        case .changesState: "changes state"
        case .authenticates: "authenticates"
        case .writes: "writes"
        case .irreversible: "irreversible"
        }
    }
}
