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

    /// A document of an archive, or why there is none in its folder.
    typealias Document = (name: String, dump: Result<DumpFolder, Failure>)

    /// The documents in it, in the order of its directory; those of one folder are one document. One that cannot be
    /// unpacked keeps none of the others from being judged.
    func documents() -> [Document] {
        var folders: [String] = []
        var items: [String: [DumpFolder.Item]] = [:]
        var others: [String: [String]] = [:]
        var failures: [String: Failure] = [:]
        var sizes: [String: Int] = [:]
        var rest = Self.byteLimit
        for entry in archive.entries where !entry.isFolder {
            let (folder, name) = Self.split(entry.name)
            guard !name.isEmpty, !name.hasPrefix("."), !folder.hasPrefix("__MACOSX") else { continue }
            guard DumpFolder.isOfUse(name) else {
                others[folder, default: []].append(name)
                continue
            }
            if items[folder] == nil { folders.append(folder) }
            items[folder, default: []] += []
            guard failures[folder] == nil else { continue }
            let own = DumpFolder.byteLimit - sizes[folder, default: 0]
            do throws(Failure) {
                let bytes = try contents(of: entry, limit: min(rest, own, BoundedFile.usualLimit), rest)
                rest -= bytes.count
                sizes[folder, default: 0] += bytes.count
                items[folder, default: []].append(.init(name: name, bytes: bytes))
            } catch {
                failures[folder] = error
            }
        }
        if folders.isEmpty { folders = [""] }
        return folders.map { folder in
            let name = folders.count == 1 || folder.isEmpty ? path : "\(path)/\(folder)"
            do throws(Failure) {
                if let failure = failures[folder] { throw failure }
                return (
                    name,
                    .success(try DumpFolder(named: name, items[folder] ?? [], others: others[folder] ?? []))
                )
            } catch {
                return (name, .failure(error))
            }
        }
    }

    /// Every file in it, for dumps that are one file each; hidden ones are left out.
    func files() throws(Failure) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        var rest = Self.byteLimit
        for entry in archive.entries where !entry.isFolder {
            let (folder, name) = Self.split(entry.name)
            guard !name.isEmpty, !name.hasPrefix("."), !folder.hasPrefix("__MACOSX") else { continue }
            let bytes = try contents(of: entry, limit: min(rest, BoundedFile.usualLimit), rest)
            rest -= bytes.count
            files.append((entry.name, bytes))
        }
        return files
    }

    /// `rest` is what may still be unpacked of the whole archive.
    private func contents(of entry: ZIPArchive.Entry, limit: Int, _ rest: Int) throws(Failure) -> [UInt8] {
        do throws(ZIPArchive.Failure) {
            return try archive.contents(of: entry, limit: limit)
        } catch {
            let why: String
            var likely = "it is no file of a document, or was not packed for this"
            var remedy = "unpack it, and name the folder"
            switch error {
            case .encrypted: why = "is encrypted"
            case .unknownMethod(let method): why = "is packed in a way that is not known (\(method))"
            case .tooLarge where rest < min(entry.size, BoundedFile.usualLimit):
                why = "is more than the \(Self.byteLimit >> 20) MiB that are unpacked of one archive"
                likely = "too many documents are in one archive, or files that belong to none"
            case .tooLarge: (why, remedy) = ("unpacks to more than a document may have", "look at what is in it")
            case .damaged: (why, remedy) = ("is damaged", "have it packed again")
            }
            throw Failure(
                .malformedData, kind: "malformed-archive", "\(entry.name) in \(path) \(why)",
                likely: likely, remedy: remedy)
        }
    }

    /// Folder and last component; both kinds of slashes, as some programs write the wrong one.
    private static func split(_ name: String) -> (folder: String, name: String) {
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        return (parts.dropLast().joined(separator: "/"), parts.last.map(String.init) ?? "")
    }
}
