import Archives
import Octets

/// A ZIP file with the raw files of one document, or of several, each in a folder of its own.
///
/// It comes from anywhere, so nothing of it is written to disk, its names are only compared, and what it unpacks to is
/// bounded however small it is.
struct DumpArchive {
    private let path: String
    private let archive: ZIPArchive

    /// Most bytes of the ZIP file itself.
    private static let packedLimit = 64 << 20
    /// Most bytes that are unpacked from it.
    private static let byteLimit = 256 << 20

    /// How a ZIP file without entries begins: with the end of its directory.
    private static let emptyBeginning: [UInt8] = [0x50, 0x4B, 5, 6]

    /// Nil when the file at `path` is no ZIP file. Throws when it cannot be read, or is a damaged one.
    init?(_ path: String) throws(Failure) {
        let beginning = try BoundedFile.beginning(of: path, count: 4)
        guard beginning != Self.emptyBeginning else {
            throw Failure(
                .malformedData, kind: "no-document", "\(path) is a ZIP file with nothing in it",
                likely: "what packed it found no files", remedy: "have it packed again")
        }
        guard ZIPArchive.isArchive(beginning) else { return nil }
        try self.init(try BoundedFile.read(path, limit: Self.packedLimit), named: path)
    }

    /// An archive in memory.
    init(_ bytes: [UInt8], named path: String) throws(Failure) {
        self.path = path
        do throws(ParseError) {
            archive = try ZIPArchive(parsing: bytes)
        } catch {
            throw Failure(
                .malformedData, kind: "malformed-archive", "\(path) is a damaged ZIP file: \(error.reason)",
                likely: "its end is missing, or it was changed on its way",
                remedy: "have it packed or copied again")
        }
    }

    /// The documents in it, in the order of its directory; those of one folder are one document.
    func dumps() throws(Failure) -> [DumpFolder] {
        var folders: [String] = []
        var items: [String: [DumpFolder.Item]] = [:]
        var others: [String: [String]] = [:]
        var rest = Self.byteLimit
        for entry in archive.entries where !entry.isFolder {
            let (folder, name) = Self.split(entry.name)
            guard !name.isEmpty, !name.hasPrefix("."), !folder.hasPrefix("__MACOSX") else { continue }
            guard DumpFolder.isOfUse(name) else {
                others[folder, default: []].append(name)
                continue
            }
            let bytes = try contents(of: entry, limit: min(rest, BoundedFile.usualLimit))
            rest -= bytes.count
            if items[folder] == nil { folders.append(folder) }
            items[folder, default: []].append(.init(name: name, bytes: bytes))
        }
        guard let first = folders.first else { return [try DumpFolder(named: path, [], others: others[""] ?? [])] }
        if folders.count == 1 {
            return [try DumpFolder(named: path, items[first] ?? [], others: others[first] ?? [])]
        }
        var dumps: [DumpFolder] = []
        for folder in folders {
            let name = folder.isEmpty ? path : "\(path)/\(folder)"
            dumps.append(try DumpFolder(named: name, items[folder] ?? [], others: others[folder] ?? []))
        }
        return dumps
    }

    /// Every file in it, for dumps that are one file each; hidden ones are left out.
    func files() throws(Failure) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        var rest = Self.byteLimit
        for entry in archive.entries where !entry.isFolder {
            let (folder, name) = Self.split(entry.name)
            guard !name.isEmpty, !name.hasPrefix("."), !folder.hasPrefix("__MACOSX") else { continue }
            let bytes = try contents(of: entry, limit: min(rest, BoundedFile.usualLimit))
            rest -= bytes.count
            files.append((entry.name, bytes))
        }
        return files
    }

    private func contents(of entry: ZIPArchive.Entry, limit: Int) throws(Failure) -> [UInt8] {
        do throws(ZIPArchive.Failure) {
            return try archive.contents(of: entry, limit: limit)
        } catch {
            let why: String
            var remedy = "unpack it, and name the folder"
            switch error {
            case .encrypted: why = "is encrypted"
            case .unknownMethod(let method): why = "is packed in a way that is not known (\(method))"
            case .tooLarge where limit < BoundedFile.usualLimit:
                why = "is more than the \(Self.byteLimit >> 20) MiB that are unpacked of one archive"
            case .tooLarge: (why, remedy) = ("unpacks to more than a document may have", "look at what is in it")
            case .damaged: (why, remedy) = ("is damaged", "have it packed again")
            }
            throw Failure(
                .malformedData, kind: "malformed-archive", "\(entry.name) in \(path) \(why)",
                likely: "it is no file of a document, or was not packed for this", remedy: remedy)
        }
    }

    /// Folder and last component; both kinds of slashes, as some programs write the wrong one.
    private static func split(_ name: String) -> (folder: String, name: String) {
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        return (parts.dropLast().joined(separator: "/"), parts.last.map(String.init) ?? "")
    }
}
