import Archives
import LDS
import Octets

/// Where one or more documents of a batch come from.
enum DocumentSource: Sendable {
    /// A folder, a report, a ZIP file; paths are counted from 1.
    case path(String, number: Int)
    /// A line of standard input, counted from 1.
    case line([UInt8], number: Int, isTooLong: Bool)

    /// What to call it until it is known better.
    var name: String {
        switch self {
        case .path(let path, _): path
        case .line: alias
        }
    }

    /// What to call it where no name may be told: folders of dumps bear names and numbers of people.
    var alias: String {
        switch self {
        case .path(_, let number): "document \(number)"
        case .line(_, let number, _): "line \(number)"
        }
    }

    /// Its documents, or why one of several cannot be used. Throws when there is none.
    func documents() throws(Failure) -> [DumpArchive.Document] {
        switch self {
        case .path(let path, _): return try Self.documents(at: path)
        case .line(let bytes, _, let isTooLong):
            guard !isTooLong else {
                throw Failure(
                    .malformedData, kind: "too-large", "\(name) holds more than \(LineReader.limit) bytes",
                    likely: "it is no document, or its end is missing", remedy: "write one document a line")
            }
            // Each line has its result, so that whoever counts keeps step.
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
                throw Self.malformed("\(name) is empty", likely: "what writes the lines had nothing to say, or failed")
            }
            if bytes.first == UInt8(ascii: "{") { return [Self.one(try Self.object(bytes, name))] }
            if let document = Self.document(bytes) { return try Self.documents(in: document, name) }
            // What is neither may be a damaged document, and is never repeated.
            guard let path = try Self.path(bytes, name), Folder.isAnything(path) else {
                throw Self.malformed(
                    "\(name) is neither a path that exists nor a whole document in base64",
                    likely: "it was cut off or changed on its way, or the name is misspelled")
            }
            return try Self.documents(at: path)
        }
    }

    /// A line as a path; nil when it can be none.
    private static func path(_ line: [UInt8], _ name: String) throws(Failure) -> String? {
        // The system would take what stands before a zero for the whole name.
        guard line.count < 4096, !line.contains(0) else { return nil }
        guard let path = String(validating: line, as: UTF8.self) else {
            throw Failure(
                .malformedData, kind: "malformed-line", "\(name) holds bytes that are no UTF-8",
                likely: "the folder got its name under another character set",
                remedy: "give the folder a name in UTF-8, or write the document in base64")
        }
        return path
    }

    private static func documents(at path: String) throws(Failure) -> [DumpArchive.Document] {
        if !Folder.isFolder(path), let archive = try DumpArchive(path) { return archive.documents() }
        return [one(try DumpFolder(path))]
    }

    private static func one(_ dump: DumpFolder) -> DumpArchive.Document { (dump.path, .success(dump)) }

    // MARK: - Documents in a line

    /// A whole document in base64; nil for anything else, such as a path.
    ///
    /// It must spell a ZIP file, or files one behind the other, without rest: no path does that.
    private static func document(_ line: [UInt8]) -> [UInt8]? {
        guard line.count >= 32, line.first != UInt8(ascii: "/"), let bytes = Base64.decode(line) else { return nil }
        return ZIPArchive.isArchive(bytes) || concatenated(bytes) != nil ? bytes : nil
    }

    private static func documents(
        in bytes: [UInt8], _ name: String
    ) throws(Failure) -> [DumpArchive.Document] {
        if ZIPArchive.isArchive(bytes) { return try DumpArchive(bytes, named: name).documents() }
        return [one(try DumpFolder(named: name, concatenated(bytes) ?? []))]
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
        return try DumpFolder(named: identifier(value["id"], name), items, others: others)
    }

    /// What the results are called: a text, or a whole number as its digits.
    private static func identifier(_ value: JSONValue?, _ name: String) throws(Failure) -> String {
        switch value {
        case nil: return name
        case .string(let text): return text
        case .int(let number): return String(number)
        default: throw malformed("\(name): id is neither a text nor a whole number")
        }
    }

    private static func malformed(
        _ message: String, likely: String = "the program that writes the lines has a defect"
    ) -> Failure {
        Failure(
            .malformedData, kind: "malformed-line", message, likely: likely,
            remedy: "each line is a path, base64, or {\"id\": \"…\", \"sod\": \"BASE64\", \"dg1\": \"BASE64\"}")
    }
}
