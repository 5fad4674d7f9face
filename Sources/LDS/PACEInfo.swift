public import Octets

/// PACEInfo (9303-11 §9.2.1): one combination of algorithms and domain parameters that the chip offers.
public struct PACEInfo: Hashable, Sendable {
    /// The version that the standard defines.
    public static let currentVersion = 2

    /// The object identifier that MSE:Set AT repeats.
    public let protocolOID: ObjectIdentifier
    /// How the domain parameters are mapped.
    public let mapping: PACEMapping
    /// DH or ECDH.
    public let keyAgreement: KeyAgreement
    /// The session's cipher.
    public let cipher: SessionCipher
    /// The version as found; 2 is the only one defined.
    public let version: Int
    /// Number of the domain parameters: of the standardised ones (9303-11 §9.5.1), or of a PACEDomainParameterInfo.
    public let parameterID: Int?

    /// An offer from its parts; nil for a combination that does not exist.
    public init?(
        mapping: PACEMapping, keyAgreement: KeyAgreement, cipher: SessionCipher, parameterID: Int?,
        version: Int = currentVersion
    ) {
        guard let algorithm = PACEAlgorithm(mapping: mapping, agreement: keyAgreement, cipher: cipher) else {
            return nil
        }
        protocolOID = .pace.appending(algorithm.family, cipher.rawValue)
        self.mapping = mapping
        self.keyAgreement = keyAgreement
        self.cipher = cipher
        self.version = version
        self.parameterID = parameterID
    }

    init(_ oid: ObjectIdentifier, _ parts: inout TLVReader) throws(ParseError) {
        guard let algorithm = oid.arcs(below: .pace).flatMap(PACEAlgorithm.init(arcs:)) else {
            throw parts.error(.invalidValue("not a combination of PACE"))
        }
        protocolOID = oid
        mapping = algorithm.mapping
        keyAgreement = algorithm.agreement
        cipher = algorithm.cipher
        version = try parts.next(.integer).integer("PACEInfo")
        parameterID = try parts.nextIfPresent(.integer)?.integer("PACEInfo")
        try parts.expectEnd()
    }

    /// The entry that makes this offer.
    public var securityInfo: SecurityInfo {
        SecurityInfo(
            protocolOID,
            [DER.encode(integer: version)] + [parameterID].compactMap { $0.map(DER.encode(integer:)) })
    }
}

/// PACEDomainParameterInfo (9303-11 §9.2.2): explicit domain parameters. A reader must not use what it does not know.
public struct PACEDomainParameterInfo: Hashable, Sendable {
    /// The family, without a cipher.
    public let protocolOID: ObjectIdentifier
    /// The domain parameters.
    public let domainParameter: AlgorithmIdentifier
    /// The number that a PACEInfo refers to.
    public let parameterID: Int?

    init(_ oid: ObjectIdentifier, _ parts: inout TLVReader) throws(ParseError) {
        protocolOID = oid
        domainParameter = try AlgorithmIdentifier(parts.next(.sequence), in: "PACEDomainParameterInfo")
        parameterID = try parts.nextIfPresent(.integer)?.integer("PACEDomainParameterInfo")
        try parts.expectEnd()
    }
}
