import Glibc
import InlaySeams

/// A lock that programs of ours hold while they change a file beside it. The system gives it up when its holder ends.
enum FileLock {
    /// How long another program is waited for.
    static let patience = Duration.seconds(10)

    /// Runs `body` while no other program of ours holds the lock at `path`, which is made where it is not there. Throws
    /// `inUse` when another one keeps it.
    static func hold<Result>(
        _ path: String, atMost patience: Duration = patience, _ interruption: Interruption,
        inUse: @autoclosure () -> Failure, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.failure(path, .last) }
        // Closing gives it up, also when the process ends.
        defer { close(descriptor) }
        let step = Duration.milliseconds(20)
        var waited = Duration.zero
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last
            guard error.code == EWOULDBLOCK || error.code == EINTR else { throw PrivateFile.failure(path, error) }
            guard waited < patience, !interruption.isRequested else { throw inUse() }
            usleep(20_000)
            waited += step
        }
        return try body()
    }
}
