import Glibc
import InlaySeams

/// A value behind a lock, and a wait with a time limit until it is as wanted.
///
/// POSIX primitives: the wait measures monotonic time, and thread sanitizers understand them.
/// Unchecked, since the compiler does not see that `value` is touched only while the mutex is held.
@safe final class Monitor<Value: Sendable>: @unchecked Sendable {
    @unsafe private struct Primitives {
        var mutex = unsafe pthread_mutex_t()
        var condition = pthread_cond_t()
    }

    private let primitives: UnsafeMutablePointer<Primitives>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe primitives = .allocate(capacity: 1)
        unsafe primitives.initialize(to: Primitives())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_mutex_init(&primitives.pointee.mutex, nil)
        unsafe pthread_cond_init(&primitives.pointee.condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(&primitives.pointee.condition)
        unsafe pthread_mutex_destroy(&primitives.pointee.mutex)
        unsafe primitives.deallocate()
    }

    /// Changes the value and wakes whoever waits.
    func update<R>(_ body: (inout Value) -> R) -> R { update(wakingIf: { _ in true }, body) }

    /// Changes the value, and wakes whoever waits if what became of it `matters` to them.
    func update<R>(wakingIf matters: (Value) -> Bool, _ body: (inout Value) -> R) -> R {
        unsafe pthread_mutex_lock(&primitives.pointee.mutex)
        let result = body(&value)
        let wakes = matters(value)
        unsafe pthread_mutex_unlock(&primitives.pointee.mutex)
        // After unlocking: who wakes up would otherwise only wait again, for the mutex.
        if wakes { unsafe pthread_cond_broadcast(&primitives.pointee.condition) }
        return result
    }

    /// Waits until `take` gives something; nil when `limit` ran out before. Without a limit it waits for ever.
    func wait<R>(upTo limit: Duration?, _ take: (inout Value) -> R?) -> R? {
        unsafe pthread_mutex_lock(&primitives.pointee.mutex)
        defer { unsafe pthread_mutex_unlock(&primitives.pointee.mutex) }
        let deadline = limit.map { TimeSource.system.monotonic + $0 }
        while true {
            if let result = take(&value) { return result }
            guard let deadline else {
                unsafe pthread_cond_wait(&primitives.pointee.condition, &primitives.pointee.mutex)
                continue
            }
            guard TimeSource.system.monotonic < deadline else { return nil }
            let (seconds, attoseconds) = deadline.components
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe pthread_cond_timedwait(&primitives.pointee.condition, &primitives.pointee.mutex, &time)
        }
    }
}
