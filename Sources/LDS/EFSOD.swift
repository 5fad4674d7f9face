public import Octets

/// EF.SOD (9303-10 §4.6.2): the signed digests of the data groups, as a CMS ContentInfo that is not looked into here.
public struct EFSOD: LDSFile {
    /// EF.SOD.
    public static let fileID = FileID.sod
    /// ContentInfo (RFC 5652 §3), bytes as read: real ones are not always DER.
    public let contentInfo: [UInt8]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of this ContentInfo.
    public init(contentInfo: [UInt8]) {
        self.contentInfo = contentInfo
        warnings = []
    }

    /// Reads the file. Throws when it holds no SEQUENCE.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let (object, warnings) = try Self.outerObject(of: bytes, rules: .ber)
        var contents = try object.contents(Self.fileID.name)
        contentInfo = Array(try contents.next(.sequence).encoded)
        self.warnings = warnings
        if !contents.isAtEnd { self.warnings.append(.trailingBytes(contents.rest.count)) }
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x77, contentInfo) }
}

/// EF.CardSecurity (9303-11 §9.2.11): signed SecurityInfos, as a CMS ContentInfo that is not looked into here.
public struct EFCardSecurity: LDSFile {
    /// EF.CardSecurity.
    public static let fileID = FileID.cardSecurity
    /// ContentInfo (RFC 5652 §3), bytes as read.
    public let contentInfo: [UInt8]
    /// What departs from the standard.
    public let warnings: [LDSWarning]

    /// A file of this ContentInfo.
    public init(contentInfo: [UInt8]) {
        self.contentInfo = contentInfo
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let (object, warnings) = try Self.outerObject(of: bytes, rules: .ber)
        contentInfo = Array(object.encoded)
        self.warnings = warnings
    }

    /// The file.
    public func encoded() -> [UInt8] { contentInfo }
}
