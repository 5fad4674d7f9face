public import Octets

/// A public key as CV certificates carry it: data object 7F49 (9303-12 §7.2.2.3, TR-03110-3 §D.3).
public struct CVPublicKey: Hashable, Sendable {
    /// Domain parameters of a key on an elliptic curve: all numbers of the curve.
    public struct DomainParameters: Hashable, Sendable {
        /// 81, the prime.
        public var prime: [UInt8]
        /// 82, first coefficient.
        public var a: [UInt8]
        /// 83, second coefficient.
        public var b: [UInt8]
        /// 84, the base point, uncompressed.
        public var basePoint: [UInt8]
        /// 85, order of the base point.
        public var order: [UInt8]
        /// 87, the cofactor; some leave it out.
        public var cofactor: [UInt8]?

        /// Parameters of these numbers, big endian.
        public init(
            prime: [UInt8], a: [UInt8], b: [UInt8], basePoint: [UInt8], order: [UInt8], cofactor: [UInt8]? = [1]
        ) {
            self.prime = prime
            self.a = a
            self.b = b
            self.basePoint = basePoint
            self.order = order
            self.cofactor = cofactor
        }
    }

    /// The numbers of the key, big endian, not checked.
    public enum Numbers: Hashable, Sendable {
        /// Modulus and public exponent.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point; without parameters it lies on the curve of the key that signed the certificate.
        case ellipticCurve(DomainParameters?, point: [UInt8])
        /// Objects of an algorithm that is not known here.
        case other([DataObject])
    }

    /// The algorithm that the key is for.
    public let algorithm: ObjectIdentifier
    /// The key.
    public let numbers: Numbers
    /// The whole object as it was read or made.
    public let encoded: [UInt8]

    /// The algorithm, when it is one of Terminal Authentication.
    public var knownAlgorithm: TerminalAuthenticationAlgorithm? { TerminalAuthenticationAlgorithm(algorithm) }

    /// Domain parameters in the key itself.
    public var domainParameters: DomainParameters? {
        guard case .ellipticCurve(let parameters, _) = numbers else { return nil }
        return parameters
    }

    /// A key of these numbers.
    public init(_ algorithm: ObjectIdentifier, _ numbers: Numbers) {
        self.algorithm = algorithm
        self.numbers = numbers
        encoded = TLV.encode(0x7F49, DER.encode(algorithm) + Self.objects(numbers))
    }

    /// Reads a 7F49.
    init(_ object: TLV) throws(ParseError) {
        try object.expect(0x7F49, Self.structure)
        var parts = try object.contents(Self.structure)
        algorithm = try parts.next(.objectIdentifier).objectIdentifier(Self.structure)
        switch TerminalAuthenticationAlgorithm(algorithm)?.isRSA {
        case true: numbers = try Self.rsa(&parts)
        case false: numbers = try Self.ellipticCurve(&parts)
        default: numbers = .other(try parts.all().map(DataObject.init))
        }
        try parts.expectEnd()
        encoded = Array(object.encoded)
    }

    private static let structure = "CV certificate public key"

    private static func rsa(_ parts: inout TLVReader) throws(ParseError) -> Numbers {
        let modulus = try value(0x81, &parts)
        return .rsa(modulus: modulus, exponent: try value(0x82, &parts))
    }

    /// All domain parameters or none; only the cofactor may be missing.
    private static func ellipticCurve(_ parts: inout TLVReader) throws(ParseError) -> Numbers {
        guard parts.nextTag == 0x81 else { return .ellipticCurve(nil, point: try value(0x86, &parts)) }
        var parameters = DomainParameters(
            prime: try value(0x81, &parts), a: try value(0x82, &parts), b: try value(0x83, &parts),
            basePoint: try value(0x84, &parts), order: try value(0x85, &parts), cofactor: nil)
        let point = try value(0x86, &parts)
        parameters.cofactor = try parts.isAtEnd ? nil : value(0x87, &parts)
        return .ellipticCurve(parameters, point: point)
    }

    private static func value(_ tag: Tag, _ parts: inout TLVReader) throws(ParseError) -> [UInt8] {
        let object = try parts.next(tag)
        guard (1...numberLimit).contains(object.value.count) else {
            throw ParseError(
                .invalidValue("a number of 1 to 1024 octets is expected"), in: structure, at: object.offset)
        }
        return Array(object.value)
    }

    /// Longer than any modulus in use.
    private static let numberLimit = 1024

    private static func objects(_ numbers: Numbers) -> [UInt8] {
        switch numbers {
        case .rsa(let modulus, let exponent): TLV.encode(0x81, modulus) + TLV.encode(0x82, exponent)
        case .ellipticCurve(nil, let point): TLV.encode(0x86, point)
        case .ellipticCurve(let curve?, let point):
            TLV.encode(0x81, curve.prime) + TLV.encode(0x82, curve.a) + TLV.encode(0x83, curve.b)
                + TLV.encode(0x84, curve.basePoint) + TLV.encode(0x85, curve.order) + TLV.encode(0x86, point)
                + (curve.cofactor.map { TLV.encode(0x87, $0) } ?? [])
        case .other(let objects): objects.flatMap(\.encoded)
        }
    }
}
