public import InlaySeams
public import Octets

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

    /// A critical rule of an entry that is not known; nil when there is none.
    let unknownEntryRule: ObjectIdentifier?

    /// Why a list does not tell about all certificates of its issuer, or not about them alone.
    public enum Limitation: Hashable, Sendable {
        /// It holds only what changed since another list (RFC 5280 §5.2.4).
        case delta
        /// It holds certificates of other issuers (RFC 5280 §5.2.5, §5.3.3).
        case indirect
        /// It holds only some certificates or reasons (RFC 5280 §5.2.5).
        case partial
        /// It, or one of its entries, has a critical rule that is not known or cannot be read.
        case unknownRule(ObjectIdentifier)
    }

    /// Largest list that is read, in bytes.
    public static let byteLimit = 1 << 24
    private static let structure = "CertificateList"

    /// Reads one list that fills `der`.
    public init(parsing der: [UInt8]) throws(CryptoError) {
        do { try self.init(list: der) } catch { throw .malformed(error) }
    }

    private init(list der: [UInt8]) throws(ParseError) {
        let signed = try SignedStructure(parsing: der, byteLimit: Self.byteLimit, in: Self.structure)
        self.der = der
        toBeSigned = signed.toBeSigned
        signatureAlgorithm = signed.signatureAlgorithm
        signature = signed.signature
        var fields = signed.fields
        version = try Self.version(&fields)
        signedSignatureAlgorithm = try AlgorithmIdentifier(fields.next(.sequence))
        issuer = try DistinguishedName(fields.next(.sequence))
        thisUpdate = try TimeDecoding.moment(fields.next(), in: Self.structure)
        let isTime = fields.nextTag == .utcTime || fields.nextTag == .generalizedTime
        nextUpdate = isTime ? try TimeDecoding.moment(fields.next(), in: Self.structure) : nil
        (entries, unknownEntryRule) =
            try fields.nextIfPresent(.sequence).map { object throws(ParseError) in
                try Self.entries(object.contents(Self.structure))
            } ?? ([:], nil)
        extensions = try CertificateExtensions(from: &fields, 0xA0, in: Self.structure)
        try fields.expectEnd()
    }

    private static func version(_ fields: inout TLVReader) throws(ParseError) -> Int {
        guard let object = try fields.nextIfPresent(.integer) else { return 1 }
        guard try object.integer(structure) == 1 else {
            throw fields.error(.invalidValue("version 1 or 2 is expected"))
        }
        return 2
    }

    private static func entries(
        _ reader: TLVReader
    ) throws(ParseError) -> (entries: [SerialNumber: Entry], unknownRule: ObjectIdentifier?) {
        var reader = reader
        var entries: [SerialNumber: Entry] = [:]
        var unknownRule: ObjectIdentifier?
        while !reader.isAtEnd {
            var fields = try reader.next(.sequence).contents(structure)
            let serialNumber = SerialNumber(try fields.next(.integer).value)
            let date = try TimeDecoding.moment(fields.next(), in: structure)
            let details = try fields.nextIfPresent(.sequence).map { list throws(ParseError) in
                try CertificateExtension.all(in: list)
            }
            try fields.expectEnd()
            if unknownRule == nil {
                unknownRule = details?.first { $0.isCritical && !knownDetails.contains($0.identifier) }?.identifier
            }
            // One that is there twice is revoked since the earlier date.
            if let known = entries[serialNumber], known.date <= date { continue }
            entries[serialNumber] = Entry(date: date, reason: details.flatMap(reason))
        }
        return (entries, unknownRule)
    }

    /// reasonCode and invalidityDate (RFC 5280 §5.3.1, §5.3.2).
    private static let knownDetails: [ObjectIdentifier] = [
        .certificateExtension.appending(21), .certificateExtension.appending(24),
    ]

    private static func reason(_ details: [CertificateExtension]) -> Int? {
        guard let item = details.first(where: { $0.identifier == .certificateExtension.appending(21) }) else {
            return nil
        }
        // ENUMERATED of one octet.
        guard item.value.count == 3, item.value[0] == 0x0A, item.value[1] == 1 else { return nil }
        return Int(item.value[2])
    }

    /// What keeps the list from being a complete one of its issuer's certificates; nil when nothing does.
    public var limitation: Limitation? {
        let kinds = extensions.all.map(\.identifier)
        // Both extensions must be critical (RFC 5280 §5.2.4, §5.2.5); they mean the same when they are not.
        if kinds.contains(.certificateExtension.appending(27)) { return .delta }
        if let point = extensions.all.first(where: { $0.identifier == .certificateExtension.appending(28) }) {
            return Self.isIndirect(point.value) ? .indirect : .partial
        }
        if unknownEntryRule == .certificateExtension.appending(29) { return .indirect }
        if let rule = unknownEntryRule ?? extensions.unknownCritical.first { return .unknownRule(rule) }
        let malformed = extensions.malformed
        return extensions.all.first { $0.isCritical && malformed.contains($0.identifier) }
            .map { .unknownRule($0.identifier) }
    }

    /// indirectCRL [4] of an IssuingDistributionPoint.
    private static func isIndirect(_ value: [UInt8]) -> Bool {
        var reader = TLVReader(value, in: structure, rules: .ber)
        guard let point = try? reader.next(.sequence), var fields = try? point.contents(structure) else { return false }
        while let field = try? fields.next() {
            if field.tag == 0x84 { return field.value.contains { $0 != 0 } }
        }
        return false
    }

    /// The entry of a certificate with this serial number; nil when it is not revoked.
    public func entry(of serialNumber: [UInt8]) -> Entry? { entries[SerialNumber(serialNumber[...])] }

    /// Whether the list's signature is that of `key`.
    public func isSigned(by key: PublicKey) -> SignatureOutcome {
        key.outcome(of: signature, over: toBeSigned, signatureAlgorithm, signed: signedSignatureAlgorithm)
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
