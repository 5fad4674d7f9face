public import ISO7816
public import ReaderKnowledge

/// A frame and its answer as they passed a channel, with the dialect that carried them.
public struct FrameExchange: Hashable, Sendable {
    /// What became of the frame.
    public enum Outcome: Hashable, Sendable {
        /// An answer, or silence.
        case answer(FrameAnswer)
        /// No answer.
        case failure(CardError.Code)
    }

    /// Counts from 1 within one channel.
    public let number: Int
    /// How the reader was spoken to.
    public let dialect: ReaderDialect
    /// How the chip was spoken to.
    public let technology: RadioTechnology
    /// The frame.
    public let frame: [UInt8]
    /// What came back.
    public let outcome: Outcome

    /// An exchange of these parts.
    public init(
        number: Int, dialect: ReaderDialect, technology: RadioTechnology, frame: [UInt8], outcome: Outcome
    ) {
        self.number = number
        self.dialect = dialect
        self.technology = technology
        self.frame = frame
        self.outcome = outcome
    }
}
