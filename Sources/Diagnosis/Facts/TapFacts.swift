package import ISO7816

/// What happened while a card was waited for.
package struct TapFacts: Hashable, Sendable {
    /// What lay on a reader.
    package enum Sight: Hashable, Sendable {
        case empty
        case mute
        case card(AnswerToReset)
        /// Something came and was gone before it could be looked at: the service counted it.
        case passed
    }

    /// A change on a reader.
    package struct Event: Hashable, Sendable {
        package var reader: String
        package var sight: Sight

        package init(reader: String, sight: Sight) {
            self.reader = reader
            self.sight = sight
        }
    }

    /// How the wait ended.
    package enum End: Hashable, Sendable {
        /// A card came and stayed.
        case card
        /// The time ran out.
        case time
        /// The service went away.
        case serviceGone
        /// There was no reader, and none came.
        case noReader
        /// The user gave up.
        case interrupted
    }

    package var events: [Event] = []
    package var end = End.time

    package init() {}

    private var cards: [AnswerToReset] {
        events.compactMap { if case .card(let answer) = $0.sight { answer } else { nil } }
    }

    /// Answers to reset that differ, in the order in which they came.
    var distinctCards: [AnswerToReset] {
        var found: [AnswerToReset] = []
        for card in cards where !found.contains(card) { found.append(card) }
        return found
    }

    /// How often something came onto an antenna, whether it answered or not.
    package var appearances: Int { events.count { $0.sight != .empty } }
    /// How often a card appeared and said nothing.
    var muteCount: Int { events.count { $0.sight == .mute } }
    /// How often the antenna was found empty again.
    var emptyCount: Int { events.count { $0.sight == .empty } }
}
