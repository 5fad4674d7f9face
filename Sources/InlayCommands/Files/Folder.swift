import Glibc

/// Lists folders.
enum Folder {
    /// Most entries that are looked at; a document or a set of certificates has far fewer.
    static let limit = 20_000

    /// Names in the folder, sorted, without those that begin with a dot. Throws when it is no folder, or holds more than
    /// `limit` entries.
    static func names(_ path: String, limit: Int = limit) throws(Failure) -> [String] {
        guard let folder = unsafe opendir(path) else { throw BoundedFile.failure(path, .last) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            guard names.count < limit else {
                throw Failure(
                    .malformedData, kind: "too-large", "\(path) holds more than \(limit) files",
                    likely: "it is another folder than the one meant",
                    remedy: "name the folders inside of it one by one")
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Paths that begin with `typed`, in order, for whoever types one; folders end in a slash.
    static func completions(_ typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let names = (try? names(folder.isEmpty ? "." : folder)) ?? []
        return names.map { folder + $0 }.filter { $0.hasPrefix(typed) }.map { isFolder($0) ? $0 + "/" : $0 }
    }

    /// True when something is at `path`, links followed, or when only permission keeps that from being known.
    static func isAnything(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 || errno == EACCES || errno == EPERM
    }

    /// True when a link is at `path` whose target does not exist.
    static func isDanglingLink(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }
        return unsafe stat(path, &status) != 0 && errno == ENOENT
    }

    /// True when `path` is a folder, links followed.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// True when `path` is a link itself.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// True when something is at `path`, links followed.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0
    }
}
