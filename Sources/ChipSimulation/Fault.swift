public import ISO7816

/// Something that goes wrong with one exchange.
public enum Fault: Hashable, Sendable {
    /// The card is gone, now and for the rest of the session.
    case removeCard
    /// The link fails once with this code; the card has not seen the command.
    case fail(CardError.Code)
    /// Only the first bytes of the answer come.
    case truncate(to: Int)
    /// One bit of the answer is another; counts from the first, modulo the length.
    case flipBit(Int)
    /// The answer is this status word alone.
    case status(StatusWord)
    /// The answer of the exchange before comes again.
    case repeatAnswer
    /// Bytes are added in front of the status word.
    case append([UInt8])
    /// The answer takes this much longer. Beyond the link's time limit the link gives up, though the card has carried out
    /// the command.
    case delay(Duration)
}
