import Octets

/// The part of a CV certificate that is signed: data object 7F4E (9303-12 §7.2.2).
public struct CVCertificateBody: Hashable, Sendable {
    /// CAR, whose key signed the certificate.
    public let authorityReference: CertificateReference
    /// The key that is certified.
    public let publicKey: CVPublicKey
    /// CHR, who has the key.
    public let holderReference: CertificateReference
    /// Role and rights.
    public let authorization: CertificateHolderAuthorization
    /// First day.
    public let effectiveDate: CalendarDate
    /// Last day.
    public let expiryDate: CalendarDate
    /// Extensions as they are, each a data object 73; unknown ones must not cause a refusal (9303-12 §7.2.2.6).
    public let extensions: [CVExtension]
    /// The whole object as it was read or made: the signature is over these bytes.
    public let encoded: [UInt8]

    /// A body of these parts, profile 0.
    public init(
        authorityReference: CertificateReference, publicKey: CVPublicKey, holderReference: CertificateReference,
        authorization: CertificateHolderAuthorization, effectiveDate: CalendarDate, expiryDate: CalendarDate,
        extensions: [CVExtension] = []
    ) {
        self.authorityReference = authorityReference
        self.publicKey = publicKey
        self.holderReference = holderReference
        self.authorization = authorization
        self.effectiveDate = effectiveDate
        self.expiryDate = expiryDate
        self.extensions = extensions
        var parts = [
            TLV.encode(0x5F29, [0]), TLV.encode(0x42, authorityReference.bytes), publicKey.encoded,
            TLV.encode(0x5F20, holderReference.bytes), authorization.encoded,
            TLV.encode(0x5F25, effectiveDate.unpackedBCD), TLV.encode(0x5F24, expiryDate.unpackedBCD),
        ]
        if !extensions.isEmpty { parts.append(TLV.encode(0x65, parts: extensions.map(\.encoded))) }
        encoded = TLV.encode(0x7F4E, parts: parts)
    }

    /// Reads a 7F4E, whose objects must all be there, in the order of the standard.
    init(_ object: TLV) throws(ParseError) {
        let structure = Self.structure
        try object.expect(0x7F4E, structure)
        var parts = try object.contents(structure)
        try Self.profile(&parts)
        authorityReference = try Self.reference(0x42, "CAR", &parts)
        publicKey = try CVPublicKey(parts.next(0x7F49))
        holderReference = try Self.reference(0x5F20, "CHR", &parts)
        authorization = try CertificateHolderAuthorization(parts.next(0x7F4C))
        effectiveDate = try CalendarDate(unpackedBCD: parts.next(0x5F25), structure)
        let expiry = try parts.next(0x5F24)
        expiryDate = try CalendarDate(unpackedBCD: expiry, structure)
        guard !effectiveDate.isAfter(expiryDate) else {
            throw ParseError(.invalidValue("it expires before it is effective"), in: structure, at: expiry.offset)
        }
        extensions = try Self.extensions(&parts)
        try parts.expectEnd()
        encoded = Array(object.encoded)
    }

    static let structure = "CV certificate body"

    /// 0 is the only profile there is.
    static func profile(_ parts: inout TLVReader) throws(ParseError) {
        let profile = try parts.next(0x5F29)
        guard profile.value.elementsEqual([0]) else {
            throw ParseError(.invalidValue("profile 0 is expected"), in: structure, at: profile.offset)
        }
    }

    static func reference(
        _ tag: Tag, _ name: String, _ parts: inout TLVReader
    ) throws(ParseError) -> CertificateReference {
        let object = try parts.next(tag)
        return try CertificateReference(parsing: object.value, in: name, at: object.valueOffset)
    }

    static func extensions(_ parts: inout TLVReader) throws(ParseError) -> [CVExtension] {
        guard let object = try parts.nextIfPresent(0x65) else { return [] }
        var reader = try object.contents(structure)
        var extensions: [CVExtension] = []
        while !reader.isAtEnd {
            guard extensions.count < extensionLimit else { throw reader.error(.tooMany(limit: extensionLimit)) }
            extensions.append(CVExtension(try reader.next(0x73)))
        }
        return extensions
    }

    private static let extensionLimit = 64
}
