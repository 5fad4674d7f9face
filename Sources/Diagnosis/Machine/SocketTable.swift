import Glibc
import Octets

/// The Unix sockets of this machine as the kernel lists them (sock_diag), to find who is connected to a service.
struct SocketTable {
    /// One socket.
    struct Row: Hashable {
        var inode: UInt32
        /// Inode of the socket at the other end.
        var peer: UInt32?
        /// The path it is bound to.
        var name: String?
        var user: UInt32?
    }

    private(set) var rows: [Row] = []
    /// The kernel said that it had told everything.
    private(set) var isComplete = false

    /// The table of this machine; nil where the kernel does not tell.
    static func system() -> SocketTable? {
        let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 4)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let request = Self.request
        let sent = unsafe request.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
        guard sent == request.count else { return nil }
        var table = SocketTable()
        var block = [UInt8](repeating: 0, count: 65_536)
        while !table.isComplete, table.rows.count < 100_000 {
            let count = unsafe block.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0, table.add(block.prefix(count)) else { return nil }
        }
        return table
    }

    /// Takes one datagram of the kernel's; false when it says that it cannot.
    mutating func add(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while rest.count >= 16 {
            let length = Int(Self.word(rest, at: 0))
            let kind = Self.word(rest, at: 4) & 0xFFFF
            guard length >= 16, length <= rest.count else { return false }
            if kind == Self.done { isComplete = true }
            if kind == Self.error { return false }
            if kind == Self.byFamily { addRow(rest.prefix(length).dropFirst(16)) }
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return true
    }

    // Numbers of linux/netlink.h, linux/sock_diag.h and linux/unix_diag.h.
    private static let error: UInt32 = 2
    private static let done: UInt32 = 3
    private static let byFamily: UInt32 = 20

    private static var request: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ word: UInt32) { bytes += unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
        append(16 + 24)
        // Type, and flags: request, all of them.
        append(byFamily | 0x0301 << 16)
        append(1)
        append(0)
        append(UInt32(AF_UNIX))
        append(.max)
        append(0)
        // Name, peer, user.
        append(0x01 | 0x04 | 0x40)
        append(.max)
        append(.max)
        return bytes
    }

    private mutating func addRow(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 16 else { return }
        var row = Row(inode: Self.word(bytes, at: 4))
        var rest = bytes.dropFirst(16)
        while rest.count >= 4 {
            let head = Self.word(rest, at: 0)
            let (length, kind) = (Int(head & 0xFFFF), head >> 16)
            guard length >= 4, length <= rest.count else { break }
            let value = rest.prefix(length).dropFirst(4)
            switch kind {
            case 0: row.name = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
            case 2 where value.count == 4: row.peer = Self.word(value, at: 0)
            case 7 where value.count == 4: row.user = Self.word(value, at: 0)
            default: break
            }
            rest = rest.dropFirst((length + 3) & ~3)
        }
        rows.append(row)
    }

    /// Four bytes in the order of this machine; callers have checked that they are there.
    private static func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        var word: UInt32 = 0
        let part = bytes.dropFirst(offset).prefix(4)
        unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.copyBytes(from: part) }
        return word
    }

    /// Inodes of the sockets connected to the service at `path`, with the users that have them where that is told.
    func clients(of path: String) -> [(inode: UInt32, user: UInt32?)] {
        let byInode = Dictionary(rows.map { ($0.inode, $0) }, uniquingKeysWith: { first, _ in first })
        return rows.filter { $0.name == path }.compactMap { row in
            row.peer.flatMap { $0 == 0 ? nil : ($0, byInode[$0]?.user) }
        }
    }
}
