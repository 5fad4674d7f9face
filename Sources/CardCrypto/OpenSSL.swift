import COpenSSL

/// The way into OpenSSL: initialised without the machine's configuration, and the error queue empty afterwards.
enum OpenSSL {
    private static let isReady = inlay_prepare() == 1

    /// Runs `body`, which calls OpenSSL; what it left in the thread's error queue is dropped.
    static func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        // The result needs no look: a library that could not start refuses the calls that follow.
        _ = isReady
        defer { ERR_clear_error() }
        return try body()
    }
}
