import Dispatch
import InlaySeams
import Synchronization

/// Does the same with many things on several threads, and hands the results on in order. Not more than a window of
/// things is under way or waits, so memory is bounded however many there are.
final class OrderedWork<Item: Sendable, Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var isAtEnd = false
        var failure: Failure?
        var results: [Int: Result] = [:]
    }

    private let state = Mutex(State())
    private let source: Mutex<() throws(Failure) -> Item?>
    private let work: @Sendable (Item) -> Result
    private let room: DispatchSemaphore
    private let news = DispatchSemaphore(value: 0)

    /// Takes items from `source` and does `work` on `threads` threads, at most `window` ahead of what was handed on.
    init(
        threads: Int, window: Int, source: sending @escaping () throws(Failure) -> Item?,
        work: @escaping @Sendable (Item) -> Result
    ) {
        self.source = Mutex(source)
        self.work = work
        // A semaphore may not end below the value that it began with.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<max(threads, window) { room.signal() }
        // Threads of its own: those of a queue are shared, and would wait for each other here.
        let started = (0..<max(1, threads)).count { _ in DetachedThread.start { self.run() } }
        if started == 0 { DispatchQueue.global().async { self.run() } }
    }

    /// Hands results to `body`, in order, on the calling thread, until it returns false; `idle` is called when there is
    /// nothing to hand on, and at least so often. Throws what the source threw, after the results before it.
    func forEach(every interval: DispatchTimeInterval, idle: () -> Void, _ body: (Result) -> Bool) throws(Failure) {
        var index = 0
        while true {
            let (result, isDone, failure) = state.withLock { state in
                let result = state.results.removeValue(forKey: index)
                return (result, result == nil && state.isAtEnd && index >= state.next, state.failure)
            }
            if let result {
                index += 1
                room.signal()
                guard body(result) else { return state.withLock { $0.isAtEnd = true } }
            } else if isDone {
                if let failure { throw failure }
                return
            } else {
                idle()
                _ = news.wait(timeout: .now() + interval)
            }
        }
    }

    private func run() {
        while true {
            room.wait()
            guard let (index, item) = take() else {
                // Wakes the threads that wait for room, and the one that waits for news.
                room.signal()
                news.signal()
                return
            }
            let result = work(item)
            state.withLock { $0.results[index] = result }
            news.signal()
        }
    }

    /// The next item with its place; nil at the end, for this thread and all others.
    private func take() -> (Int, Item)? {
        // Taking and numbering belong together. While this waits for input, results can still be handed on.
        source.withLock { source in
            guard !state.withLock({ $0.isAtEnd }) else { return nil }
            var item: Item?
            var failure: Failure?
            do throws(Failure) { item = try source() } catch { failure = error }
            let index = state.withLock { state -> Int in
                if item == nil { (state.isAtEnd, state.failure) = (true, failure) }
                defer { if item != nil { state.next += 1 } }
                return state.next
            }
            return item.map { (index, $0) }
        }
    }
}
