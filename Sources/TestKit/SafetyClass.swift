/// How far a case may go on a document that somebody travels with. Ordered by what there is to lose.
///
/// The classes are those of our catalogue of the conformance tests of ICAO and BSI; neither standard has any.
public enum SafetyClass: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Reads only, without authentication.
    case plain = 0
    /// Reads with the right MRZ or CAN.
    case opened = 1
    /// Spoils its own session only; a reset makes it good.
    case spoilsSession = 2
    /// An authentication that fails on purpose: chips answer later and later, until a good one.
    case failsAccess = 3
    /// Hostile input to the chip's cryptography; chips may count that.
    case hostileInput = 4
    /// Changes the chip or may block it. Never on a document in use.
    case changesChip = 5

    /// Less to lose.
    public static func < (left: SafetyClass, right: SafetyClass) -> Bool { left.rawValue < right.rawValue }

    /// `L0` to `L5`.
    public var name: String { "L\(rawValue)" }

    /// The class of this name.
    public init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name.uppercased() }) else { return nil }
        self = found
    }

    /// In words.
    public var meaning: String {
        switch self {
        case .plain: "reads only, without a key"
        case .opened: "reads with the right key"
        case .spoilsSession: "spoils its own session"
        case .failsAccess: "lets the authentication fail on purpose"
        case .hostileInput: "hostile cryptographic input"
        case .changesChip: "changes the chip or may block it"
        }
    }

    /// What runs on any document that somebody uses, unless asked for more.
    public static let usual = SafetyClass.opened
    /// The most that is possible on it; what is above needs a sample.
    public static let mostOnDocument = SafetyClass.failsAccess
}
