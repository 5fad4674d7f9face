import Glibc
import InlaySeams

/// A program that only tells something: run without a shell, without standard input, with a bounded answer in a bounded
/// time.
package struct ProgramCall: Hashable, Sendable {
    /// What it said on standard output, and its status.
    package struct Result: Hashable, Sendable {
        package var status: Int32
        package var output: String

        package init(status: Int32, output: String) {
            self.status = status
            self.output = output
        }
    }

    /// Full paths under which it may be; the first that exists is run.
    package let paths: [String]
    package let arguments: [String]
    /// The longest that it may take.
    package let limit: Duration

    package init(_ name: String, _ arguments: [String], limit: Duration = .seconds(2)) {
        paths = ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/run/current-system/sw/bin", "/usr/local/sbin"]
            .map { "\($0)/\(name)" }
        self.arguments = arguments
        self.limit = limit
    }

    /// Its name without folders.
    package var name: String { paths.first?.split(separator: "/").last.map(String.init) ?? "" }

    /// Runs it; nil when it is not there or did not end in time.
    package func run() -> Result? {
        guard let program = paths.first(where: { unsafe access($0, X_OK) == 0 }) else { return nil }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0, let output = ends.first, let input = ends.last else {
            return nil
        }
        defer { close(output) }
        guard let process = Self.start(program, arguments, output: input) else {
            close(input)
            return nil
        }
        close(input)
        let deadline = TimeSource.system.monotonic + limit
        let text = Self.read(output, until: deadline)
        guard let status = Self.wait(for: process, until: deadline) else { return nil }
        return Result(status: status, output: text)
    }

    private static func start(_ program: String, _ arguments: [String], output: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Answers are parsed, so they are asked for in English; nothing else of our environment matters to them.
        let words = ([program] + arguments).map { Array($0.utf8CString) }
        let variables = ["LC_ALL=C", "PATH=/usr/bin:/bin", "SYSTEMD_PAGER="].map { Array($0.utf8CString) }
        var process = pid_t()
        let failure = unsafe withPointers(words) { arguments in
            unsafe withPointers(variables) { environment in
                unsafe posix_spawn(&process, program, &actions, nil, arguments, environment)
            }
        }
        guard failure == 0 else { return nil }
        return process
    }

    private static func read(_ descriptor: Int32, until deadline: Duration) -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 65_536 {
            let left = (deadline - TimeSource.system.monotonic) / .milliseconds(1)
            guard left > 0 else { break }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let found = unsafe poll(&wanted, 1, Int32(min(left.rounded(.up), 10_000)))
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { break }
            let count = unsafe block.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The status; nil when the process had to be ended.
    private static func wait(for process: pid_t, until deadline: Duration) -> Int32? {
        var status: Int32 = 0
        while true {
            let found = unsafe waitpid(process, &status, WNOHANG)
            if found == process { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
            if found < 0, errno != EINTR { return nil }
            guard TimeSource.system.monotonic < deadline else { break }
            _ = poll(nil, 0, 2)
        }
        kill(process, SIGKILL)
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    /// Lends `texts` as C wants lists of strings: with nil at the end.
    private static func withPointers<R>(
        _ texts: [[CChar]], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        return unsafe body(copies + [nil])
    }
}
