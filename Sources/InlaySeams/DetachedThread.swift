import Glibc

/// A thread that does one thing and ends; nobody waits for it.
package enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts it. False when the system has no thread left.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Body(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { unsafe pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let failure = unsafe pthread_create(
            &thread, &attributes,
            { argument in
                // Signals belong to the threads that look at interruptions.
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, unsafe context.toOpaque())
        if failure != 0 { unsafe context.release() }
        return failure == 0
    }
}
