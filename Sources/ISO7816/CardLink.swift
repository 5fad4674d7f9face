/// How a card is restarted.
public enum ResetKind: Hashable, Sendable {
    /// Power off and on.
    case cold
    /// The reset line only.
    case warm
}

/// Bytes out, bytes back: one implementation per kind of wire. Raw mode talks to it directly.
///
/// A link belongs to one owner at a time and is not `Sendable`. Every call returns within the link's time limit.
public protocol CardLink: AnyObject {
    /// What the card said when it was powered; for contactless cards, what the reader made of it.
    var answerToReset: AnswerToReset { get }
    /// Largest command and answer of reader and driver.
    var limits: LinkLimits { get }
    /// Sends exactly these bytes and returns exactly what came back, status word included.
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8]
    /// As `exchange`, also after the user gave up: for what must not be left open in the reader.
    func exchangeInClosing(_ command: [UInt8]) throws(CardError) -> [UInt8]
    /// Talks to the reader itself (`SCardControl`); throws `unsupported` where there is none.
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8]
    /// Restarts the card. Everything set up on it is lost.
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset
    /// Which card lies there: another number once the card was taken away, also when the same one came back. A reset
    /// changes nothing. Throws `cardRemoved` when none is there.
    func insertion() throws(CardError) -> Int
    /// Runs `body` while no other program can send commands to the card.
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R
}

extension CardLink {
    /// A link whose card cannot be taken away has only one.
    public func insertion() throws(CardError) -> Int { 0 }

    /// As `exchange`, where an interruption does not stop exchanges.
    public func exchangeInClosing(_ command: [UInt8]) throws(CardError) -> [UInt8] { try exchange(command) }
}

/// A card that understands commands. One owner at a time, not `Sendable`.
public protocol CardChannel: AnyObject {
    /// Sends one command and returns its answer; a status word other than 9000 is an answer, not an error.
    func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU
    /// What the wire below can carry.
    var limits: LinkLimits { get }
    /// True when commands and answers travel protected.
    var isProtected: Bool { get }
}

extension CardChannel {
    /// Commands travel as they are, unless a channel says otherwise.
    public var isProtected: Bool { false }
}
