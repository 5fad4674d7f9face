public import Octets

/// A data group that is not taken apart: its tag is checked, its value kept.
public struct OpaqueDataGroup: Hashable, Sendable {
    /// Which file it is.
    public let fileID: FileID
    /// The value behind the tag.
    public let value: ArraySlice<UInt8>
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private let tag: Tag

    /// A data group of this value; nil for a file that has no enclosing tag.
    public init?(_ fileID: FileID, value: [UInt8]) {
        guard let tag = fileID.tag else { return nil }
        self.fileID = fileID
        self.value = value[...]
        self.tag = tag
        warnings = []
    }

    /// Reads the file `fileID`.
    public init(_ fileID: FileID, parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: fileID.name)
        guard let tag = fileID.tag else { throw reader.error(.invalidTag) }
        let object = try reader.next(tag)
        self.fileID = fileID
        self.tag = tag
        value = object.value
        warnings = reader.isAtEnd ? [] : [.trailingBytes(reader.rest.count)]
        warnings += chain.warnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { chain.bytes }

    private var chain: ByteChain { ByteChain(tag, [ByteChain(value)]) }
}
