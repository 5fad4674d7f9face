import Glibc
import InlaySeams
import Synchronization

/// Ctrl-C and its neighbours, turned into a flag, so that a card is left in a clean state.
enum Signals {
    private static let isInterrupted = Atomic(false)
    /// By another signal than that of Ctrl-C.
    private static let isEnded = Atomic(false)

    /// True once the user gave up.
    static let interruption = Interruption { isInterrupted.load(ordering: .relaxed) }

    /// Takes over SIGINT, SIGTERM and SIGHUP. The first sets the flag; a second one ends the process at once.
    ///
    /// A signal that the parent had ignored stays ignored (nohup, jobs in the background of a script), and one that it
    /// had blocked is let through: whoever starts us from a thread may block all of them without knowing.
    static func listen() {
        // The flag is made before a signal can come: making it in a handler is not safe.
        _ = isInterrupted.load(ordering: .relaxed)
        _ = isEnded.load(ordering: .relaxed)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { signal in
            if signal != SIGINT { Signals.isEnded.store(true, ordering: .relaxed) }
            Signals.isInterrupted.store(true, ordering: .relaxed)
        }
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        var wanted = sigset_t()
        unsafe sigemptyset(&wanted)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
            _ = unsafe sigaction(signal, &action, nil)
            unsafe sigaddset(&wanted, signal)
        }
        unsafe sigprocmask(SIG_UNBLOCK, &wanted, nil)
    }

    /// Takes Ctrl-C back and listens again. False when it was another signal, after which nothing goes on.
    @Sendable static func resume() -> Bool {
        guard !isEnded.load(ordering: .relaxed) else { return false }
        isInterrupted.store(false, ordering: .relaxed)
        listen()
        return true
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var before = sigaction()
        guard unsafe sigaction(signal, nil, &before) == 0 else { return false }
        // Handlers are compared as addresses only, never called; pointers to C functions are as wide as Int.
        return unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
