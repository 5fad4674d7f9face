import Glibc

/// A folder of its owner's, opened once, into which several files come together or not at all (Docs/rules.md 13).
final class PrivateFolder {
    private let path: String
    private let descriptor: Int32
    /// It was not there before.
    private let isNew: Bool

    /// Makes the folder where it is missing, and holds on to it: what its name stands for later does not matter. A link is
    /// not followed.
    init(_ path: String) throws(Failure) {
        self.path = PrivateFile.trimmed(path)
        isNew = try !PrivateFile.isFolder(path)
        try PrivateFile.makeFolder(path)
        descriptor = unsafe open(self.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFile.failure(path, .last) }
    }

    deinit { close(descriptor) }

    /// Throws when `path` is something else than a folder, or holds one of `names` and nothing may be overwritten.
    static func check(_ path: String, for names: [String], overwriting: Bool) throws(Failure) {
        guard try PrivateFile.isFolder(path), !overwriting else { return }
        for name in names where PrivateFile.exists("\(path)/\(name)") { throw PrivateFile.inTheWay("\(path)/\(name)") }
    }

    /// Writes all of `files` and takes away those of `obsolete` that are regular files.
    ///
    /// Everything is on the disk under other names before the first one gets its own, so a full disk changes nothing.
    func write(
        _ files: [(name: String, bytes: [UInt8])], removing obsolete: [String] = [], overwriting: Bool
    ) throws(Failure) {
        var staged: [(name: String, temporary: String)] = []
        var moved: [String] = []
        do throws(Failure) {
            for file in files {
                if !overwriting, PrivateFile.exists(file.name, in: descriptor) {
                    throw PrivateFile.inTheWay(at(file.name))
                }
                try PrivateFile.checkKind(of: file.name, in: descriptor, at(file.name))
                let temporary = try PrivateFile.stage(file.bytes, for: file.name, in: descriptor, at(file.name))
                staged.append((file.name, temporary))
            }
            for file in staged {
                try PrivateFile.move(
                    file.temporary, to: file.name, in: descriptor, path: at(file.name), overwriting: overwriting)
                moved.append(file.name)
            }
        } catch {
            for file in staged where !moved.contains(file.name) { _ = unsafe unlinkat(descriptor, file.temporary, 0) }
            // Without permission to overwrite, what has its name by now is ours.
            if !overwriting { for name in moved { _ = unsafe unlinkat(descriptor, name, 0) } }
            if isNew { _ = unsafe rmdir(path) }
            throw error
        }
        for name in obsolete where !files.contains(where: { $0.name == name }) {
            PrivateFile.remove(name, in: descriptor)
        }
        _ = fsync(descriptor)
    }

    private func at(_ name: String) -> String { "\(path)/\(name)" }
}
