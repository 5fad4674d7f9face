import ISO7816
package import PCSC

/// What PC/SC says, without connecting to a card.
package struct PCSCFacts: Hashable, Sendable {
    /// How a call ended.
    package enum Outcome: Hashable, Sendable {
        case done
        case refused(PCSCError)
        /// It did not return in time.
        case hung
    }

    package var establish = Outcome.done
    package var list = Outcome.done
    package var states = Outcome.done
    package var readers: [ReaderState] = []
    /// The list was asked for again after a pause.
    package var waitedForReaders = false

    package init() {}

    /// Readers with a card that answers.
    var loaded: [ReaderState] { readers.filter { $0.answerToReset != nil && $0.isCardPresent } }
    var mute: [ReaderState] { readers.filter { $0.isCardPresent && ($0.isMute || $0.answerToReset == nil) } }
    var broken: [ReaderState] { readers.filter { $0.isUnavailable || $0.isUnknown } }
}

/// How connecting to a card ended.
package struct ConnectionFacts: Hashable, Sendable {
    package var reader: String
    package var outcome: PCSCFacts.Outcome

    package init(reader: String, outcome: PCSCFacts.Outcome) {
        self.reader = reader
        self.outcome = outcome
    }
}
