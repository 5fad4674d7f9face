import Glibc
import InlaySeams
import Synchronization

/// Ctrl-C and its neighbours, turned into a flag, so that a card is left in a clean state.
enum Signals {
    private static let isInterrupted = Atomic(false)

    /// True once the user gave up.
    static let interruption = Interruption { isInterrupted.load(ordering: .relaxed) }

    /// Takes over SIGINT, SIGTERM and SIGHUP. The first sets the flag; a second one ends the process at once.
    static func listen() {
        // The flag is made before a signal can come: making it in a handler is not safe.
        _ = isInterrupted.load(ordering: .relaxed)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in Signals.isInterrupted.store(true, ordering: .relaxed) }
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        for signal in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaction(signal, &action, nil) }
    }
}
