import Glibc
import InlaySeams

/// A thread of its own for calls that may never return, run one after another (Docs/rules.md 18).
///
/// Who waits for a call does so for a limited time; then the call is abandoned where it hangs. An abandoned call costs
/// this thread and nothing else: the process can still end.
final class CallThread: Sendable {
    /// How waiting for a call ended.
    enum Outcome<R: Sendable>: Sendable {
        /// The call returned.
        case returned(R)
        /// The time limit ran out; the call still runs, or still waits for an earlier one.
        case abandoned
        /// The user gave up and the call did not return soon after.
        case interrupted
    }

    private struct Queue: Sendable {
        var calls: [@Sendable () -> Void] = []
        var isClosed = false
    }

    /// How often an interruption is looked at.
    private static let slice = Duration.milliseconds(50)
    private let queue = Monitor(Queue())

    /// Starts the thread. A system without threads left makes every call an abandoned one.
    init() {
        let queue = queue
        _ = DetachedThread.start { Self.run(queue) }
    }

    /// The thread ends when the calls that were posted have returned.
    deinit { queue.update { $0.isClosed = true } }

    /// Puts `call` behind those that wait, and does not wait for it.
    func post(_ call: @escaping @Sendable () -> Void) { queue.update { $0.calls.append(call) } }

    /// Runs `call` on the thread and waits for it at most `limit`.
    ///
    /// After an interruption the call gets `grace` to come to its end, so that the card is not left in the middle of a
    /// command; `onInterrupt` is called again and again meanwhile.
    func perform<R: Sendable>(
        within limit: Duration, unless interruption: Interruption = .never, grace: Duration = .seconds(1),
        onInterrupt: () -> Void = {}, _ call: @escaping @Sendable () -> R
    ) -> Outcome<R> {
        let result = Monitor<R?>(nil)
        post {
            let value = call()
            result.update { $0 = value }
        }
        var deadline = TimeSource.system.monotonic + limit
        var isInterrupted = false
        while true {
            let left = deadline - TimeSource.system.monotonic
            if let value = result.wait(upTo: min(max(left, .zero), Self.slice), { $0 }) { return .returned(value) }
            guard left > .zero else { return isInterrupted ? .interrupted : .abandoned }
            guard interruption.isRequested else { continue }
            if !isInterrupted {
                isInterrupted = true
                deadline = min(deadline, TimeSource.system.monotonic + grace)
            }
            onInterrupt()
        }
    }

    /// Called on the thread by work whose call was given up while it hung, once that returned: nobody waits for the work
    /// any more, so it does not go on. What was posted behind it (the end of the connection) is still done, from here.
    func abandonWork() -> Never {
        Self.run(queue)
        while true { pause() }
    }

    private static func run(_ queue: Monitor<Queue>) {
        while true {
            let next: (@Sendable () -> Void)?? = queue.wait(upTo: nil) { queue in
                if !queue.calls.isEmpty { return .some(queue.calls.removeFirst()) }
                return queue.isClosed ? .some(nil) : nil
            }
            guard case .some(.some(let call)) = next else { return }
            call()
        }
    }
}
