import CMachine
import Glibc

/// Files below a root: the machine's own, or a small tree that a test made. Only ever read.
public struct FileTree: Sendable {
    /// The machine's own files.
    public static let system = FileTree(root: "")

    /// What stands before every path; empty for the machine's own files.
    private let root: String
    /// The system's answer whether this user may use a path so (`R_OK`, `W_OK`, `X_OK`): 0, or an error.
    private let access: @Sendable (_ path: String, _ use: Int32) -> Int32

    /// What is found at a path.
    enum Lookup: Hashable, Sendable {
        /// Nothing is there.
        case missing
        /// This user may not look.
        case denied
        case found(FileStatus)

        /// The status, where there is one.
        var status: FileStatus? { if case .found(let status) = self { status } else { nil } }
    }

    /// Files below `root`, a folder without a slash at its end.
    public init(root: String) {
        self.init(root: root) { path, use in unsafe Glibc.access(path, use) == 0 ? 0 : errno }
    }

    /// The same, with rights of its own: for root nothing is ever refused.
    package init(root: String, access: @escaping @Sendable (_ path: String, _ use: Int32) -> Int32) {
        self.root = root
        self.access = access
    }

    /// Where a path is for the system.
    func location(_ path: String) -> String { root + path }

    /// At most `limit` bytes from the beginning of a regular file; nil when there is none that can be read.
    func bytes(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
        // Opened without waiting: a pipe in its place must not hold anybody up.
        let descriptor = unsafe open(location(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += block.prefix(min(count, limit - bytes.count))
        }
        return bytes
    }

    /// A file as text, without white space around it.
    func text(_ path: String, limit: Int = 1 << 20) -> String? {
        bytes(path, limit: limit).map { bytes in
            let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
            let body = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
            return String(decoding: Array(body), as: UTF8.self)
        }
    }

    /// The lines of a file; none when it cannot be read.
    func lines(_ path: String, limit: Int = 1 << 20) -> [Substring] {
        text(path, limit: limit)?.split(separator: "\n") ?? []
    }

    /// Names in a folder, sorted; none when it cannot be read.
    func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(location(path)) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < 20_000, let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// What is at a path, links followed.
    func lookup(_ path: String) -> Lookup {
        var status = stat()
        guard unsafe stat(location(path), &status) == 0 else { return errno == EACCES ? .denied : .missing }
        return .found(FileStatus(status))
    }

    /// True when something is there, links followed.
    func exists(_ path: String) -> Bool { lookup(path).status != nil }

    /// Where a symbolic link points; nil when it is none.
    func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(location(path), &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// True when this user may write there, which a socket asks for too.
    func isWritable(_ path: String) -> Bool { refusal(path, W_OK) == nil }

    /// The error of a use (`R_OK`, `W_OK`, `X_OK`) that this user may not make of it; nil when there is none.
    func refusal(_ path: String, _ use: Int32) -> Int32? {
        let error = access(location(path), use)
        return error == 0 ? nil : error
    }

    /// The extended attribute `name`; nil when there is none.
    func attribute(_ name: String, of path: String) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe getxattr(location(path), name, &buffer, buffer.count)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }
}
