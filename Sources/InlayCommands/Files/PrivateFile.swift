import Glibc

/// Writes files with personal data: readable by their owner only, complete or not there at all (Docs/rules.md 13).
enum PrivateFile {
    /// Writes `bytes` to `path` with mode 0600, beside it first and then renamed.
    ///
    /// An existing file is replaced with `overwriting` only, and a link never followed: the link itself is in the way.
    static func write(_ bytes: [UInt8], to path: String, overwriting: Bool) throws(Failure) {
        let (folder, name) = split(path)
        let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure(path, .last) }
        defer { close(directory) }
        if !overwriting, exists(name, in: directory) { throw inTheWay(path) }
        try checkKind(of: name, in: directory, path)

        let temporary = try stage(bytes, for: name, in: directory, path)
        do throws(Failure) {
            try move(temporary, to: name, in: directory, path: path, overwriting: overwriting)
        } catch {
            _ = unsafe unlinkat(directory, temporary, 0)
            throw error
        }
    }

    /// Writes `bytes` beside `name` under a name that nobody knows, which it returns: whole, or nothing is left.
    static func stage(
        _ bytes: [UInt8], for name: String, in directory: Int32, _ path: String
    ) throws(Failure) -> String {
        let temporary = ".\(name.prefix(100)).\(UInt32.random(in: .min ... .max)).part"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe openat(directory, temporary, flags, 0o600)
        guard descriptor >= 0 else { throw failure(path, .last) }
        var isFinished = false
        defer {
            close(descriptor)
            if !isFinished { _ = unsafe unlinkat(directory, temporary, 0) }
        }
        try put(bytes, descriptor, path)
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(path, .last) }
        isFinished = true
        return temporary
    }

    /// Throws when `path` cannot be written, or is there and not to be overwritten, as far as that can be told before.
    static func checkPlace(_ path: String, overwriting: Bool) throws(Failure) {
        if !overwriting, exists(path) { throw inTheWay(path) }
        let (folder, name) = split(path)
        let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure(path, .last) }
        defer { close(directory) }
        try checkKind(of: name, in: directory, path)
        guard unsafe faccessat(directory, ".", W_OK, 0) == 0 else { throw failure(path, .last) }
    }

    /// Throws when no files can be made in the folder `path`, as far as that can be told before it is made.
    static func checkFolder(_ path: String) throws(Failure) {
        guard try isFolder(path) else {
            let (above, _) = split(path)
            if above != path { try checkFolder(above) }
            return
        }
        guard unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else { throw failure(path, .last) }
    }

    static func checkKind(of name: String, in directory: Int32, _ path: String) throws(Failure) {
        if let kind = kind(of: name, in: directory), kind != S_IFREG, kind != S_IFLNK {
            throw Failure(
                .wrongUse, kind: "not-a-file", "\(path) is no regular file and is not replaced",
                likely: "it is a device, a pipe or a folder", remedy: "name another file")
        }
    }

    /// Makes a folder with mode 0700, with the folders above it; one that is there must be a folder and not a link.
    static func makeFolder(_ path: String) throws(Failure) {
        if try isFolder(path) { return }
        let (above, _) = split(path)
        if above != path, above != ".", above != "/" { try makeFolder(above) }
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        let error = SystemError.last
        // Somebody else may have made it in the meantime.
        guard error.code == EEXIST, try isFolder(path) else { throw failure(path, error) }
    }

    /// False when nothing is there; throws for anything but a folder, also for a link to one.
    static func isFolder(_ path: String) throws(Failure) -> Bool {
        // With a slash behind it, a link would be followed.
        guard let kind = kind(of: trimmed(path), in: AT_FDCWD) else { return false }
        guard kind == S_IFDIR else {
            throw Failure(
                .wrongUse, kind: "not-a-folder", "\(path) is \(kind == S_IFLNK ? "a link" : "not a folder")",
                likely: kind == S_IFLNK ? "links are not followed, so that nobody can lead files elsewhere" : "",
                remedy: "name a folder that is new or empty")
        }
        return true
    }

    /// `text` as a name that stays in its folder and can be typed: letters, digits, dot, dash and underscore.
    static func name(_ text: String) -> String {
        let safe = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": scalar
                    default: "_"
                    }
                }))
        let visible = safe.drop { $0 == "." || $0 == "-" }
        return visible.isEmpty ? "file" : String(visible.prefix(120))
    }

    /// Removes a regular file; anything else stays.
    static func remove(_ name: String, in directory: Int32) {
        guard kind(of: name, in: directory) == S_IFREG else { return }
        _ = unsafe unlinkat(directory, name, 0)
    }

    /// True when something is there, also a link that leads nowhere.
    static func exists(_ path: String) -> Bool { exists(path, in: AT_FDCWD) }

    /// The kind of what has this name; nil when nothing has it.
    private static func kind(of name: String, in directory: Int32) -> mode_t? {
        var status = stat()
        guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    static func exists(_ name: String, in directory: Int32) -> Bool {
        var status = stat()
        return unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    private static func put(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw failure(path, .last)
            }
        }
    }

    /// A link fails where the name is taken; a rename would replace what came there in the meantime.
    static func move(
        _ temporary: String, to name: String, in directory: Int32, path: String, overwriting: Bool
    ) throws(Failure) {
        if overwriting {
            guard unsafe renameat(directory, temporary, directory, name) == 0 else { throw failure(path, .last) }
            return
        }
        if unsafe linkat(directory, temporary, directory, name, 0) == 0 {
            _ = unsafe unlinkat(directory, temporary, 0)
            return
        }
        guard errno != EEXIST else { throw inTheWay(path) }
        // File systems without hard links (FAT): the name was free a moment ago.
        guard !exists(name, in: directory), unsafe renameat(directory, temporary, directory, name) == 0 else {
            throw failure(path, .last)
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let trimmed = trimmed(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return (".", trimmed) }
        let folder = slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
        return (folder, String(trimmed[trimmed.index(after: slash)...]))
    }

    /// Without slashes at its end.
    static func trimmed(_ path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed = trimmed.dropLast() }
        return String(trimmed)
    }

    /// Why a file is not written.
    static func inTheWay(_ path: String) -> Failure {
        Failure(
            .wrongUse, kind: "file-exists", "\(path) exists and is not overwritten",
            remedy: "name another file, or add --force")
    }

    static func failure(_ path: String, _ error: SystemError) -> Failure {
        switch error.code {
        case EACCES, EPERM, EROFS:
            .permission(path, "\(path) may not be written: \(error)")
        case ENOENT, ENOTDIR, ENAMETOOLONG:
            Failure(
                .wrongUse, kind: "no-such-folder", "\(path) cannot be written: \(error)",
                likely: "its folder does not exist, or takes no files", remedy: "name a place in a folder of yours")
        case ELOOP, EISDIR, ENXIO, ENODEV, EINVAL:
            Failure(
                .inputOutput, kind: "file-error", "\(path) cannot be written: \(error)",
                likely: "a link, a folder or a device lies there", remedy: "take it away, or name another place")
        default:
            Failure(
                .inputOutput, kind: "file-error", "\(path) cannot be written: \(error)",
                likely: "the disk is full, or fails", remedy: "make room, or name another place")
        }
    }
}
