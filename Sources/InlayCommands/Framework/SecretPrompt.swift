import Glibc
import InlaySeams

/// Asks on the controlling terminal: for a secret, without showing what is typed, or for what is none.
package enum SecretPrompt {
    /// Ctrl-C. Signals from the keyboard are off while echo is off, so it arrives as a byte.
    private static let interrupt: UInt8 = 3

    /// True when there is a terminal to ask on.
    static var hasTerminal: Bool {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// One line; nil when the process has no terminal. Echo comes back in every case, also when interrupted. With
    /// `isShown` what is typed can be seen.
    static func ask(_ question: String, isShown: Bool = false) throws(Failure) -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // Signals wait until echo is back: one that ended the process here would leave the terminal dumb.
        var held = sigset_t()
        unsafe sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&held, signal) }
        var usual = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &held, &usual)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &usual, nil) }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ISIG)
        silent.c_lflag |= tcflag_t(ICANON | ECHONL)
        if isShown { silent.c_lflag |= tcflag_t(ECHO) } else { silent.c_lflag &= ~tcflag_t(ECHO) }
        // A second character that ends a line (c_cc[VEOL]): otherwise Ctrl-C would wait for Enter.
        silent.c_cc.11 = interrupt
        guard unsafe tcsetattr(terminal, TCSADRAIN, &silent) == 0 else { return nil }
        defer { _ = unsafe tcsetattr(terminal, TCSADRAIN, &before) }
        write(question, to: terminal)
        let (line, end) = line(from: terminal)
        guard end != .interrupted else {
            write("\n", to: terminal)
            throw Failure(.interrupted, kind: "interrupted", "interrupted at the prompt")
        }
        // Ctrl-D leaves the cursor behind the question.
        if end == .closed { write("\n", to: terminal) }
        return line
    }

    /// Asks, and tells only how long the answer was: 0 without a terminal, -1 after Ctrl-C.
    package static func answerLength(_ question: String) -> Int {
        do throws(Failure) {
            return try ask(question)?.utf8.count ?? 0
        } catch {
            return -1
        }
    }

    private static func write(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(terminal, $0.baseAddress, $0.count) }
    }

    private enum LineEnd { case entered, closed, interrupted }

    private static func line(from terminal: Int32) -> (String, LineEnd) {
        var bytes: [UInt8] = []
        while bytes.count < 1024 {
            var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&wanted, 1, 100) <= 0 {
                if isSignalPending || Signals.interruption.isRequested { return ("", .interrupted) }
                continue
            }
            var byte: UInt8 = 0
            let count = unsafe read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return (String(decoding: bytes, as: UTF8.self), .closed) }
            guard byte != UInt8(ascii: "\n") else { break }
            guard byte != interrupt else { return ("", .interrupted) }
            bytes.append(byte)
        }
        return (String(decoding: bytes, as: UTF8.self), .entered)
    }

    /// Somebody wants the process to end, and waits for us to put the terminal in order.
    private static var isSignalPending: Bool {
        var pending = sigset_t()
        guard unsafe sigpending(&pending) == 0 else { return false }
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { unsafe sigismember(&pending, $0) == 1 }
    }
}
