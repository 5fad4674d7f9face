public import Octets

/// EF.CVCA (9303-11 App. K.2): names of the certification authorities whose keys the chip trusts, the newest first,
/// filled up to 36 bytes.
public struct EFCVCA: LDSFile {
    /// EF.CVCA.
    public static let fileID = FileID.cvca
    /// Length of the file.
    public static let byteCount = 36

    /// The names, newest first; one or two.
    public let references: [CertificateReference]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of these names.
    public init(_ references: [CertificateReference]) {
        self.references = references
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.fileID.name)
        var references: [CertificateReference] = []
        while reader.rest.contains(where: { $0 != 0 }) {
            guard references.count < Self.limit else { throw reader.error(.tooMany(limit: Self.limit)) }
            let object = try reader.next(0x42)
            references.append(
                try CertificateReference(parsing: object.value, in: Self.fileID.name, at: object.valueOffset))
        }
        guard !references.isEmpty else { throw reader.error(.unexpectedTag(expected: 0x42, found: nil)) }
        self.references = references
        warnings =
            bytes.count == Self.byteCount ? [] : [.mismatch("length", declared: Self.byteCount, found: bytes.count)]
        if references.count > 2 { warnings.append(.mismatch("references", declared: 2, found: references.count)) }
    }

    /// More than two are wrong, but some chips are said to have them.
    private static let limit = 8

    /// The file, filled with zeros.
    public func encoded() -> [UInt8] {
        let objects = references.flatMap { TLV.encode(0x42, $0.bytes) }
        return objects + [UInt8](repeating: 0, count: max(0, Self.byteCount - objects.count))
    }
}
