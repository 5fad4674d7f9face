public import Octets

/// The files of one document exactly as they were read: digests and signatures need those bytes.
public struct LDSFiles: Hashable, Sendable {
    /// Each file's bytes.
    public var contents: [FileID: [UInt8]]

    /// Takes files; none when nothing is given.
    public init(_ contents: [FileID: [UInt8]] = [:]) { self.contents = contents }

    /// One file's bytes; nil when it was not read.
    public subscript(id: FileID) -> [UInt8]? {
        get { contents[id] }
        set { contents[id] = newValue }
    }

    /// Which files are there, in the order of `FileID`.
    public var ids: [FileID] { contents.keys.sorted() }

    /// True when there is no file.
    public var isEmpty: Bool { contents.isEmpty }

    /// How many files.
    public var count: Int { contents.count }

    /// A file taken apart; nil when it was not read.
    public func parsed<File: LDSFile>(_ type: File.Type = File.self) throws(ParseError) -> File? {
        guard let bytes = contents[File.fileID] else { return nil }
        return try File(parsing: bytes)
    }
}

extension LDSFiles: ExpressibleByDictionaryLiteral {
    /// Files as a literal; of two with the same name the last counts.
    public init(dictionaryLiteral elements: (FileID, [UInt8])...) {
        self.init(Dictionary(elements) { $1 })
    }
}

extension LDSFiles: CustomStringConvertible, CustomReflectable {
    /// Names and sizes only: the contents are personal data.
    public var description: String {
        ids.map { "\($0) (\(contents[$0]?.count ?? 0) bytes)" }.joined(separator: ", ")
    }

    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
