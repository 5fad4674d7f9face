import Glibc

/// Reads files whose size is not trusted: never more than the limit, and never from something that could block.
enum BoundedFile {
    /// Most that a file of a document or a certificate may hold; the largest possible data group is smaller.
    static let usualLimit = 16 << 20

    /// The contents of the regular file at `path`. A pipe, device or folder is refused without being read.
    static func read(_ path: String, limit: Int = usualLimit) throws(Failure) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// The same for what somebody wrote on the command line to be read once, a key or a script: a pipe is taken too
    /// (`<(…)` of the shell), as long as somebody writes to it.
    static func readOnce(_ path: String, limit: Int = usualLimit) throws(Failure) -> [UInt8] {
        let descriptor = try opened(path, takesPipe: true)
        defer { close(descriptor) }
        // Opened without waiting, for a pipe that nobody writes to; read with.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// The first `count` bytes of the regular file at `path`, fewer when it is shorter.
    static func beginning(of path: String, count: Int) throws(Failure) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard read >= 0 else { throw failure(path, .last) }
        return Array(bytes.prefix(read))
    }

    private static func opened(_ path: String, takesPipe: Bool = false) throws(Failure) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(path, .last) }
        var isKept = false
        defer { if !isKept { close(descriptor) } }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, .last) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || takesPipe && kind == S_IFIFO else {
            throw Failure(
                .wrongUse, kind: "not-a-file", "\(path) is not a regular file",
                likely: takesPipe ? "it is a folder or a device" : "it is a folder, a pipe or a device",
                remedy: "name a file; standard input is written as -")
        }
        isKept = true
        return descriptor
    }

    /// Everything up to the end of `descriptor`. Throws when that is more than `limit` bytes.
    static func read(descriptor: Int32, name: String, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(name, .last)
            }
            bytes += block.prefix(count)
            guard bytes.count <= limit else {
                throw Failure(
                    .malformedData, kind: "too-large", "\(name) holds more than \(limit) bytes",
                    likely: "it is another file than the one meant",
                    remedy: "name the right one; files of documents and certificates are smaller")
            }
        }
    }

    /// What is there of `descriptor`, at least one byte; nothing at its end.
    static func readSome(descriptor: Int32, name: String) throws(Failure) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return Array(block.prefix(count)) }
            guard errno == EINTR else { throw failure(name, .last) }
        }
    }

    /// Why a file could not be read.
    static func failure(_ path: String, _ error: SystemError) -> Failure {
        guard !path.isEmpty else {
            return .usage(
                "no-such-file", "the name of a file is empty", likely: "a variable of the shell is not set",
                remedy: "name the file")
        }
        let name = TerminalText.isLikeZone(path) ? "the file that was named" : path
        return switch error.code {
        case ENOENT where path.contains("\u{FFFD}"):
            // What is no text does not come through to here.
            Failure(
                .wrongUse, kind: "no-such-file", "\(name) does not exist under this name",
                likely: "the name holds bytes that are no UTF-8", remedy: "give it a name in UTF-8")
        case ENAMETOOLONG:
            Failure(
                .wrongUse, kind: "no-such-file", "what was named is too long for the name of a file",
                likely: "it is the contents of a file, or several names in one", remedy: "name the file")
        case ENOENT, ENOTDIR:
            Failure(
                .wrongUse, kind: "no-such-file", "\(name) does not exist", likely: "the name is misspelled",
                remedy: "check the path")
        case EACCES, EPERM:
            .permission(path, "\(name) may not be read: \(error)")
        default:
            Failure(
                .inputOutput, kind: "file-error", "\(name) cannot be read: \(error)",
                likely: "the disk, or the network that it is on, fails", remedy: "try again, or copy the file elsewhere"
            )
        }
    }
}

extension Failure {
    /// This user may not use the file at `path`; doctor tells which mode on the way to it is in the way.
    static func permission(_ path: String, _ message: String) -> Failure {
        var failure = Failure(
            .permissionRefused, kind: "file-permission", message, remedy: "check its mode and owner")
        // What may be a zone in the wrong place is not handed on.
        if !TerminalText.isLikeZone(path) { failure.concern = .file(path) }
        return failure
    }
}
