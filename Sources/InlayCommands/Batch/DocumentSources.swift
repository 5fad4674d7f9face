/// The documents that a command line names, one after the other; never all of them in memory.
struct DocumentSources {
    private var paths: ArraySlice<String>
    private var folder: (path: String, names: ArraySlice<String>)?
    private var lines: LineReader?
    private var lineNumber = 0
    private var pathNumber = 0
    private let input: Input
    /// How many there are, when that is known before.
    let total: Int?

    /// Most documents in one folder.
    private static let folderLimit = 1_000_000

    init(_ paths: [String], _ input: Input) throws(Failure) {
        self.paths = paths[...]
        self.input = input
        var total = 0
        for path in paths where path != "-" {
            total += try Self.documents(in: path)?.count ?? 1
        }
        self.total = paths.contains("-") ? nil : total
    }

    /// True when these paths are one document; what is told about it may be longer.
    static func isOne(_ paths: [String]) throws(Failure) -> Bool {
        guard paths.count == 1, let path = paths.first, path != "-" else { return false }
        return try documents(in: path) == nil
    }

    /// The next one; nil behind the last.
    mutating func next() throws(Failure) -> DocumentSource? {
        while true {
            if var open = folder {
                if let name = open.names.popFirst() {
                    folder = open
                    return numbered("\(open.path)/\(name)")
                }
                folder = nil
            }
            if lines != nil {
                if let line = try lines?.next() {
                    lineNumber += 1
                    return .line(line.bytes, number: lineNumber, isTooLong: line.isTooLong)
                }
                lines = nil
            }
            guard let path = paths.popFirst() else { return nil }
            if path == "-" {
                lines = LineReader(input)
            } else if let names = try Self.documents(in: path) {
                folder = (path, names[...])
            } else {
                return numbered(path)
            }
        }
    }

    private mutating func numbered(_ path: String) -> DocumentSource {
        pathNumber += 1
        return .path(path, number: pathNumber)
    }

    /// Names of the documents in a folder that holds nothing else: folders and ZIP files, and no file of a document of its
    /// own. Nil for anything else.
    private static func documents(in path: String) throws(Failure) -> [String]? {
        guard Folder.isFolder(path) else { return nil }
        let names = try Folder.names(path, limit: folderLimit)
        guard !names.contains(where: { DumpFolder.meaning($0) != nil && !Folder.isFolder("\(path)/\($0)") }) else {
            return nil
        }
        let documents = names.filter { $0.lowercased().hasSuffix(".zip") || Folder.isFolder("\(path)/\($0)") }
        return documents.isEmpty ? nil : documents
    }
}
