import Glibc

/// Asks the terminal about itself.
enum TerminalQuery {
    /// The numbers of its primary device attributes (`CSI c`, answered by `CSI ? … c`); none when it does not answer in
    /// time, or when it would not be us who gets the answer.
    static func deviceAttributes(milliseconds limit: Int32 = 200) -> [Int] {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return [] }
        defer { close(terminal) }
        // In the background, changing the terminal would stop the process.
        guard tcgetpgrp(terminal) == getpgrp() else { return [] }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return [] }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(terminal, TCSANOW, &quiet) == 0 else { return [] }
        defer { _ = unsafe tcsetattr(terminal, TCSANOW, &before) }
        let question = Array("\u{1B}[c".utf8)
        guard unsafe question.withUnsafeBytes({ unsafe write(terminal, $0.baseAddress, $0.count) }) == question.count
        else { return [] }
        return attributes(answer(from: terminal, milliseconds: limit))
    }

    /// What the terminal sends until the answer ends.
    private static func answer(from terminal: Int32, milliseconds limit: Int32) -> [UInt8] {
        var answer: [UInt8] = []
        while answer.count < 256 {
            var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, limit) == 1 else { break }
            var byte: UInt8 = 0
            guard unsafe read(terminal, &byte, 1) == 1 else { break }
            answer.append(byte)
            if byte == UInt8(ascii: "c"), answer.contains(UInt8(ascii: "?")) { break }
        }
        return answer
    }

    /// The numbers in `CSI ? 62 ; 4 ; 22 c`.
    static func attributes(_ answer: [UInt8]) -> [Int] {
        guard let start = answer.firstRange(of: Array("\u{1B}[?".utf8)), answer.last == UInt8(ascii: "c") else {
            return []
        }
        return answer[start.upperBound...].dropLast().split(separator: UInt8(ascii: ";")).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
    }
}
