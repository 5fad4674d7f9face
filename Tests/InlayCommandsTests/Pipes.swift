import Foundation

/// Named pipes, as the shell makes them for `<(…)`.
enum Pipes {
    /// Makes a pipe at `path`, with `text` in it and a writer that goes a little later, and runs `body` meanwhile.
    static func written(_ path: String, _ text: String, _ body: (String) throws -> Void) throws {
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Both ends: neither side waits for the other to open it.
        let descriptor = open(path, O_RDWR | O_NONBLOCK)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        Thread {
            usleep(300_000)
            close(descriptor)
        }.start()
        try body(path)
    }
}
