import ISO7816

/// What a refusal means: its kind, and three plain sentences.
public struct AccessDiagnosis: Hashable, Sendable {
    /// Kinds of refusals, as far as what to do next differs.
    public enum Kind: CaseIterable, Hashable, Sendable {
        /// The secret is not that of the document.
        case wrongSecret
        /// Too many wrong tries: only the PUK helps, if anything does.
        case blocked
        /// One try is left; the chip wants to see the CAN before it.
        case suspended
        /// Nobody has switched the password on.
        case deactivated
        /// The reader kept the last try (Docs/rules.md 8).
        case lastTryKept
        /// How many tries are left cannot be told, so nothing was sent (Docs/rules.md 8).
        case unknownCounter
        /// The chip does not offer this way, or this password.
        case notOffered
        /// Access needs another step first, or a right that is missing.
        case notPermitted
        /// The certificates or the terminal's signature are not accepted.
        case notTrusted
        /// The card is of another kind.
        case otherCard
        /// The chip does not behave as the standard says, or something went wrong on the way.
        case broken
    }

    /// What kind of refusal it is.
    public var kind: Kind
    /// What happened.
    public var happened: String
    /// Why it is likely.
    public var likely: String
    /// What to do next.
    public var remedy: String
    /// Tries that are left, when the chip told.
    public var triesLeft: Int?

    /// What `refusal` means.
    public init(_ refusal: AccessRefusal) {
        let meaning = AccessMeaning(refusal)
        kind = meaning.kind
        let password = refusal.password?.name ?? "secret"
        happened = "\(refusal.step): the chip answered \(refusal.status), " + meaning.happened(password)
        likely = meaning.likely(password)
        remedy = meaning.remedy(password)
        triesLeft = meaning.triesLeft
    }
}
