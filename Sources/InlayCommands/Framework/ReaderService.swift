import ISO7816
import PCSC

/// The readers of this machine.
protocol ReaderService: Sendable {
    /// All readers with what lies on them. No reader is an empty list; no service is a failure.
    func list() throws(Failure) -> [ReaderSummary]
    /// Waits until a card lies on `reader`, or on any reader when that is nil. Throws when none comes in time.
    func waitForCard(on reader: String?, atMost limit: Duration) throws(Failure)
    /// Tells what changes at the readers until `onEvent` returns false or the time is over; nil is never.
    func watch(atMost limit: Duration?, onEvent: (ReaderEvent) -> Bool) throws(Failure)
    /// Connects to the card on the reader of this exact name. Every wait is bounded by `limit`.
    func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection
}

/// A reader and what lies on it.
struct ReaderSummary: Hashable, Sendable {
    /// What is known about the card.
    enum Presence: Hashable, Sendable {
        case empty
        case card(AnswerToReset)
        /// Powered, but without an answer.
        case mute
        /// The state could not be found out.
        case unknown
    }

    var name: String
    var presence: Presence
    /// Another program uses the card.
    var isShared = false
    /// Another program has the card for itself.
    var isExclusive = false

    /// True when a card is there that can be connected to.
    var hasCard: Bool {
        switch presence {
        case .card, .mute: true
        case .empty, .unknown: false
        }
    }

    /// In words.
    var state: String {
        let use = isExclusive ? ", used by another program alone" : isShared ? ", in use by another program" : ""
        return switch presence {
        case .empty: "no card"
        case .card: "card" + use
        case .mute: "card that does not answer" + use
        case .unknown: "state unknown"
        }
    }
}
