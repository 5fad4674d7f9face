public import Octets

/// The content of a master list (CscaMasterList, 9303-12 §9): certificates of many states, raw, since some of them will
/// not be readable. Who signed the list, and what that is worth, is judged elsewhere.
public struct MasterList: Hashable, Sendable {
    /// id-icao-cscaMasterList, the content type of the signed object.
    public static let contentType = ObjectIdentifier.icaoSecurity.appending(2)
    /// id-icao-cscaMasterListSigningKey, the purpose that the signer's certificate must name (9303-12 §7.1.1.4).
    public static let signingPurpose = ObjectIdentifier.icaoSecurity.appending(3)

    /// The version, normally 0.
    public let version: Int
    /// The certificates, each as it stands in the list.
    public let certificates: [ArraySlice<UInt8>]

    private static let limit = 20_000
    private static let structure = "CscaMasterList"

    /// Reads the content of a signed object.
    public init(parsing content: [UInt8]) throws(ParseError) {
        var fields = try TLVReader(sequenceFilling: content, in: Self.structure)
        version = try fields.next(.integer).integer(Self.structure)
        var set = try fields.next(.set).contents(Self.structure)
        try fields.expectEnd()
        var certificates: [ArraySlice<UInt8>] = []
        while !set.isAtEnd {
            guard certificates.count < Self.limit else { throw set.error(.tooMany(limit: Self.limit)) }
            certificates.append(try set.next().encoded)
        }
        self.certificates = certificates
    }
}
