import COpenSSL
import Octets

/// The numbers that define a group of points over a prime field; big endian, without leading zeros.
struct ECDomainParameters: Hashable, Sendable {
    var prime: [UInt8]
    var a: [UInt8]
    var b: [UInt8]
    var generatorX: [UInt8]
    var generatorY: [UInt8]
    var order: [UInt8]

    /// Parameters of these numbers, without leading zeros.
    init(prime: [UInt8], a: [UInt8], b: [UInt8], generatorX: [UInt8], generatorY: [UInt8], order: [UInt8]) {
        self.prime = prime
        self.a = a
        self.b = b
        self.generatorX = generatorX
        self.generatorY = generatorY
        self.order = order
    }

    /// The parameters of a known curve; nil if OpenSSL does not have it.
    init?(_ curve: NamedCurve) {
        guard let found = Self.table[curve] else { return nil }
        self = found
    }

    /// Reads an explicit ECParameters (X9.62; 9303-12 §4.1.6.2 wants them in certificates). The cofactor must be 1 or
    /// absent.
    init(explicit der: [UInt8]) throws(CryptoError) {
        let structure = "ECParameters"
        do {
            var parameters = try TLVReader(sequenceFilling: der, in: structure)
            let version = try parameters.next(.integer).integer(structure)
            var field = try parameters.next(.sequence).contents(structure)
            let fieldType = try field.next(.objectIdentifier).objectIdentifier(structure)
            // A field of characteristic two has other parameters here: told apart before they are read.
            guard fieldType == .x962.appending(1, 1) else {
                throw CryptoError.unknownParameters("only prime fields are used")
            }
            prime = try field.next(.integer).unsigned(structure)
            var curve = try parameters.next(.sequence).contents(structure)
            a = try Self.magnitude(curve.next(.octetString).octetString(structure))
            b = try Self.magnitude(curve.next(.octetString).octetString(structure))
            _ = try curve.nextIfPresent(.bitString)
            try field.expectEnd()
            try curve.expectEnd()
            let generator = try parameters.next(.octetString).octetString(structure)
            order = try parameters.next(.integer).unsigned(structure)
            let cofactor = try parameters.nextIfPresent(.integer)?.unsigned(structure)
            try parameters.expectEnd()
            guard (1...3).contains(version) else { throw CryptoError.unknownParameters("version of ECParameters") }
            guard cofactor == nil || cofactor == [1] else { throw CryptoError.unknownParameters("cofactor is not 1") }
            let half = generator.count / 2
            guard generator.first == 0x04, generator.count % 2 == 1, half > 0 else {
                throw CryptoError.unknownParameters("the base point is not in uncompressed form")
            }
            generatorX = Self.magnitude(generator[1...half])
            generatorY = Self.magnitude(generator.suffix(half))
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .unknownParameters(structure)
        }
    }

    /// The known curve whose parameters are all equal to these; nil when there is none.
    var namedCurve: NamedCurve? { Self.table.first { $0.value == self }?.key }

    static func magnitude(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        return significant.isEmpty ? [0] : significant
    }

    static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, count - bytes.count)) + bytes
    }

    private static let table: [NamedCurve: ECDomainParameters] = OpenSSL.run {
        var table: [NamedCurve: ECDomainParameters] = [:]
        for curve in NamedCurve.allCases { table[curve] = ECDomainParameters(fromOpenSSL: curve) }
        return table
    }

    private init?(fromOpenSSL curve: NamedCurve) {
        guard let group = unsafe EC_GROUP_new_by_curve_name(curve.nid) else { return nil }
        defer { unsafe EC_GROUP_free(group) }
        let count = curve.fieldByteCount
        var values = [UInt8](repeating: 0, count: 5 * count + curve.orderByteCount)
        guard unsafe inlay_ec_parameters(group, Int32(count), Int32(curve.orderByteCount), &values) == 1 else {
            return nil
        }
        func value(_ index: Int) -> [UInt8] { Self.magnitude(values.dropFirst(index * count).prefix(count)) }
        (prime, a, b, generatorX, generatorY) = (value(0), value(1), value(2), value(3), value(4))
        order = Self.magnitude(values.dropFirst(5 * count))
    }
}

extension NamedCurve {
    /// The curve as an explicit ECParameters with cofactor and uncompressed base point (9303-12 §4.1.6.2).
    public func explicitParameters() throws(CryptoError) -> [UInt8] {
        guard let parameters = ECDomainParameters(self) else { throw .libraryFailure("set up \(self)") }
        func field(_ value: [UInt8]) -> [UInt8] { ECDomainParameters.padded(value, to: fieldByteCount) }
        return DER.sequence([
            DER.encode(integer: 1),
            DER.sequence([DER.encode(.x962.appending(1, 1)), DER.encode(unsigned: parameters.prime)]),
            DER.sequence([DER.octetString(field(parameters.a)), DER.octetString(field(parameters.b))]),
            DER.octetString([0x04] + field(parameters.generatorX) + field(parameters.generatorY)),
            DER.encode(unsigned: parameters.order),
            DER.encode(integer: 1),
        ])
    }
}
