/// Events from the thread that works with the card to the one that shows them, in order.
///
/// They are handed over in handfuls, so that a card that answers quickly is not kept waiting for threads to change.
final class EventQueue<Event: Sendable>: Sendable {
    private struct Contents: Sendable {
        var events: [Event] = []
        var hasEnded = false
        /// Somebody waits for room.
        var isCrowded = false
    }

    /// Most events that wait; who has more waits as well.
    private static var capacity: Int { 256 }
    /// As many are worth waking somebody.
    private static var handful: Int { 16 }

    private let contents = Monitor(Contents())

    /// Puts an event behind the others; waits while there is no room.
    func add(_ event: Event) {
        let hasRoom = contents.update(wakingIf: { $0.events.count == Self.handful }) { contents in
            guard contents.events.count < Self.capacity else {
                contents.isCrowded = true
                return false
            }
            contents.events.append(event)
            return true
        }
        guard !hasRoom else { return }
        contents.wait(upTo: nil) { $0.isCrowded ? nil : () }
        add(event)
    }

    /// Nothing more comes.
    func end() { contents.update { $0.hasEnded = true } }

    /// What is there, at the latest after `limit`; earlier for a handful or the end.
    func take(within limit: Duration) -> (events: [Event], hasEnded: Bool) {
        _ = contents.wait(upTo: limit) { $0.hasEnded || $0.events.count >= Self.handful ? () : nil }
        return contents.update(wakingIf: { _ in true }) { contents in
            defer {
                contents.events = []
                contents.isCrowded = false
            }
            return (contents.events, contents.hasEnded)
        }
    }
}
