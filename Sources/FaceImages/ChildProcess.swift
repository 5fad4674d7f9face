import Glibc

/// A process that reads standard input, writes standard output and knows nothing else of us: no environment, no open
/// files, messages into nothing.
struct ChildProcess {
    /// How it ended.
    enum Ending: Hashable {
        case exited(Int32)
        case killed(signal: Int32)
        /// By us, because it took too long.
        case tooSlow
        /// By us, because it sent too much.
        case tooMuch
    }

    private let identifier: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts `program` with `arguments` behind its name.
    init(_ program: String, _ arguments: [String]) throws(ConversionFailure) {
        let (inputEnds, outputEnds) = try Self.ends()
        defer {
            close(inputEnds.child)
            close(outputEnds.child)
        }
        do throws(ConversionFailure) {
            identifier = try Self.start(program, arguments, input: inputEnds.child, output: outputEnds.child)
        } catch {
            close(inputEnds.own)
            close(outputEnds.own)
            throw error
        }
        input = inputEnds.own
        output = outputEnds.own
    }

    /// Gives `bytes` to the process, takes what it sends, and waits for its end; no longer than `timeLeft` says.
    consuming func exchange(
        _ bytes: ArraySlice<UInt8>, outputLimit: Int, timeLeft: () -> Duration
    ) throws(ConversionFailure) -> (output: [UInt8], ending: Ending) {
        var isInputOpen = true
        defer {
            if isInputOpen { close(input) }
            close(output)
        }
        var rest = bytes
        var received: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let left = Self.milliseconds(timeLeft())
            guard left > 0 else { return (received, end(by: .tooSlow)) }
            var waits = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isInputOpen ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard unsafe poll(&waits, 2, left) >= 0 || errno == EINTR else {
                return (received, end(by: .tooSlow))
            }
            if waits[1].revents != 0 {
                rest = rest.dropFirst(send(rest))
                if rest.isEmpty || waits[1].revents & Int16(POLLERR | POLLHUP) != 0 {
                    close(input)
                    isInputOpen = false
                }
            }
            guard waits[0].revents != 0 else { continue }
            let count = unsafe block.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 {
                received += block.prefix(count)
                guard received.count <= outputLimit else { return ([], end(by: .tooMuch)) }
            } else if errno != EINTR, errno != EAGAIN {
                break
            }
        }
        return (received, waited(timeLeft))
    }

    // MARK: - The end

    private func end(by ending: Ending) -> Ending {
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return ending
    }

    /// It closed its output and is about to end, or else is ended.
    private func waited(_ timeLeft: () -> Duration) -> Ending {
        while true {
            var status: Int32 = 0
            let found = unsafe waitpid(identifier, &status, WNOHANG)
            if found == identifier {
                let signal = status & 0x7F
                // What the limit of computing time does.
                if signal == SIGXCPU { return .tooSlow }
                return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
            }
            if found < 0, errno != EINTR { return .exited(-1) }
            guard timeLeft() > .zero else { return end(by: .tooSlow) }
            _ = poll(nil, 0, 1)
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(input, $0.baseAddress, $0.count, flags) }
        // A process that does not listen any more has said with its status why.
        if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : bytes.count }
        return count
    }

    private static func milliseconds(_ duration: Duration) -> Int32 {
        let parts = duration.components
        let whole = parts.seconds.multipliedReportingOverflow(by: 1000)
        guard !whole.overflow, whole.partialValue < 60_000 else { return 60_000 }
        return Int32(whole.partialValue + parts.attoseconds / 1_000_000_000_000_000)
    }

    // MARK: - The start

    /// Sockets, because writing to one never raises a signal.
    private static func ends() throws(ConversionFailure) -> (
        input: (own: Int32, child: Int32), output: (own: Int32, child: Int32)
    ) {
        let input = try pair()
        do throws(ConversionFailure) {
            return (input, try pair())
        } catch {
            close(input.own)
            close(input.child)
            throw error
        }
    }

    private static func pair() throws(ConversionFailure) -> (own: Int32, child: Int32) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { throw unusable("could not be started", errno) }
        // A descriptor below 3 would be in the way of the child's own.
        var moved: [Int32] = []
        for descriptor in sockets {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            let code = errno
            close(descriptor)
            guard copy >= 0 else {
                for other in moved { close(other) }
                throw unusable("could not be started", code)
            }
            moved.append(copy)
        }
        return (moved[0], moved[1])
    }

    private static func start(
        _ program: String, _ arguments: [String], input: Int32, output: Int32
    ) throws(ConversionFailure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var words = unsafe (["inlay"] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        if let path = unsafe getenv("LD_LIBRARY_PATH") {
            // Where the libraries lie is all that it needs to know.
            unsafe environment.insert(strdup("LD_LIBRARY_PATH=" + String(cString: path)), at: 0)
        }
        defer { unsafe environment.forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let code = unsafe posix_spawn(&identifier, program, &actions, &attributes, &words, &environment)
        guard code == 0 else { throw unusable("could not be started", code) }
        return identifier
    }

    private static func unusable(_ what: String, _ code: Int32) -> ConversionFailure {
        .unusable("\(what) (error \(code))")
    }
}
