public import Octets

/// A signed object (CMS SignedData in a ContentInfo, RFC 5652 §5): EF.SOD, EF.CardSecurity, master and deviation lists.
///
/// Read from BER as well as DER, since real security objects come in the indefinite form. Version numbers are told as
/// they are written; whether they are allowed is judged elsewhere.
public struct SignedData: Hashable, Sendable {
    /// The whole ContentInfo as it was read.
    public let encoded: [UInt8]
    /// The version as it is written.
    public let version: Int
    /// The digest algorithms that are announced.
    public let digestAlgorithms: [AlgorithmIdentifier]
    /// The type of the content.
    public let contentType: ObjectIdentifier
    /// The content, joined if it came in pieces; nil when it is not inside.
    public let content: [UInt8]?
    /// The certificates, raw; other kinds of certificates among them.
    public let certificateEncodings: [[UInt8]]
    /// The revocation lists, raw.
    public let revocationLists: [[UInt8]]
    /// The signers.
    public let signers: [SignerInfo]

    /// Largest object that is read, in bytes: some times the largest master list.
    public static let byteLimit = 1 << 25
    private static let certificateLimit = 4096
    private static let signerLimit = 64
    private static let structure = "SignedData"

    /// Reads a ContentInfo that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(CryptoError) {
        do { try self.init(contentInfo: bytes) } catch { throw .malformed(error) }
    }

    private init(contentInfo bytes: [UInt8]) throws(ParseError) {
        let structure = Self.structure
        guard bytes.count <= Self.byteLimit else {
            throw ParseError(.tooMany(limit: Self.byteLimit), in: structure)
        }
        var contentInfo = try TLVReader(sequenceFilling: bytes, in: "ContentInfo")
        let type = try contentInfo.next(.objectIdentifier).objectIdentifier("ContentInfo")
        guard type == .pkcs7.appending(2) else {
            throw contentInfo.error(.invalidValue("the content type signedData is expected"))
        }
        var wrapper = try contentInfo.next(0xA0).contents(structure)
        try contentInfo.expectEnd()
        var fields = try wrapper.next(.sequence).contents(structure)
        try wrapper.expectEnd()

        encoded = bytes
        version = try fields.next(.integer).integer(structure)
        digestAlgorithms = try Self.all(fields.next(.set)) { object throws(ParseError) in
            try AlgorithmIdentifier(object)
        }
        var encapsulated = try fields.next(.sequence).contents(structure)
        contentType = try encapsulated.next(.objectIdentifier).objectIdentifier(structure)
        content = try encapsulated.nextIfPresent(0xA0).map { object throws(ParseError) in
            var inner = try object.contents(structure)
            let content = try inner.next().octetString(structure)
            try inner.expectEnd()
            return content
        }
        try encapsulated.expectEnd()
        certificateEncodings =
            try fields.nextIfPresent(0xA0).map { object throws(ParseError) in
                try Self.all(object) { Array($0.encoded) }
            } ?? []
        revocationLists =
            try fields.nextIfPresent(0xA1).map { object throws(ParseError) in
                try Self.all(object) { Array($0.encoded) }
            } ?? []
        var signerInfos = try fields.next(.set).contents(structure)
        try fields.expectEnd()
        var signers: [SignerInfo] = []
        while !signerInfos.isAtEnd {
            guard signers.count < Self.signerLimit else { throw signerInfos.error(.tooMany(limit: Self.signerLimit)) }
            signers.append(try SignerInfo(signerInfos.next(.sequence), index: signers.count))
        }
        self.signers = signers
    }

    private static func all<T>(
        _ object: TLV, _ read: (TLV) throws(ParseError) -> T
    ) throws(ParseError) -> [T] {
        var contents = try object.contents(structure)
        var values: [T] = []
        while !contents.isAtEnd {
            guard values.count < certificateLimit else { throw contents.error(.tooMany(limit: certificateLimit)) }
            values.append(try read(contents.next()))
        }
        return values
    }

    /// The certificates that can be read, taken apart each time they are asked for; one that cannot be read does not
    /// spoil the others.
    public var certificates: [Certificate] { certificateEncodings.compactMap { try? Certificate(parsing: $0) } }

    /// How many further certificates are there that cannot be read, or are of another kind.
    public var unreadableCertificateCount: Int { certificateEncodings.count - certificates.count }
}
