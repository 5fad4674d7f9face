/// One command and its answer as they passed over a link, with their times.
public struct Exchange: Hashable, Sendable {
    /// How the card or the link answered.
    public enum Outcome: Hashable, Sendable {
        /// Answer bytes, status word included.
        case answer([UInt8])
        /// No answer.
        case failure(CardError.Code)
    }

    /// Counts from 1 within one trace.
    public let number: Int
    /// When the command was sent, since the trace began.
    public let start: Duration
    /// From sending to the answer.
    public let duration: Duration
    /// Command bytes as sent.
    public let command: [UInt8]
    /// What came back.
    public let outcome: Outcome

    /// An exchange of these parts.
    public init(number: Int, start: Duration, duration: Duration, command: [UInt8], outcome: Outcome) {
        self.number = number
        self.start = start
        self.duration = duration
        self.command = command
        self.outcome = outcome
    }

    /// Bytes that came back; 0 without an answer.
    public var answerCount: Int {
        if case .answer(let bytes) = outcome { bytes.count } else { 0 }
    }
}
