import InlaySeams
import Synchronization

/// The time limit of the call that is under way: stamped by the thread that makes the call, watched by another one.
///
/// Exactly one of the two wins: either the call ended, or it was given up.
final class CallDeadline: Sendable {
    /// Why a call was given up.
    enum Reason: Hashable, Sendable {
        case timeLimit, interruption
    }

    private static let idle = 0
    private static let givenUp = -1

    /// Nanoseconds of monotonic time at which the call is overdue, or one of the above.
    private let state = Atomic(idle)
    /// Nanoseconds that the call gets after an interruption; negative when it is not to be interrupted.
    private let grace = Atomic(0)

    /// A call begins. `grace` is what it gets after an interruption, nil when it goes on regardless.
    func begin(within limit: Duration, grace: Duration?) {
        self.grace.store(grace.map(Self.nanoseconds) ?? -1, ordering: .relaxed)
        state.store(
            max(1, Self.nanoseconds(TimeSource.system.monotonic + limit)), ordering: .releasing)
    }

    /// The call returned. False when it was given up before.
    func end() -> Bool { state.exchange(Self.idle, ordering: .acquiringAndReleasing) != Self.givenUp }

    /// Gives the call up if its time is over at `now`, or over since the user gave up at `interrupted`.
    func giveUp(at now: Duration, interrupted: Duration?) -> Reason? {
        let deadline = state.load(ordering: .acquiring)
        guard deadline > Self.idle else { return nil }
        let now = Self.nanoseconds(now)
        let grace = grace.load(ordering: .relaxed)
        let reason: Reason
        if now >= deadline {
            reason = interrupted == nil || grace < 0 ? .timeLimit : .interruption
        } else if let interrupted, grace >= 0, now >= Self.nanoseconds(interrupted) + grace {
            reason = .interruption
        } else {
            return nil
        }
        // Another call may have begun meanwhile, with a limit of its own.
        return state.compareExchange(expected: deadline, desired: Self.givenUp, ordering: .acquiringAndReleasing)
            .exchanged ? reason : nil
    }

    private static func nanoseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? Int.max / 2 : whole + Int(attoseconds / 1_000_000_000)
    }
}
