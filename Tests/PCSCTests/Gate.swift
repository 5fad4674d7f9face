import Dispatch

@testable import PCSC

/// A door at which a fake driver hangs until the test opens it.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = Monitor(0)

    /// How many calls hang or hung here.
    var count: Int { arrivals.update { $0 } }

    /// Blocks until `open` was called as often.
    func pass() {
        arrivals.update { $0 += 1 }
        semaphore.wait()
    }

    func open() { semaphore.signal() }
}

/// Looks again until `condition` holds; false after ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
        if condition() { return true }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
    }
    return condition()
}
