public import Octets

/// ChipAuthenticationInfo (9303-11 §9.2.5).
public struct ChipAuthenticationInfo: Hashable, Sendable {
    /// The object identifier that MSE:Set AT repeats.
    public let protocolOID: ObjectIdentifier
    /// DH or ECDH.
    public let keyAgreement: KeyAgreement
    /// The session's cipher.
    public let cipher: SessionCipher
    /// The version as found; passports have 1.
    public let version: Int
    /// Which key it is for, when the chip has several.
    public let keyID: Int?

    /// An offer from its parts.
    public init(keyAgreement: KeyAgreement, cipher: SessionCipher, version: Int = 1, keyID: Int? = nil) {
        protocolOID = .chipAuthentication.appending(keyAgreement.rawValue, cipher.rawValue)
        self.keyAgreement = keyAgreement
        self.cipher = cipher
        self.version = version
        self.keyID = keyID
    }

    init(
        _ oid: ObjectIdentifier, _ agreement: KeyAgreement, _ cipher: SessionCipher, _ parts: inout TLVReader
    ) throws(ParseError) {
        protocolOID = oid
        keyAgreement = agreement
        self.cipher = cipher
        version = try parts.next(.integer).integer("ChipAuthenticationInfo")
        keyID = try parts.nextIfPresent(.integer)?.integer("ChipAuthenticationInfo")
        try parts.expectEnd()
    }

    /// The entry that makes this offer.
    public var securityInfo: SecurityInfo {
        SecurityInfo(
            protocolOID, [DER.encode(integer: version)] + [keyID].compactMap { $0.map(DER.encode(integer:)) })
    }
}

/// ChipAuthenticationPublicKeyInfo (9303-11 §9.2.6): a static key of the chip.
public struct ChipAuthenticationPublicKeyInfo: Hashable, Sendable {
    /// id-PK-DH or id-PK-ECDH.
    public let protocolOID: ObjectIdentifier
    /// DH or ECDH.
    public let keyAgreement: KeyAgreement
    /// The key.
    public let publicKey: SubjectPublicKeyInfo
    /// Its number, when the chip has several.
    public let keyID: Int?

    /// A key and its number.
    public init(keyAgreement: KeyAgreement, publicKey: SubjectPublicKeyInfo, keyID: Int? = nil) {
        protocolOID = .publicKey.appending(keyAgreement.rawValue)
        self.keyAgreement = keyAgreement
        self.publicKey = publicKey
        self.keyID = keyID
    }

    init(_ oid: ObjectIdentifier, _ agreement: KeyAgreement, _ parts: inout TLVReader) throws(ParseError) {
        protocolOID = oid
        keyAgreement = agreement
        publicKey = try SubjectPublicKeyInfo(parts.next(.sequence), in: "ChipAuthenticationPublicKeyInfo")
        keyID = try parts.nextIfPresent(.integer)?.integer("ChipAuthenticationPublicKeyInfo")
        try parts.expectEnd()
    }

    /// The entry that holds this key.
    public var securityInfo: SecurityInfo {
        SecurityInfo(protocolOID, [publicKey.encoded] + [keyID].compactMap { $0.map(DER.encode(integer:)) })
    }
}

/// ChipAuthenticationDomainParameterInfo (TR-03110-3 §A.1.1.2), which only version 2 of the protocol needs.
public struct ChipAuthenticationDomainParameterInfo: Hashable, Sendable {
    /// id-CA-DH or id-CA-ECDH.
    public let protocolOID: ObjectIdentifier
    /// DH or ECDH.
    public let keyAgreement: KeyAgreement
    /// The domain parameters.
    public let domainParameter: AlgorithmIdentifier
    /// The key they belong to.
    public let keyID: Int?

    init(_ oid: ObjectIdentifier, _ agreement: KeyAgreement, _ parts: inout TLVReader) throws(ParseError) {
        protocolOID = oid
        keyAgreement = agreement
        domainParameter = try AlgorithmIdentifier(parts.next(.sequence), in: "ChipAuthenticationDomainParameterInfo")
        keyID = try parts.nextIfPresent(.integer)?.integer("ChipAuthenticationDomainParameterInfo")
        try parts.expectEnd()
    }
}
