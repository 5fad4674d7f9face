import Glibc
import InlaySeams

/// A TCP connection as a client, with waits that look at an interruption. Closed in `deinit`.
final class TCPConnection {
    /// Why there is no connection, or no longer one.
    enum Failure: Error, Hashable {
        case unknownHost
        case refused
        case timedOut
        case system(errno: Int32)
        case closed
        case interrupted
    }

    /// How often an interruption is looked at, in milliseconds.
    private static let slice: Int32 = 100
    private let descriptor: Int32

    /// Connects to the first address of `host` that answers.
    init(host: String, port: UInt16, within limit: Duration, unless interruption: Interruption) throws(Failure) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
            throw .unknownHost
        }
        defer { unsafe freeaddrinfo(first) }
        let deadline = TimeSource.system.monotonic + limit
        var failure = Failure.unknownHost
        var next = unsafe Optional(first)
        while let address = unsafe next {
            do throws(Failure) {
                descriptor = try unsafe Self.connect(address, until: deadline, unless: interruption)
                return
            } catch {
                guard error != .interrupted else { throw error }
                failure = error
            }
            unsafe next = unsafe address.pointee.ai_next
        }
        throw failure
    }

    deinit { close(descriptor) }

    /// Takes exactly `count` bytes from the peer, however they come.
    ///
    /// With `patience`, throws `timedOut` when the first byte does not come in time.
    func receive(
        _ count: Int, within patience: Duration? = nil, unless interruption: Interruption
    ) throws(Failure) -> [UInt8] {
        let deadline = patience.map { TimeSource.system.monotonic + $0 }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            try Self.wait(
                for: POLLIN, on: descriptor, until: filled == 0 ? deadline : nil, unless: interruption)
            // The peer sends length and body apart. Unless the first is acknowledged at once, its kernel holds the
            // second back for some 40 ms. The kernel forgets this option, so it is set before every read.
            option(IPPROTO_TCP, TCP_QUICKACK)
            let taken = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe recv(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
                    Int32(MSG_DONTWAIT))
            }
            if taken == 0 { throw .closed }
            if taken > 0 { filled += taken }
            if taken < 0 { try Self.tolerate(errno) }
        }
        return bytes
    }

    /// Sends all of `bytes`.
    func send(_ bytes: [UInt8], unless interruption: Interruption) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            try Self.wait(for: POLLOUT, on: descriptor, until: nil, unless: interruption)
            let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(descriptor, buffer.baseAddress.map { unsafe $0 + sent }, bytes.count - sent, flags)
            }
            if written > 0 { sent += written }
            if written < 0 { try Self.tolerate(errno) }
        }
    }

    static func sleep(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    private func option(_ level: Int, _ name: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(level), name, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func connect(
        _ address: UnsafeMutablePointer<addrinfo>, until deadline: Duration, unless interruption: Interruption
    ) throws(Failure) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.pointee.ai_family, flags, 0)
        guard descriptor >= 0 else { throw .system(errno: errno) }
        do throws(Failure) {
            if unsafe Glibc.connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0 {
                guard errno == EINPROGRESS else { throw failure(errno) }
                try wait(for: POLLOUT, on: descriptor, until: deadline, unless: interruption)
                var code: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
                guard code == 0 else { throw failure(code) }
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func wait(
        for event: Int32, on descriptor: Int32, until deadline: Duration?, unless interruption: Interruption
    ) throws(Failure) {
        while true {
            guard !interruption.isRequested else { throw .interrupted }
            var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let ready = unsafe poll(&entry, 1, slice)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .system(errno: errno) }
            if let deadline, TimeSource.system.monotonic >= deadline { throw .timedOut }
        }
    }

    /// Throws unless the call may be tried again.
    private static func tolerate(_ code: Int32) throws(Failure) {
        guard code == EAGAIN || code == EINTR else { throw failure(code) }
    }

    private static func failure(_ code: Int32) -> Failure {
        switch code {
        case ECONNREFUSED: .refused
        case ETIMEDOUT: .timedOut
        case ECONNRESET, EPIPE: .closed
        default: .system(errno: code)
        }
    }
}
