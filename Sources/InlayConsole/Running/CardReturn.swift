public import ISO7816

/// A card that lies on the reader again after one was taken away: whatever it is, the session is a new one.
public struct CardReturn: Hashable, Sendable {
    /// Whether it is the card of before.
    public enum Sameness: Hashable, Sendable {
        /// The same identifier.
        case same
        /// Another answer to reset, or another identifier.
        case other
        /// The same answer to reset, which many cards share.
        case unknown
    }

    /// What it said when it was powered.
    public let answerToReset: AnswerToReset
    /// Whether it is the card of before.
    public let sameness: Sameness

    /// A card that came back.
    public init(_ answerToReset: AnswerToReset, _ sameness: Sameness) {
        self.answerToReset = answerToReset
        self.sameness = sameness
    }
}
