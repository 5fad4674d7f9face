public import Octets

/// EF.DG3 or EF.DG4 (9303-10 §4.7.3, §4.7.4): fingerprints or irises, the records themselves kept as they are.
public struct BiometricDataGroup: Hashable, Sendable {
    /// Which file it is.
    public let fileID: FileID
    /// The templates.
    public let templates: BiometricTemplates
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private let tag: Tag

    /// A file of these templates; nil for any other file than EF.DG2, EF.DG3 and EF.DG4.
    public init?(_ fileID: FileID, _ templates: BiometricTemplates) {
        guard let tag = Self.tag(fileID) else { return nil }
        self.fileID = fileID
        self.tag = tag
        self.templates = templates
        warnings = []
    }

    /// Reads the file `fileID`.
    public init(_ fileID: FileID, parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: fileID.name)
        guard let tag = Self.tag(fileID) else { throw reader.error(.invalidTag) }
        let object = try reader.next(tag)
        var warnings: [LDSWarning] = reader.isAtEnd ? [] : [.trailingBytes(reader.rest.count)]
        var contents = try object.contents(fileID.name)
        templates = try BiometricTemplates(contents.next(0x7F61), in: fileID.name, warnings: &warnings)
        if !contents.isAtEnd { warnings.append(.trailingBytes(contents.rest.count)) }
        self.fileID = fileID
        self.tag = tag
        self.warnings = warnings
        self.warnings += chain.warnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { chain.bytes }

    private var chain: ByteChain { ByteChain(tag, [templates.chain]) }

    private static func tag(_ fileID: FileID) -> Tag? {
        [FileID.dg2, .dg3, .dg4].contains(fileID) ? fileID.tag : nil
    }
}
