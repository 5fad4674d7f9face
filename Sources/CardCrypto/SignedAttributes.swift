public import InlaySeams
public import Octets

/// The signed attributes of a signer (RFC 5652 §5.3), with the octets they arrived in.
public struct SignedAttributes: Hashable, Sendable {
    /// The octets as they were received, with the tag A0.
    public let received: [UInt8]
    /// The values of each attribute, raw, in the order received.
    public let attributes: [Attribute]

    /// One attribute.
    public struct Attribute: Hashable, Sendable {
        /// What it tells.
        public let type: ObjectIdentifier
        /// Its values, each one data object; nearly always one.
        public let values: [[UInt8]]
        /// The whole attribute as received.
        public let encoded: [UInt8]
    }

    /// The order of the attributes in the octets that a signature covers.
    public enum Order: Hashable, Sendable {
        /// As they were received.
        case received
        /// As DER has a SET OF ordered (X.690 §11.6).
        case sorted
    }

    /// Reads attributes tagged A0 that fill `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.structure, rules: .ber)
        try self.init(reader.next(0xA0))
        try reader.expectEnd()
    }

    init(_ object: TLV) throws(ParseError) {
        received = Array(object.encoded)
        var contents = try object.contents(Self.structure)
        var attributes: [Attribute] = []
        while !contents.isAtEnd {
            guard attributes.count < Self.countLimit else { throw contents.error(.tooMany(limit: Self.countLimit)) }
            let object = try contents.next(.sequence)
            var parts = try object.contents(Self.structure)
            let type = try parts.next(.objectIdentifier).objectIdentifier(Self.structure)
            var set = try parts.next(.set).contents(Self.structure)
            try parts.expectEnd()
            var values: [[UInt8]] = []
            while !set.isAtEnd { values.append(Array(try set.next().encoded)) }
            attributes.append(Attribute(type: type, values: values, encoded: Array(object.encoded)))
        }
        self.attributes = attributes
    }

    /// Whether the attributes stand in the order of DER.
    public var isSorted: Bool {
        zip(attributes, attributes.dropFirst()).allSatisfy { !$1.encoded.lexicographicallyPrecedes($0.encoded) }
    }

    /// What a signature over the attributes covers: a SET instead of the tag A0 (RFC 5652 §5.4).
    public func signedOctets(_ order: Order) -> [UInt8] {
        let parts = attributes.map(\.encoded)
        switch order {
        case .received: return TLV.encode(.set, parts: parts)
        case .sorted: return DER.setOf(parts)
        }
    }

    /// Which order of the attributes `signature` covers, the received one tried first; nil when it covers neither.
    ///
    /// Documents exist whose attributes are out of order and signed as they stand, and others that were signed in
    /// order and stored out of it.
    public func order(
        coveredBy signature: [UInt8], of key: PublicKey, algorithm: SignatureAlgorithm
    ) throws(CryptoError) -> Order? {
        for order in [Order.received, .sorted] {
            let message = signedOctets(order)
            if try key.verify(signature: signature, of: message, algorithm: algorithm) { return order }
        }
        return nil
    }

    /// The contents of the only value of the only attribute of this type; nil when it is not so.
    public func value(_ type: ObjectIdentifier) -> [UInt8]? {
        let found = attributes.filter { $0.type == type }
        guard found.count == 1, let values = found.first?.values, values.count == 1 else { return nil }
        return values.first
    }

    /// The digest of the content that the signer saw.
    public var messageDigest: [UInt8]? {
        object(.pkcs9.appending(4)).flatMap { try? $0.octetString(Self.structure) }
    }

    /// The content type that the signer saw.
    public var contentType: ObjectIdentifier? {
        object(.pkcs9.appending(3)).flatMap { try? $0.objectIdentifier(Self.structure) }
    }

    /// When the signer says it signed.
    public var signingTime: Moment? {
        object(.pkcs9.appending(5)).flatMap { try? TimeDecoding.moment($0, in: Self.structure) }
    }

    /// The algorithms that the signer says it used (RFC 6211); nil when it does not say.
    var algorithmProtection: (digest: AlgorithmIdentifier, signature: AlgorithmIdentifier?)? {
        guard let object = object(.pkcs9.appending(52)), object.tag == .sequence,
            var contents = try? object.contents(Self.structure), let first = try? contents.next(.sequence),
            let digest = try? AlgorithmIdentifier(first)
        else { return nil }
        // [1] IMPLICIT AlgorithmIdentifier.
        let signature = (try? contents.nextIfPresent(0xA1)).flatMap { object in
            try? AlgorithmIdentifier(parsing: TLV.encode(.sequence, object.value))
        }
        return (digest, signature)
    }

    private func object(_ type: ObjectIdentifier) -> TLV? {
        guard let value = value(type) else { return nil }
        var reader = TLVReader(value, in: Self.structure, rules: .ber)
        return try? reader.next()
    }

    private static let countLimit = 256
    private static let structure = "SignedAttributes"
}
