/// Why a command did not get a usable answer. Compare `code`, never a text.
public struct CardError: Error, Sendable {
    /// What went wrong.
    public enum Code: Hashable, Sendable {
        /// The card left the reader, or lost power.
        case cardRemoved
        /// Somebody else reset the card: everything that was set up on it is gone.
        case cardReset
        /// No card lies on the reader.
        case noCard
        /// A card is there but does not answer.
        case noAnswer
        /// The time limit ran out before an answer came.
        case timedOut
        /// A call into the driver hangs; it was abandoned and the reader is not used again.
        case readerStuck
        /// The reader is gone, or its name is unknown.
        case readerUnavailable
        /// Another program holds the card or reader.
        case inUse
        /// The system does not let this user at the reader.
        case permissionDenied
        /// The PC/SC service is not there, or stopped.
        case serviceUnavailable
        /// The answer breaks the protocol.
        case malformedResponse
        /// Secure messaging cannot go on: an answer was unprotected, or its MAC is wrong.
        case secureMessagingBroken
        /// The command is larger than the reader or its driver takes.
        case commandTooLong(limit: Int)
        /// The link has no such function.
        case unsupported
        /// The reader or its driver failed in a way that has no other name here.
        case transportFailed
        /// A recording stands in for the card, and holds another command at this place.
        case notRecorded
        /// The user or the caller gave up.
        case cancelled
        /// The card answered with a status word that ends this step.
        case unexpectedStatus(StatusWord)
        /// Cryptographic data from the card is not acceptable (a point off the curve, a wrong token).
        case cryptographyRefused
        /// The card refused the secret: wrong key, wrong password.
        case authenticationFailed
    }

    /// What went wrong.
    public var code: Code
    /// During which step.
    public var step: Step
    /// The reason in the words of the layer that noticed it; holds no card data.
    public var detail: String?
    /// The error of the layer below, if there is one.
    public var underlying: (any Error)?

    /// An error during `step`.
    public init(_ code: Code, during step: Step, detail: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.step = step
        self.detail = detail
        self.underlying = underlying
    }
}

extension CardError: Hashable {
    /// Equal codes during the same step; what lies below is for people.
    public static func == (left: CardError, right: CardError) -> Bool {
        left.code == right.code && left.step == right.step
    }

    /// Hashes code and step.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(step)
    }
}

extension CardError: CustomStringConvertible {
    /// One line for a log: step, what happened, detail.
    public var description: String {
        "\(step): \(code.description)" + (detail.map { " (\($0))" } ?? "")
    }
}

extension CardError.Code: CustomStringConvertible {
    /// The code in words.
    public var description: String {
        switch self {
        case .cardRemoved: "the card was removed"
        case .cardReset: "the card was reset by another program"
        case .noCard: "no card is on the reader"
        case .noAnswer: "the card does not answer"
        case .timedOut: "no answer within the time limit"
        case .readerStuck: "the reader hangs and was given up"
        case .readerUnavailable: "the reader is not there"
        case .inUse: "the card or reader is in use by another program"
        case .permissionDenied: "access to the reader is not permitted"
        case .serviceUnavailable: "the PC/SC service is not running"
        case .malformedResponse: "the answer breaks the protocol"
        case .secureMessagingBroken: "the secure messaging session is broken"
        case .commandTooLong(let limit): "the command is longer than the \(limit) bytes that the reader takes"
        case .unsupported: "not supported here"
        case .transportFailed: "the reader failed"
        case .notRecorded: "this command is another one than in the trace"
        case .cancelled: "cancelled"
        case .unexpectedStatus(let status): "the card answered \(status), \(status.meaning)"
        case .cryptographyRefused: "the card's cryptographic data is not acceptable"
        case .authenticationFailed: "the card refused the secret"
        }
    }
}
