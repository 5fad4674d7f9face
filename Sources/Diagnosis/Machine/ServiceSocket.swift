import Glibc
import InlaySeams
import Octets

/// The first words with a PC/SC service, as libpcsclite says them: which protocol it speaks, and who it is.
struct ServiceSocket {
    /// Of pcsc-lite: the message that carries versions.
    private static let versionCommand: UInt32 = 0x11
    /// What every release since 1.8.24 takes or at least answers.
    private static let ownVersion: (major: Int32, minor: Int32) = (4, 4)

    let path: String
    /// The longest that it may take.
    var limit = Duration.seconds(2)
    /// Ends the wait; the answer is then worth nothing.
    var interruption = Interruption.never

    /// Connects, asks, and closes.
    func ask() -> ServiceAnswer {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .unusable }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < 108 else { return .unusable }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if outcome != 0 {
            switch errno {
            case ENOENT, ENOTDIR: return .missing
            case EACCES, EPERM: return .denied
            // Its queue is full: somebody listens and does not come.
            case EAGAIN: return .silent
            case ECONNREFUSED: return Self.isSocket(path) ? .refused : .unusable
            default: return .unusable
            }
        }
        return exchange(descriptor)
    }

    private func exchange(_ descriptor: Int32) -> ServiceAnswer {
        let peer = Self.peer(descriptor)
        var request: [UInt8] = []
        for word in [12, Self.versionCommand] { request += Self.bytes(word) }
        for word in [Self.ownVersion.major, Self.ownVersion.minor, 0] {
            request += Self.bytes(UInt32(bitPattern: word))
        }
        let sent = unsafe request.withUnsafeBytes {
            unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == request.count else { return .dropped(unread: true) }
        let deadline = TimeSource.system.monotonic + limit
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64)
        while answer.count < 12 {
            let left = (deadline - TimeSource.system.monotonic) / .milliseconds(1)
            guard left > 0, !interruption.isRequested else { return .silent }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wanted, 1, Int32(min(left.rounded(.up), 50))) > 0 else { continue }
            let count = unsafe block.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            // The kernel says "reset" when bytes were left unread.
            if count < 0 { return .dropped(unread: true) }
            if count == 0 { return .dropped(unread: false) }
            answer += block.prefix(count)
        }
        var reader = ByteReader(answer, in: "version of the service")
        guard let major = Self.word(&reader), let minor = Self.word(&reader), let code = Self.word(&reader) else {
            return .silent
        }
        return .version(major: Int32(bitPattern: major), minor: Int32(bitPattern: minor), code: code, peer: peer)
    }

    private static func peer(_ descriptor: Int32) -> ServiceAnswer.Peer? {
        // struct ucred, which Swift does not import: process, user, group.
        var words: [UInt32] = [0, 0, 0]
        var length = socklen_t(12)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &length) == 0, length == 12,
            let process = words.first
        else { return nil }
        return ServiceAnswer.Peer(process: Int32(bitPattern: process), user: words[1])
    }

    private static func isSocket(_ path: String) -> Bool {
        FileTree.system.lookup(path).status?.kind == .socket
    }

    /// In the order of this machine, as the service reads them.
    private static func bytes(_ word: UInt32) -> [UInt8] { unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }

    private static func word(_ reader: inout ByteReader) -> UInt32? {
        guard let bytes = try? reader.bytes(4) else { return nil }
        var word: UInt32 = 0
        unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.copyBytes(from: bytes) }
        return word
    }
}
