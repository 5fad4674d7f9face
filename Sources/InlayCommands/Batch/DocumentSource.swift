import Archives
import LDS
import Octets

/// Where one or more documents of a batch come from.
enum DocumentSource: Sendable {
    /// A folder, a report, a ZIP file.
    case path(String)
    /// A line of standard input, counted from 1.
    case line([UInt8], number: Int, isTooLong: Bool)

    /// What to call it until it is known better.
    var name: String {
        switch self {
        case .path(let path): path
        case .line(_, let number, _): "line \(number)"
        }
    }

    /// Its documents. Throws when there is none.
    func dumps() throws(Failure) -> [DumpFolder] {
        switch self {
        case .path(let path): return try Self.dumps(at: path)
        case .line(let bytes, _, let isTooLong):
            guard !isTooLong else {
                throw Failure(
                    .malformedData, kind: "too-large", "\(name) holds more than \(LineReader.limit) bytes",
                    likely: "it is no document, or its end is missing", remedy: "write one document a line")
            }
            if bytes.first == UInt8(ascii: "{") { return [try Self.object(bytes, name)] }
            if let document = Self.document(bytes) { return try Self.dumps(in: document, name) }
            return try Self.dumps(at: TerminalText.decoded(bytes))
        }
    }

    private static func dumps(at path: String) throws(Failure) -> [DumpFolder] {
        if !Folder.isFolder(path), let archive = try DumpArchive(path) { return try archive.dumps() }
        return [try DumpFolder(path)]
    }

    // MARK: - Documents in a line

    /// A whole document in base64; nil for anything else, such as a path.
    ///
    /// It must spell a ZIP file, or files one behind the other, without rest: no path does that.
    private static func document(_ line: [UInt8]) -> [UInt8]? {
        guard line.count >= 32, line.first != UInt8(ascii: "/"), let bytes = Base64.decode(line) else { return nil }
        return ZIPArchive.isArchive(bytes) || concatenated(bytes) != nil ? bytes : nil
    }

    private static func dumps(in bytes: [UInt8], _ name: String) throws(Failure) -> [DumpFolder] {
        if ZIPArchive.isArchive(bytes) { return try DumpArchive(bytes, named: name).dumps() }
        return [try DumpFolder(named: name, concatenated(bytes) ?? [])]
    }

    /// Files one behind the other, each known by its tag; nil when there is anything else.
    private static func concatenated(_ bytes: [UInt8]) -> [DumpFolder.Item]? {
        var reader = TLVReader(bytes, in: "document")
        var items: [DumpFolder.Item] = []
        while !reader.isAtEnd {
            guard items.count < FileID.allCases.count, let object = try? reader.next(),
                let file = FileID.allCases.first(where: { $0.tag == object.tag })
            else { return nil }
            items.append(.init(name: DumpFolder.name(file), bytes: Array(object.encoded)))
        }
        return items.isEmpty ? nil : items
    }

    /// `{"id": "…", "sod": "base64", "dg1": "base64", …}`.
    private static func object(_ line: [UInt8], _ name: String) throws(Failure) -> DumpFolder {
        let value: JSONValue
        do throws(ParseError) {
            value = try JSONReader.value(line)
        } catch {
            throw malformed("\(name) is no JSON: \(error)")
        }
        var items: [DumpFolder.Item] = []
        var others: [String] = []
        for member in value.members where member.key != "id" {
            guard DumpFolder.meaning(member.key) != nil else {
                others.append(member.key)
                continue
            }
            guard let text = member.value.string, let bytes = Base64.decode(Array(text.utf8)) else {
                throw malformed("\(name): \(member.key) is no base64")
            }
            items.append(.init(name: member.key, bytes: bytes))
        }
        return try DumpFolder(named: value["id"]?.string ?? name, items, others: others)
    }

    private static func malformed(_ message: String) -> Failure {
        Failure(
            .malformedData, kind: "malformed-line", message, likely: "the program that writes the lines has a defect",
            remedy: "each line is a path, base64, or {\"id\": \"…\", \"sod\": \"BASE64\", \"dg1\": \"BASE64\"}")
    }
}
