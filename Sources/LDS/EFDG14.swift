public import Octets

/// EF.DG14, security options (9303-10 §4.7.14): the signed list of protocols and keys.
public struct EFDG14: LDSFile {
    /// EF.DG14.
    public static let fileID = FileID.dg14
    /// The entries.
    public let securityInfos: SecurityInfos
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of these entries.
    public init(_ securityInfos: SecurityInfos) {
        self.securityInfos = securityInfos
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let (object, warnings) = try Self.outerObject(of: bytes)
        var contents = try object.contents(Self.fileID.name)
        securityInfos = try SecurityInfos(contents.next(.set), in: Self.fileID.name)
        self.warnings = warnings + securityInfos.warnings + securityInfos.pairingWarnings
        if !contents.isAtEnd { self.warnings.append(.trailingBytes(contents.rest.count)) }
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x6E, securityInfos.encoded()) }
}
