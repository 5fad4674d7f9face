import COpenSSL
public import InlaySeams

/// The group of points of one of the known curves, all of prime order with cofactor 1.
@safe public struct ECGroup: Sendable {
    /// The curve.
    public let curve: NamedCurve
    /// The point that the standard chose as generator.
    public let generator: ECPoint

    // Never freed: `groups` holds it. OpenSSL's functions on a constant group may run at the same time.
    private nonisolated(unsafe) let group: OpaquePointer
    private let order: [UInt8]

    /// The group of `curve`.
    public init(_ curve: NamedCurve) throws(CryptoError) {
        guard let known = Self.groups[curve] else { throw .libraryFailure("set up \(curve)") }
        self = known
    }

    /// Setting a group up costs as much as a multiplication on the fast curves: it is done once.
    private static let groups: [NamedCurve: ECGroup] = Dictionary(
        uniqueKeysWithValues: NamedCurve.allCases.compactMap { curve in
            ECGroup(settingUp: curve).map { (curve, $0) }
        })

    private init?(settingUp curve: NamedCurve) {
        guard let parameters = ECDomainParameters(curve),
            let group = unsafe OpenSSL.run({ unsafe EC_GROUP_new_by_curve_name(curve.nid) })
        else { return nil }
        self.curve = curve
        unsafe self.group = unsafe group
        let count = curve.fieldByteCount
        generator = ECPoint(
            encoded: [0x04] + ECDomainParameters.padded(parameters.generatorX, to: count)
                + ECDomainParameters.padded(parameters.generatorY, to: count))
        order = ECDomainParameters.padded(parameters.order, to: curve.orderByteCount)
    }

    /// The group that an explicit ECParameters spells out. Throws `unknownParameters` unless every number is that of a
    /// known curve: 9303-11 §9.2.1 has a terminal refuse explicit parameters it does not trust already.
    public init(explicitParameters ecParametersDER: [UInt8]) throws(CryptoError) {
        guard let curve = try ECDomainParameters(explicit: ecParametersDER).namedCurve else {
            throw .unknownParameters("no known curve has these parameters")
        }
        try self.init(curve)
    }

    /// Octets of a coordinate.
    public var fieldByteCount: Int { curve.fieldByteCount }

    /// Octets of a scalar.
    public var orderByteCount: Int { curve.orderByteCount }

    private var pointByteCount: Int { 1 + 2 * curve.fieldByteCount }

    /// Reads 04, x, y (9303-11 §9.4.5) and checks that it is a point of the group other than the identity.
    public func point(decoding bytes: [UInt8]) throws(CryptoError) -> ECPoint {
        try checkForm(bytes)
        try Self.check(OpenSSL.run { unsafe inlay_ec_check(group, bytes, bytes.count) }, "check a point")
        return ECPoint(encoded: bytes)
    }

    private func checkForm(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == pointByteCount else {
            throw .invalidLength(what: "point", expected: pointByteCount, found: bytes.count)
        }
        guard bytes.first == 0x04 else { throw .invalidPoint("only the uncompressed form is used") }
    }

    /// 04, x, y.
    public func encoded(_ point: ECPoint) -> [UInt8] { point.encoded }

    /// The abscissa in full field length: the shared secret of a key agreement (9303-11 §9.4.1).
    public func x(_ point: ECPoint) -> SecretBytes { SecretBytes(taking: point.x) }

    /// `scalar` times `point`; the scalar is taken modulo the order. Throws `identity` when nothing is left of it.
    public func multiply(_ point: ECPoint, by scalar: SecretBytes) throws(CryptoError) -> ECPoint {
        try multiply(encoded: point.encoded, by: scalar)
    }

    /// `scalar` times the point that `publicKey` encodes as 04, x, y, after all checks of `point(decoding:)`.
    public func multiply(publicKey: [UInt8], by scalar: SecretBytes) throws(CryptoError) -> ECPoint {
        try checkForm(publicKey)
        return try multiply(encoded: publicKey, by: scalar)
    }

    /// The sum of two points. Throws `identity` when one is the negative of the other.
    public func add(_ left: ECPoint, _ right: ECPoint) throws(CryptoError) -> ECPoint {
        unsafe try result("add points", of: [left.encoded, right.encoded]) { output in
            unsafe inlay_ec_sum(
                group, left.encoded, nil, 0, right.encoded, nil, 0, output, pointByteCount)
        }
    }

    /// `nonce` times `generator` and `scalar` times the point that `publicKey` encodes, added: the generic mapping of
    /// PACE (9303-11 §4.4.3.3.1). Throws `identity` when a product or the sum is.
    public func sum(
        _ nonce: SecretBytes, times generator: ECPoint, and scalar: SecretBytes, timesPublicKey publicKey: [UInt8]
    ) throws(CryptoError) -> ECPoint {
        try checkForm(publicKey)
        try checkCount(nonce)
        try checkCount(scalar)
        return unsafe try result("add points", of: [generator.encoded, publicKey]) { output in
            nonce.withBytes { nonce in
                scalar.withBytes { scalar in
                    unsafe nonce.withUnsafeBufferPointer { nonce in
                        unsafe scalar.withUnsafeBufferPointer { scalar in
                            unsafe withEncoding(generator.encoded) { base in
                                unsafe inlay_ec_sum(
                                    group, base, nonce.baseAddress, Int32(nonce.count), publicKey,
                                    scalar.baseAddress, Int32(scalar.count), output, pointByteCount)
                            }
                        }
                    }
                }
            }
        }
    }

    private func multiply(encoded point: [UInt8], by scalar: SecretBytes) throws(CryptoError) -> ECPoint {
        try checkCount(scalar)
        return unsafe try result("multiply a point", of: [point]) { output in
            scalar.withBytes { scalar in
                unsafe scalar.withUnsafeBufferPointer { scalar in
                    unsafe withEncoding(point) { point in
                        unsafe inlay_ec_multiply(
                            group, point, scalar.baseAddress, Int32(scalar.count), output, pointByteCount)
                    }
                }
            }
        }
    }

    /// Hands on the octets of a point; nil stands for the generator, which need not be read and checked.
    private func withEncoding(_ point: [UInt8], _ body: (UnsafePointer<UInt8>?) -> Int32) -> Int32 {
        guard point != generator.encoded else { return body(nil) }
        return unsafe point.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }

    private func checkCount(_ scalar: SecretBytes) throws(CryptoError) {
        guard (1...Self.scalarByteLimit).contains(scalar.count) else { throw .invalidScalar }
    }

    /// The point that 9303-11 App. B makes of a field element, here `octets` modulo the prime: the mapping of PACE-IM.
    ///
    /// Throws `unknownParameters` for secp224r1, whose prime is not 3 modulo 4, and `identity` for the few elements
    /// that have no image.
    public func point(encodingFieldElement octets: [UInt8]) throws(CryptoError) -> ECPoint {
        guard curve != .secp224r1 else { throw .unknownParameters("integrated mapping has no point encoding on it") }
        guard (1...Self.elementByteLimit).contains(octets.count) else {
            throw .invalidLength(what: "field element", expected: fieldByteCount, found: octets.count)
        }
        return unsafe try result("encode a field element", of: []) { output in
            unsafe inlay_ec_encode(group, octets, Int32(octets.count), output, pointByteCount)
        }
    }

    /// A random number from 1 to n - 1: `orderByteCount` octets are drawn, bits above the order are cleared, and what
    /// is still out of range is drawn again.
    public func randomScalar(_ random: RandomSource = .system) throws(CryptoError) -> SecretBytes {
        try ScalarDraw(order: order, bits: curve.bits).draw(random)
    }

    /// Throws `invalidScalar` unless `scalar` has `orderByteCount` octets and lies between 1 and n - 1.
    func checkPrivateKey(_ scalar: SecretBytes) throws(CryptoError) {
        guard ScalarDraw(order: order, bits: curve.bits).isInRange(scalar) else { throw .invalidScalar }
    }

    /// The order, `orderByteCount` octets.
    var orderOctets: [UInt8] { order }

    /// `numerator` divided by `denominator` modulo the order, `orderByteCount` octets: what a chip proves in Chip
    /// Authentication Mapping (9303-11 §4.4.3.5). Throws `invalidScalar` when either is zero modulo the order.
    public func quotient(
        _ numerator: SecretBytes, by denominator: SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        guard (1...Self.scalarByteLimit).contains(numerator.count),
            (1...Self.scalarByteLimit).contains(denominator.count)
        else { throw .invalidScalar }
        let count = orderByteCount
        return try SecretBytes(count: count) { output throws(CryptoError) in
            let status = OpenSSL.run {
                numerator.withBytes { numerator in
                    denominator.withBytes { denominator in
                        unsafe numerator.withUnsafeBufferPointer { numerator in
                            unsafe denominator.withUnsafeBufferPointer { denominator in
                                unsafe output.withUnsafeMutableBufferPointer { output in
                                    unsafe inlay_ec_quotient(
                                        group, numerator.baseAddress, Int32(numerator.count), denominator.baseAddress,
                                        Int32(denominator.count), output.baseAddress, Int32(count))
                                }
                            }
                        }
                    }
                }
            }
            if status == Int32(INLAY_IDENTITY) { throw .invalidScalar }
            try Self.check(status, "divide")
        }
    }

    // A nonce of 32 octets and the largest order both fit.
    private static let scalarByteLimit = 128
    private static let elementByteLimit = 1024

    private func result(
        _ operation: String, of points: [[UInt8]], _ compute: (UnsafeMutablePointer<UInt8>) -> Int32
    ) throws(CryptoError) -> ECPoint {
        // A point of another group has another length, or is refused by OpenSSL as not on the curve.
        guard points.allSatisfy({ $0.count == pointByteCount }) else {
            throw .invalidPoint("it belongs to another group")
        }
        var output = [UInt8](repeating: 0, count: pointByteCount)
        let status = OpenSSL.run {
            unsafe output.withUnsafeMutableBufferPointer { output in
                guard let start = output.baseAddress else { return Int32(0) }
                return unsafe compute(start)
            }
        }
        try Self.check(status, operation)
        return ECPoint(encoded: output)
    }

    private static func check(_ status: Int32, _ operation: String) throws(CryptoError) {
        switch status {
        case 1: return
        case Int32(INLAY_NOT_A_POINT): throw .invalidPoint("it is not on the curve")
        case Int32(INLAY_IDENTITY): throw .identity
        default: throw .libraryFailure(operation)
        }
    }
}
