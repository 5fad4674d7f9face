/// Work that is done on another thread, and what it tells.
///
/// Unchecked: `work` and `result` are touched by one thread at a time, and the queues between them order that.
final class HandOver<Event: Sendable, R>: @unchecked Sendable {
    let events = EventQueue<Event>()
    private let work: (@escaping (Event) -> Void) -> R
    /// What the work returned, once `events` have ended.
    private(set) var result: R?

    init(_ work: @escaping (@escaping (Event) -> Void) -> R) { self.work = work }

    func run() {
        let events = events
        result = work { events.add($0) }
        events.end()
    }
}
