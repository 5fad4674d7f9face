/// What a check came to (Docs/rules.md 9).
public enum Verdict: Hashable, Sendable {
    /// It holds.
    case passed
    /// It does not hold.
    case failed(Reason)
    /// The document does not have what would be checked.
    case notOffered
    /// It could not be checked.
    case notDone(Reason)
    /// It holds, but something is not as it should be.
    case warning([Deviation])

    /// True for `passed` and `warning`.
    public var holds: Bool {
        switch self {
        case .passed, .warning: true
        case .failed, .notOffered, .notDone: false
        }
    }

    /// True for `failed`.
    public var isFailure: Bool { if case .failed = self { true } else { false } }

    /// True when it failed because a certificate has run out.
    public var isRunOut: Bool { if case .failed(.expired) = self { true } else { false } }

    /// What is not as it should be although it holds.
    public var deviations: [Deviation] { if case .warning(let deviations) = self { deviations } else { [] } }

    /// Why it does not hold, or could not be checked.
    public var reason: Reason? {
        switch self {
        case .failed(let reason), .notDone(let reason): reason
        case .passed, .notOffered, .warning: nil
        }
    }

    /// The state's name in JSON.
    public var state: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notOffered: "notOffered"
        case .notDone: "notDone"
        case .warning: "warning"
        }
    }

    /// Why, in words; nil when there is nothing to say.
    public var explanation: String? {
        switch self {
        case .passed, .notOffered: nil
        case .failed(let reason), .notDone(let reason): reason.description
        case .warning(let deviations): deviations.map(\.description).joined(separator: "; ")
        }
    }

    /// `passed`, or `warning` when there is something to warn about.
    static func passed(with deviations: [Deviation]) -> Verdict { deviations.isEmpty ? .passed : .warning(deviations) }
}
