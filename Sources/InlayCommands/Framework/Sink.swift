import Glibc
import InlaySeams

/// Where bytes of output go: standard output, standard error, or memory in tests.
public final class Sink {
    /// A person looks at it.
    let isTerminal: Bool
    /// Columns of a line, as many as there are now: a window can change while a command goes on.
    var width: Int { measure() }
    private let measure: () -> Int
    /// Its character set is UTF-8.
    let isUTF8: Bool
    private let send: ([UInt8]) -> Int32
    private var buffer: [UInt8] = []
    /// `errno` of the first write that failed.
    private(set) var failure: Int32?

    /// A sink that hands bytes to `send`, which returns 0 or an `errno`.
    init(
        isTerminal: Bool, width: @escaping @autoclosure () -> Int = 80, isUTF8: Bool = true,
        send: @escaping ([UInt8]) -> Int32
    ) {
        self.isTerminal = isTerminal
        measure = width
        self.isUTF8 = isUTF8
        self.send = send
    }

    /// A file descriptor of the process. `environment` tells width and character set.
    static func descriptor(_ descriptor: Int32, environment: (String) -> String?) -> Sink {
        let isTerminal = isatty(descriptor) == 1
        let usual = max(40, environment("COLUMNS").flatMap { Int($0) } ?? 80)
        return Sink(
            isTerminal: isTerminal, width: isTerminal ? columns(descriptor) ?? usual : usual,
            isUTF8: usesUTF8(environment)
        ) { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // After Ctrl-C nobody waits for a reader who does not read: what fits at once is written.
                if Signals.interruption.isRequested, !isReady(descriptor, within: 1000) { return EINTR }
                let part = Signals.interruption.isRequested ? rest.prefix(4096) : rest
                let written = unsafe part.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if errno == EAGAIN {
                    _ = isReady(descriptor, within: 1000)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// True when some bytes can be written without waiting for longer than so many milliseconds.
    private static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&wanted, 1, milliseconds) > 0
    }

    /// Puts text behind what is there; on a terminal each text is shown at once.
    func write(_ text: String) { write { $0.append(contentsOf: text.utf8) } }

    /// Puts what `body` appends behind what is there, without a copy of it in between.
    func write(_ body: (inout [UInt8]) -> Void) {
        guard failure == nil else { return }
        body(&buffer)
        if isTerminal || buffer.count > 16_384 { flush() }
    }

    /// The same, and the end of the line.
    func writeLine(_ body: (inout [UInt8]) -> Void) {
        write { bytes in
            body(&bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Sends what is held back. After a failed write everything is dropped; see `failure`.
    func flush() {
        guard failure == nil, !buffer.isEmpty else { return }
        let error = send(buffer)
        if error != 0 { failure = error }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(40, Int(size.ws_col))
    }

    /// The first of these variables that is set decides, as in `setlocale`.
    private static func usesUTF8(_ environment: (String) -> String?) -> Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            let lower = value.lowercased()
            return lower.hasSuffix("utf-8") || lower.hasSuffix("utf8") || lower.contains("utf-8@")
        }
        return false
    }
}
