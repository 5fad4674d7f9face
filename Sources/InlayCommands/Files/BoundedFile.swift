import Glibc
import InlaySeams

/// Reads files whose size is not trusted: never more than the limit, and never from something that could block.
enum BoundedFile {
    /// Most that a file of a document or a certificate may hold; the largest possible data group is smaller.
    static let usualLimit = 16 << 20

    /// The contents of the regular file at `path`. A pipe, device or folder is refused without being read.
    static func read(_ path: String, limit: Int = usualLimit) throws(Failure) -> [UInt8] {
        let descriptor = try opened(path).descriptor
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// How long a pipe is waited for.
    struct Patience {
        /// Until somebody opens it to write to it.
        var writer = Duration.seconds(10)
        /// Until the next byte comes from whoever did.
        var byte = Duration.seconds(30)
    }

    /// The same for what somebody wrote on the command line to be read once, a key or a script: a pipe is taken too
    /// (`<(…)` of the shell, or a name that somebody is about to write to), and waited for within `patience`.
    static func readOnce(
        _ path: String, limit: Int = usualLimit, within patience: Patience = Patience(),
        unless interruption: Interruption = .never
    ) throws(Failure) -> [UInt8] {
        let (descriptor, isPipe) = try opened(path, takesPipe: true)
        defer { close(descriptor) }
        guard isPipe else { return try read(descriptor: descriptor, name: path, limit: limit) }
        return try readPipe(descriptor, shownName(path), limit, patience, interruption)
    }

    /// Opened without waiting, a pipe is at its end at once as long as nobody has written to it: that is no contents.
    private static func readPipe(
        _ descriptor: Int32, _ name: String, _ limit: Int, _ patience: Patience, _ interruption: Interruption
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        // What the shell made has its writer from the start.
        var hasWriter = isNameless(descriptor)
        var waited = Duration.zero
        while true {
            guard !interruption.isRequested else { throw Failure(.interrupted, kind: "interrupted", "interrupted") }
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            let error = SystemError.last
            if count > 0 {
                bytes += block.prefix(count)
                guard bytes.count <= limit else { throw tooLarge(name, limit) }
                (hasWriter, waited) = (true, .zero)
                continue
            }
            if count == 0, hasWriter { return bytes }
            if count < 0 {
                guard error.code == EAGAIN || error.code == EINTR else { throw failure(name, error) }
                if error.code == EAGAIN, !hasWriter { (hasWriter, waited) = (true, .zero) }
            }
            guard waited < (hasWriter ? patience.byte : patience.writer) else {
                throw hasWriter ? silent(name) : unwritten(name)
            }
            let step = Duration.milliseconds(100)
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            switch unsafe poll(&event, 1, 100) {
            case 0: waited += step
            // Whoever wrote has gone; what is left in the pipe is read yet.
            case 1 where event.revents & Int16(POLLHUP) != 0: hasWriter = true
            default: break
            }
        }
    }

    /// A pipe without a name in a folder: nobody can open it who has not got it already.
    private static func isNameless(_ descriptor: Int32) -> Bool {
        var name = [CChar](repeating: 0, count: 5)
        return unsafe readlink("/proc/self/fd/\(descriptor)", &name, name.count) == name.count
            && name.elementsEqual("pipe:".utf8.map(CChar.init(bitPattern:)))
    }

    private static func unwritten(_ name: String) -> Failure {
        Failure(
            .wrongUse, kind: "pipe-without-writer", "\(name) is a pipe that nobody writes to",
            likely: "the program that should write to it was not started, or has ended already",
            remedy: "start it first or at the same time, or name a file")
    }

    private static func silent(_ name: String) -> Failure {
        Failure(
            .wrongUse, kind: "silent-pipe", "nothing comes out of the pipe \(name), and it is not closed",
            likely: "the program that writes to it waits for something itself, or keeps it open after its last byte",
            remedy: "let it write and end, or name a file")
    }

    private static func tooLarge(_ name: String, _ limit: Int) -> Failure {
        Failure(
            .malformedData, kind: "too-large", "\(name) holds more than \(limit) bytes",
            likely: "it is another file than the one meant",
            remedy: "name the right one; files of documents and certificates are smaller")
    }

    /// A zone in the place of a name is told to nobody.
    private static func shownName(_ path: String) -> String {
        TerminalText.isLikeZone(path) ? "the file that was named" : path
    }

    /// The first `count` bytes of the regular file at `path`, fewer when it is shorter.
    static func beginning(of path: String, count: Int) throws(Failure) -> [UInt8] {
        let descriptor = try opened(path).descriptor
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard read >= 0 else { throw failure(path, .last) }
        return Array(bytes.prefix(read))
    }

    private static func opened(
        _ path: String, takesPipe: Bool = false
    ) throws(Failure) -> (descriptor: Int32, isPipe: Bool) {
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
        return (descriptor, kind == S_IFIFO)
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
            guard bytes.count <= limit else { throw tooLarge(name, limit) }
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
        let name = shownName(path)
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
