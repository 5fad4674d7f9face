import Glibc

/// What `stat` says about a file, as far as it matters here.
struct FileStatus: Hashable, Sendable {
    /// What a file is.
    enum Kind: String, Hashable, Sendable {
        case regular = "a plain file"
        case folder = "a folder"
        case socket = "a socket"
        case pipe = "a pipe"
        case device = "a device"
        case other = "something else"
    }

    let kind: Kind
    /// The twelve bits of its mode.
    let mode: UInt32
    let owner: UInt32
    let group: UInt32

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFSOCK: kind = .socket
        case S_IFIFO: kind = .pipe
        case S_IFCHR, S_IFBLK: kind = .device
        default: kind = .other
        }
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
    }

    /// `0644`.
    var octalMode: String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
