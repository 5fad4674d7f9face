public import Octets

/// EF.DG15 (9303-10 §4.7.15): the public key of Active Authentication.
public struct EFDG15: LDSFile {
    /// EF.DG15.
    public static let fileID = FileID.dg15
    /// The key.
    public let publicKey: SubjectPublicKeyInfo
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of this key.
    public init(_ publicKey: SubjectPublicKeyInfo) {
        self.publicKey = publicKey
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let (object, warnings) = try Self.outerObject(of: bytes)
        var contents = try object.contents(Self.fileID.name)
        publicKey = try SubjectPublicKeyInfo(contents.next(.sequence), in: Self.fileID.name)
        self.warnings = warnings
        if !contents.isAtEnd { self.warnings.append(.trailingBytes(contents.rest.count)) }
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x6F, publicKey.encoded) }
}
