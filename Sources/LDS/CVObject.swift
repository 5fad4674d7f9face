public import Octets

/// What a file of the CV certificate infrastructure can hold.
public enum CVObject: Hashable, Sendable {
    /// A certificate.
    case certificate(CVCertificate)
    /// A request for one.
    case request(CVRequest)
    /// The description that belongs to a certificate of an authentication terminal.
    case description(CVCertificateDescription)

    /// Most objects of one file.
    public static let limit = 256

    /// Reads the object that fills `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: "CV certificate")
        self = try Self.next(&reader)
        try reader.expectEnd()
    }

    /// Reads a file that holds one object after another; there must be at least one.
    public static func all(in bytes: [UInt8]) throws(ParseError) -> [CVObject] {
        var reader = TLVReader(bytes, in: "CV certificates")
        var objects: [CVObject] = []
        repeat {
            guard objects.count < limit else { throw reader.error(.tooMany(limit: limit)) }
            objects.append(try next(&reader))
        } while !reader.isAtEnd
        return objects
    }

    private static func next(_ reader: inout TLVReader) throws(ParseError) -> CVObject {
        switch reader.nextTag {
        case 0x67: return .request(try CVRequest.next(&reader))
        case .sequence: return .description(try CVCertificateDescription.next(&reader))
        case 0x7F21 where try isRequest(reader): return .request(try CVRequest.next(&reader))
        default: return .certificate(try CVCertificate.next(&reader))
        }
    }

    /// A request has neither role nor dates, and only a request has none of them.
    private static func isRequest(_ reader: TLVReader) throws(ParseError) -> Bool {
        var ahead = reader
        var contents = try ahead.next(0x7F21).contents("CV certificate")
        guard let body = try contents.nextIfPresent(0x7F4E) else { return false }
        var parts = try body.contents("CV certificate body")
        let tags = Set(try parts.all().map(\.tag))
        return tags.isDisjoint(with: [0x7F4C, 0x5F25, 0x5F24])
    }
}
