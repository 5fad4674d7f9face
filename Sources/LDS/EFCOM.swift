public import Octets

/// EF.COM (9303-10 §4.6.1): versions and the list of data groups. Not signed: EF.SOD decides which groups there are.
public struct EFCOM: LDSFile {
    /// EF.COM.
    public static let fileID = FileID.com
    /// LDS version as four digits, `0107` for 1.7 and `0108` for 1.8; characters as found.
    public let ldsVersion: String?
    /// Unicode version as six digits, `040000` for 4.0.0; characters as found.
    public let unicodeVersion: String?
    /// The tags of the files that should be there.
    public let tagList: TagList
    /// Objects that the standard does not have here, encoded.
    public let unknownObjects: [[UInt8]]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private static let versionTag: Tag = 0x5F01
    private static let unicodeTag: Tag = 0x5F36
    private static let listTag: Tag = 0x5C

    /// A file that lists `dataGroups`; files without a tag are left out.
    public init(dataGroups: [FileID], ldsVersion: String = "0107", unicodeVersion: String = "040000") {
        self.ldsVersion = ldsVersion
        self.unicodeVersion = unicodeVersion
        tagList = TagList(dataGroups.compactMap(\.tag))
        unknownObjects = []
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = Self.fileID.name
        let (object, outerWarnings) = try Self.outerObject(of: bytes)
        var contents = try object.contents(structure)
        var warnings = outerWarnings
        var lds: String?
        var unicode: String?
        var list: TagList?
        var unknown: [[UInt8]] = []
        while !contents.isAtEnd {
            let object = try contents.next()
            if object.tag == Self.versionTag, lds == nil {
                lds = Self.version(object, digits: 4, "LDS version", &warnings)
            } else if object.tag == Self.unicodeTag, unicode == nil {
                unicode = Self.version(object, digits: 6, "Unicode version", &warnings)
            } else if object.tag == Self.listTag, list == nil {
                list = TagList(parsing: object.value)
            } else {
                let known = [Self.versionTag, Self.unicodeTag, Self.listTag].contains(object.tag)
                warnings.append(known ? .repeatedTag(object.tag) : .unknownTag(object.tag))
                unknown.append(Array(object.encoded))
            }
        }
        if lds == nil { warnings.append(.missing("LDS version")) }
        if unicode == nil { warnings.append(.missing("Unicode version")) }
        guard let list else { throw contents.error(.unexpectedTag(expected: Self.listTag, found: nil)) }
        ldsVersion = lds
        unicodeVersion = unicode
        tagList = list
        unknownObjects = unknown
        self.warnings = warnings
        self.warnings += list.tags.filter { FileID(tag: $0) == nil }.map { .unknownTag($0) }
        if !list.rest.isEmpty {
            self.warnings.append(.malformed(ParseError(.invalidTag, in: "tag list of \(structure)")))
        }
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] {
        var contents: [UInt8] = []
        if let ldsVersion { TLV.append(Self.versionTag, latin1Bytes(ldsVersion), to: &contents) }
        if let unicodeVersion { TLV.append(Self.unicodeTag, latin1Bytes(unicodeVersion), to: &contents) }
        TLV.append(Self.listTag, tagList.bytes, to: &contents)
        for object in unknownObjects { contents += object }
        return TLV.encode(0x60, contents)
    }

    private static func version(
        _ object: TLV, digits: Int, _ field: String, _ warnings: inout [LDSWarning]
    ) -> String {
        if object.value.count != digits || !object.value.allSatisfy({ (0x30...0x39).contains($0) }) {
            warnings.append(
                .malformed(ParseError(.invalidValue("\(digits) digits are expected"), in: field, at: object.offset)))
        }
        return latin1(object.value)
    }
}

extension EFCOM {
    /// The listed files, in the order of the list.
    public var dataGroups: [FileID] { tagList.tags.compactMap { FileID(tag: $0) } }

    /// Listed tags that name no file.
    public var unknownTags: [Tag] { tagList.tags.filter { FileID(tag: $0) == nil } }
}
