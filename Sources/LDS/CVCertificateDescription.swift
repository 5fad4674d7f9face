public import Octets

/// The description of a service that an authentication terminal shows to the holder of an eID card; a certificate
/// carries its hash (TR-03110-4 §2.2.6). Text of a stranger, to be escaped where it is shown.
public struct CVCertificateDescription: Hashable, Sendable {
    /// How the terms are written; below id-description.
    public let type: ObjectIdentifier
    /// Who issued the certificate.
    public let issuerName: String?
    /// The issuer's address.
    public let issuerURL: String?
    /// Who offers the service.
    public let subjectName: String?
    /// Address of the service.
    public let subjectURL: String?
    /// The terms of usage as they are.
    public let terms: [UInt8]
    /// The terms, when they are plain text.
    public var plainTerms: String? { type == .plainDescription ? String(decoding: terms, as: UTF8.self) : nil }
    /// Where the holder is sent.
    public let redirectURL: String?
    /// Hashes of the service's TLS certificates.
    public let communicationCertificates: [[UInt8]]
    /// The whole as it was read: the hash in the certificate is over these bytes.
    public let encoded: [UInt8]

    /// Reads a description that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.structure)
        self = try Self.next(&reader)
        try reader.expectEnd()
    }

    static func next(_ reader: inout TLVReader) throws(ParseError) -> CVCertificateDescription {
        let object = try reader.next(.sequence)
        var parts = try object.contents(structure)
        let identifier = try parts.next(.objectIdentifier)
        let type = try identifier.objectIdentifier(structure)
        guard let arcs = type.arcs(below: .cvExtensions.appending(1)), arcs.count == 1 else {
            throw ParseError(
                .invalidValue("the identifier is not that of a certificate description"), in: structure,
                at: identifier.offset)
        }
        return try CVCertificateDescription(type, &parts, Array(object.encoded))
    }

    private init(_ type: ObjectIdentifier, _ parts: inout TLVReader, _ encoded: [UInt8]) throws(ParseError) {
        self.type = type
        self.encoded = encoded
        issuerName = try Self.text(0xA1, &parts)
        issuerURL = try Self.text(0xA2, &parts)
        subjectName = try Self.text(0xA3, &parts)
        subjectURL = try Self.text(0xA4, &parts)
        terms = Array(try Self.content(parts.next(0xA5)).value)
        redirectURL = try Self.text(0xA6, &parts)
        var hashes: [[UInt8]] = []
        if let field = try parts.nextIfPresent(0xA7) {
            var set = try Self.content(field).contents(Self.structure)
            while !set.isAtEnd {
                guard hashes.count < Self.hashLimit else { throw set.error(.tooMany(limit: Self.hashLimit)) }
                hashes.append(try set.next(.octetString).octetString(Self.structure))
            }
        }
        communicationCertificates = hashes
        try parts.expectEnd()
    }

    private static let structure = "certificate description"
    private static let hashLimit = 256

    private static func text(_ tag: Tag, _ parts: inout TLVReader) throws(ParseError) -> String? {
        guard let field = try parts.nextIfPresent(tag) else { return nil }
        return String(decoding: try content(field).value, as: UTF8.self)
    }

    /// The one object inside an explicit tag.
    private static func content(_ field: TLV) throws(ParseError) -> TLV {
        var reader = try field.contents(structure)
        let object = try reader.next()
        try reader.expectEnd()
        return object
    }
}
