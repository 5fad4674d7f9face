import LDS
import Octets

/// The raw files of one document, saved by us or by another tool: a folder, a ZIP file, or bytes that a filter was given.
struct DumpFolder: Sendable {
    /// A file with its name, which decides what it is taken for and is never used as a path.
    struct Item: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    let path: String
    /// The files of the document.
    private(set) var files = LDSFiles()
    /// Which file each came from.
    private(set) var origins: [FileID: String] = [:]
    /// Names that say nothing about what is in them.
    private(set) var unknown: [String] = []
    /// Files with several candidates whose contents differ; none of them is taken.
    private(set) var ambiguous: [FileID: [String]] = [:]
    /// Files that do not begin as their name says.
    private(set) var mismatches: [String] = []
    /// Links that lead nowhere.
    private(set) var dangling: [String] = []
    /// What the chip did when it was read, where that was saved too.
    private(set) var evidence: ChipEvidence?
    /// There is such a file, and it cannot be used.
    private(set) var hasUnusableEvidence = false

    /// Most bytes that the files of one document may have together.
    static let byteLimit = 64 << 20

    /// The name under which we save `file`.
    static func name(_ file: FileID) -> String {
        PrivateFile.name(file.name.split(separator: "/").joined(separator: "-")) + ".bin"
    }

    /// Reads `path`: the folder, the report inside of it, or a ZIP file with one document. Throws when there is not one
    /// file of a document.
    init(_ path: String) throws(Failure) {
        if !Folder.isFolder(path), let archive = try DumpArchive(path) {
            let documents = archive.documents()
            guard documents.count == 1, let only = documents.first else {
                throw Failure(
                    .malformedData, kind: "several-documents", "\(path) holds \(documents.count) documents",
                    likely: "each of them is in a folder of its own",
                    remedy: "inlay passport verify \(path) takes them all")
            }
            self = try only.dump.get()
            return
        }
        let folder = Folder.isFolder(path) ? path : try Self.folder(of: path)
        var items: [Item] = []
        var names: [String] = []
        var rest = Self.byteLimit
        var hasFolders = false
        var dangling: [String] = []
        for name in try Folder.names(folder) {
            if Folder.isFolder("\(folder)/\(name)") {
                hasFolders = true
            } else if !Self.isOfUse(name) {
                names.append(name)
            } else if Folder.isDanglingLink("\(folder)/\(name)") {
                dangling.append(name)
            } else {
                let bytes = try BoundedFile.read("\(folder)/\(name)", limit: min(rest, BoundedFile.usualLimit))
                rest -= bytes.count
                items.append(Item(name: name, bytes: bytes))
            }
        }
        try self.init(named: folder, items, others: names, hasFolders: hasFolders)
        self.dangling = dangling
    }

    /// Puts a document together from `items`; `others` are names without a meaning.
    init(named path: String, _ items: [Item], others: [String] = [], hasFolders: Bool = false) throws(Failure) {
        self.path = path
        unknown = others.filter { !Self.isOurs($0) }
        var candidates: [FileID: [Item]] = [:]
        for item in items {
            if item.name == EvidenceFile.name {
                evidence = EvidenceFile.evidence(item.bytes)
                hasUnusableEvidence = evidence == nil
            } else if let meant = Self.meaning(item.name) {
                candidates[Self.settled(meant, item.bytes), default: []].append(item)
            } else if !Self.isOurs(item.name) {
                unknown.append(item.name)
            }
        }
        choose(among: candidates)
        guard !files.isEmpty || !ambiguous.isEmpty else {
            throw Failure(
                .malformedData, kind: "no-document", "\(path) holds no file of a document",
                likely: hasFolders
                    ? "the documents are in the folders inside of it"
                    : "the files have other names than EF.DG1.bin, DG1.bin, EF_DG1.bin, Datagroup1.bin or ef0101.bin",
                remedy: hasFolders
                    ? "name those: \(path.hasSuffix("/") ? path : path + "/")*/"
                    : "name the folder that holds EF.SOD and the data groups")
        }
    }

    /// Takes files that are named one by one, whatever their names say: what is in them decides. Throws for one that is
    /// no file of a document.
    init(files paths: [String]) throws(Failure) {
        path = paths.first ?? "."
        var candidates: [FileID: [Item]] = [:]
        for path in paths {
            let bytes = try BoundedFile.read(path)
            let name = String(path.split(separator: "/").last ?? "")
            guard let file = Self.file(bytes, named: name) else {
                throw Failure(
                    .malformedData, kind: "no-file-of-a-document", "\(path) is no file of a document",
                    likely: "it begins with none of their tags, and its name is none of theirs",
                    remedy: "inlay decode tlv shows what is in it")
            }
            candidates[file, default: []].append(Item(name: name, bytes: bytes))
        }
        choose(among: candidates)
    }

    /// Takes each file that is there once, or several times with the same contents.
    private mutating func choose(among candidates: [FileID: [Item]]) {
        for (file, found) in candidates {
            guard let first = found.first else { continue }
            guard found.allSatisfy({ $0.bytes == first.bytes }) else {
                ambiguous[file] = found.map(\.name)
                continue
            }
            files[file] = first.bytes
            origins[file] = first.name
            if let tag = file.tag, !first.bytes.starts(with: tag.bytes) { mismatches.append(first.name) }
        }
        mismatches.sort()
    }

    /// Leaves out all but some files; nil keeps all.
    mutating func keep(_ wanted: Set<FileID>?) {
        guard let wanted else { return }
        for id in files.ids where !wanted.contains(id) { files[id] = nil }
    }

    /// What to tell about the folder besides its files.
    var notes: [String] { remarks.map(\.text) }

    /// The same, with words for redacted reports: names that mean a file of a document tell nothing about a person, all
    /// others may.
    var remarks: [PassportReport.Remark] {
        var remarks: [PassportReport.Remark] = []
        for (file, names) in ambiguous.sorted(by: { $0.key < $1.key }) {
            remarks.append(.init("\(file.name) is left out: \(names.joined(separator: " and ")) differ"))
        }
        remarks += mismatches.map { .init("\($0) does not begin as its name says") }
        remarks += dangling.map { .init("\($0) is a link that leads nowhere") }
        if hasUnusableEvidence { remarks.append(.init("\(EvidenceFile.name) cannot be used")) }
        if !unknown.isEmpty {
            remarks.append(
                .init(
                    "not recognised: \(unknown.joined(separator: ", "))",
                    redacted: "not recognised: \(Count.of(unknown.count, "file"))"))
        }
        return remarks
    }

    private static func folder(of path: String) throws(Failure) -> String {
        // Reading a byte tells a name that does not exist from one that is something else.
        _ = try BoundedFile.read(path)
        guard path.lowercased().hasSuffix(".json") else {
            throw .usage(
                "not-a-folder", "\(path) is neither a folder nor a ZIP file", likely: "one file alone cannot be judged",
                remedy: "name the folder that holds it")
        }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Files that we put beside the raw ones, and images that other tools extract.
    private static func isOurs(_ name: String) -> Bool {
        let lower = name.lowercased()
        return [".json", ".jpg", ".jpeg", ".jp2", ".j2k", ".png", ".html", ".txt"].contains { lower.hasSuffix($0) }
    }

    // MARK: - Names

    /// Whether a file of this name is looked into.
    static func isOfUse(_ name: String) -> Bool { meaning(name) != nil || name == EvidenceFile.name }

    /// What a name means; nil when nothing. Letters and digits decide, in any case, without the ending.
    static func meaning(_ name: String) -> FileID? {
        guard !isOurs(name) else { return nil }
        var stem = name.lowercased()[...]
        for ending in [".bin", ".der", ".dat", ".raw", ".ef"] where stem.hasSuffix(ending) && stem.count > ending.count
        {
            stem = stem.dropLast(ending.count)
            break
        }
        var key = String(stem.filter { $0.isLetter || $0.isNumber })
        if let known = byKey[key] { return known }
        if key.hasPrefix("ef") { key = String(key.dropFirst(2)) }
        return byKey[key]
    }

    private static let byKey: [String: FileID] = {
        var keys: [String: FileID] = [
            "com": .com, "011e": .com, "sod": .sod, "011d": .sod,
            "cardaccess": .cardAccess, "011c": .cardAccess, "cardsecurity": .cardSecurity, "atrinfo": .atrInfo,
            "atr": .atrInfo, "2f01": .atrInfo, "dir": .directory, "2f00": .directory, "cvca": .cvca,
        ]
        for number in 1...16 {
            guard let file = FileID(dataGroupNumber: number) else { continue }
            let digits = number < 10 ? ["\(number)", "0\(number)"] : ["\(number)"]
            for digits in digits {
                keys["dg\(digits)"] = file
                keys["datagroup\(digits)"] = file
            }
            keys["01" + (number < 16 ? "0" : "") + String(number, radix: 16)] = file
        }
        return keys
    }()

    /// What a file is whose name may be anything: what the name says when the first bytes agree, else what they say.
    private static func file(_ bytes: [UInt8], named name: String) -> FileID? {
        let meant = meaning(name).map { settled($0, bytes) }
        if let meant, meant.tag.map({ bytes.starts(with: $0.bytes) }) ?? true { return meant }
        var reader = ByteReader(bytes, in: name)
        switch try? reader.tag() {
        case .set?: return .cardAccess
        case .sequence?: return .cardSecurity
        case let tag?: return FileID(tag: tag) ?? meant
        case nil: return meant
        }
    }

    /// Numbers mean one file in the master file and another in the application; the first byte tells which.
    private static func settled(_ meant: FileID, _ bytes: [UInt8]) -> FileID {
        switch (meant, bytes.first) {
        case (.sod, 0x30): .cardSecurity
        case (.cardAccess, 0x42): .cvca
        default: meant
        }
    }
}
