public import Octets

/// EF.CardAccess (9303-11 §9.2.11): what the chip offers before access control. Not signed: EF.DG14 or EF.CardSecurity
/// must repeat it.
public struct EFCardAccess: LDSFile {
    /// EF.CardAccess.
    public static let fileID = FileID.cardAccess
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
        securityInfos = try SecurityInfos(object, in: Self.fileID.name)
        self.warnings = warnings + securityInfos.warnings
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { securityInfos.encoded() }
}
