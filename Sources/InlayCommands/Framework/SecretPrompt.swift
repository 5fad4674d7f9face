import Glibc

/// Asks for a secret on the controlling terminal, without showing what is typed.
enum SecretPrompt {
    /// One line; nil when the process has no terminal. Echo comes back in every case, also when interrupted.
    static func ask(_ question: String) throws(Failure) -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        silent.c_lflag |= tcflag_t(ICANON | ECHONL)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        defer { _ = unsafe tcsetattr(terminal, TCSAFLUSH, &before) }
        write(question, to: terminal)
        return try line(from: terminal)
    }

    private static func write(_ text: String, to terminal: Int32) {
        let bytes = Array(TerminalText.escaped(text).utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(terminal, $0.baseAddress, $0.count) }
    }

    private static func line(from terminal: Int32) throws(Failure) -> String {
        // Signals from the keyboard are off while echo is off, so the interrupt character arrives as a byte.
        let interrupt: UInt8 = 3
        var bytes: [UInt8] = []
        while bytes.count < 1024 {
            var byte: UInt8 = 0
            let count = unsafe read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            guard byte != interrupt else {
                throw Failure(.interrupted, kind: "interrupted", "interrupted at the prompt")
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
