public import InlaySeams
import Octets

/// A certificate revocation list (X.509 CertificateList, RFC 5280 §5; 9303-12 §7.1.4) as a value. Whether it may be
/// trusted is judged elsewhere.
public struct RevocationList: Hashable, Sendable {
    /// The whole list as it was read.
    public let der: [UInt8]
    /// The octets that are signed.
    public let toBeSigned: [UInt8]
    /// 1 or 2, normally 2.
    public let version: Int
    /// Who issued it.
    public let issuer: DistinguishedName
    /// When it was issued.
    public let thisUpdate: Moment
    /// When the next one is issued at the latest; nil when the list does not say.
    public let nextUpdate: Moment?
    /// The certificates that are revoked, by serial number.
    public let entries: [SerialNumber: Entry]
    /// The extensions of the list.
    public let extensions: CertificateExtensions
    /// The algorithm beside the signature.
    public let signatureAlgorithm: AlgorithmIdentifier
    /// The algorithm among the signed octets, which must be the same.
    public let signedSignatureAlgorithm: AlgorithmIdentifier
    /// The signature.
    public let signature: [UInt8]

    /// One revoked certificate.
    public struct Entry: Hashable, Sendable {
        /// Since when.
        public let date: Moment
        /// CRLReason (RFC 5280 §5.3.1); nil when the list does not say, as 9303-12 wants it.
        public let reason: Int?
    }

    /// Largest list that is read, in bytes.
    public static let byteLimit = 1 << 24
    private static let structure = "CertificateList"

    /// Reads one list that fills `der`.
    public init(parsing der: [UInt8]) throws(CryptoError) {
        do { try self.init(list: der) } catch { throw .malformed(error) }
    }

    private init(list der: [UInt8]) throws(ParseError) {
        let whole = try SignedStructure(parsing: der, in: Self.structure, limit: Self.byteLimit)
        signatureAlgorithm = whole.signatureAlgorithm
        signature = whole.signature
        toBeSigned = whole.toBeSigned
        self.der = der
        var fields = whole.fields
        version = try Self.version(&fields)
        signedSignatureAlgorithm = try AlgorithmIdentifier(fields.next(.sequence))
        issuer = try DistinguishedName(fields.next(.sequence))
        thisUpdate = try TimeDecoding.moment(fields.next(), in: Self.structure)
        let isTime = fields.nextTag == .utcTime || fields.nextTag == .generalizedTime
        nextUpdate = isTime ? try TimeDecoding.moment(fields.next(), in: Self.structure) : nil
        entries =
            try fields.nextIfPresent(.sequence).map { object throws(ParseError) in
                try Self.entries(object.contents(Self.structure))
            } ?? [:]
        extensions =
            try fields.nextIfPresent(0xA0).map { object throws(ParseError) in
                var wrapper = try object.contents(Self.structure)
                let list = try wrapper.next(.sequence)
                try wrapper.expectEnd()
                return CertificateExtensions(try Self.extensions(list))
            } ?? CertificateExtensions([])
        try fields.expectEnd()
    }

    private static func version(_ fields: inout TLVReader) throws(ParseError) -> Int {
        guard let object = try fields.nextIfPresent(.integer) else { return 1 }
        guard try object.integer(structure) == 1 else {
            throw fields.error(.invalidValue("version 1 or 2 is expected"))
        }
        return 2
    }

    private static func entries(_ reader: TLVReader) throws(ParseError) -> [SerialNumber: Entry] {
        var reader = reader
        var entries: [SerialNumber: Entry] = [:]
        while !reader.isAtEnd {
            var fields = try reader.next(.sequence).contents(structure)
            let serialNumber = SerialNumber(try fields.next(.integer).value)
            let date = try TimeDecoding.moment(fields.next(), in: structure)
            let reason = try fields.nextIfPresent(.sequence).map { list throws(ParseError) in
                try Self.reason(extensions(list))
            }
            try fields.expectEnd()
            // One that is there twice is revoked since the earlier date.
            if let known = entries[serialNumber], known.date <= date { continue }
            entries[serialNumber] = Entry(date: date, reason: reason ?? nil)
        }
        return entries
    }

    private static func reason(_ extensions: [CertificateExtension]) -> Int? {
        guard let item = extensions.first(where: { $0.identifier == .certificateExtension.appending(21) }) else {
            return nil
        }
        // ENUMERATED of one octet.
        guard item.value.count == 3, item.value[0] == 0x0A, item.value[1] == 1 else { return nil }
        return Int(item.value[2])
    }

    private static func extensions(_ list: TLV) throws(ParseError) -> [CertificateExtension] {
        var contents = try list.contents(structure)
        var all: [CertificateExtension] = []
        while !contents.isAtEnd {
            guard all.count < 64 else { throw contents.error(.tooMany(limit: 64)) }
            all.append(try CertificateExtension(contents.next()))
        }
        return all
    }

    /// The entry of a certificate with this serial number; nil when it is not revoked.
    public func entry(of serialNumber: [UInt8]) -> Entry? { entries[SerialNumber(serialNumber[...])] }

    /// Whether the list's signature is that of `key`.
    public func isSigned(by key: PublicKey) -> SignatureOutcome {
        guard signatureAlgorithm.isEquivalent(to: signedSignatureAlgorithm) else { return .invalid(.algorithmsDiffer) }
        do {
            let algorithm = try SignatureAlgorithm(signatureAlgorithm)
            let isValid = try key.verify(signature: signature, of: toBeSigned, algorithm: algorithm)
            return isValid ? .valid : .invalid(.signature)
        } catch {
            return .unsupported(error)
        }
    }
}

/// A serial number as revocation lists look it up: the octets of the INTEGER without leading zeros.
///
/// One certificate is found whether its issuer wrote a number whose first bit is set as a positive or, wrongly, as a
/// negative INTEGER, in the certificate or in the list.
public struct SerialNumber: Hashable, Sendable {
    /// The significant octets.
    public let octets: [UInt8]

    /// From contents octets.
    public init(_ contents: ArraySlice<UInt8>) { octets = Array(contents.drop { $0 == 0 }) }
}
