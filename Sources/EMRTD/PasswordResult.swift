/// What became of a PIN or PUK that was given.
public struct PasswordResult: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The chip accepted it, and did what was asked.
        case done
        /// The PIN has all its tries; nothing was sent.
        case notNeeded
        /// The PIN is deactivated or not there, against which a PUK does not help; nothing was sent.
        case notPossible
        /// The chip refused, or the reader kept the last try.
        case refused(AccessRefusal)
    }

    /// The state before.
    public var before: PasswordStatus
    /// The state afterwards, when it was asked for: after a refusal the chip says so itself.
    public var after: PasswordStatus?
    /// How it ended.
    public var outcome: Outcome

    init(before: PasswordStatus, after: PasswordStatus? = nil, outcome: Outcome) {
        self.before = before
        self.after = after
        self.outcome = outcome
    }

    /// Tries left now, when the chip told.
    public var triesLeft: Int? {
        switch outcome {
        case .refused(let refusal): refusal.diagnosis.triesLeft
        case .done: after?.triesLeft
        case .notNeeded, .notPossible: before.triesLeft
        }
    }

    /// What it means, unless it is done; nil also when nothing was to be done.
    public var diagnosis: AccessDiagnosis? {
        switch outcome {
        case .refused(let refusal): refusal.diagnosis
        case .notPossible: before.diagnosis
        case .done, .notNeeded: nil
        }
    }
}
