import COpenSSL
public import InlaySeams
import Octets

/// A subgroup of prime order of the numbers modulo a prime: the groups of RFC 5114 that 9303-11 §9.5.1 standardizes.
public struct DHGroup: Hashable, Sendable {
    /// The number in the table of standardized domain parameters, 0 to 2.
    public let standardizedDomainParameterID: Int
    /// The element that the standard chose as generator.
    public let generator: DHElement

    let prime: [UInt8]
    let order: [UInt8]

    /// The group with this number in the table. Throws `unknownParameters` when it has none.
    public init(standardizedDomainParameterID id: Int) throws(CryptoError) {
        let sizes = [(128, 20), (256, 28), (256, 32)]
        guard sizes.indices.contains(id) else { throw .unknownParameters("no group has this number") }
        let (primeCount, orderCount) = sizes[id]
        var values = [UInt8](repeating: 0, count: 2 * primeCount + orderCount)
        let status = OpenSSL.run {
            unsafe inlay_dh_parameters(Int32(id), Int32(primeCount), Int32(orderCount), &values)
        }
        guard status == 1 else { throw .libraryFailure("set up a group") }
        standardizedDomainParameterID = id
        prime = Array(values.prefix(primeCount))
        generator = DHElement(octets: Array(values.dropFirst(primeCount).prefix(primeCount)))
        order = Array(values.suffix(orderCount))
    }

    /// The group that explicit parameters spell out: DomainParameters of X9.42, or DHParameter of PKCS #3, which has no
    /// order. Throws `unknownParameters` unless every number is that of a known group.
    public init(explicitParameters der: [UInt8]) throws(CryptoError) {
        let numbers: [[UInt8]]
        do {
            var contents = try TLVReader(sequenceFilling: der, in: "DomainParameters")
            var read: [[UInt8]] = []
            while let number = try contents.nextIfPresent(.integer) {
                read.append(try number.unsigned("DomainParameters"))
            }
            numbers = read
        } catch {
            throw .malformed(error)
        }
        for id in 0...2 {
            let group = try DHGroup(standardizedDomainParameterID: id)
            guard numbers.count >= 2, numbers[0] == ECDomainParameters.magnitude(group.prime),
                numbers[1] == ECDomainParameters.magnitude(group.generator.octets)
            else { continue }
            // The third number of PKCS #3 is a length, that of X9.42 the order.
            let third = numbers.count > 2 ? numbers[2] : []
            guard third.count <= 2 || third == ECDomainParameters.magnitude(group.order) else { continue }
            self = group
            return
        }
        throw .unknownParameters("no known group has these parameters")
    }

    /// The group of a public key in a SubjectPublicKeyInfo, told by number or by its parameters.
    public init(of key: PublicKey) throws(CryptoError) {
        guard let parameters = key.algorithm.parameters else { throw .unknownParameters("there are none") }
        switch key.algorithm.algorithm {
        case .standardizedDomainParameters:
            var reader = TLVReader(parameters, in: "parameters", rules: .ber)
            do {
                try self.init(standardizedDomainParameterID: reader.next(.integer).integer("parameters"))
            } catch let error as CryptoError {
                throw error
            } catch let error as ParseError {
                throw .malformed(error)
            } catch {
                throw .unknownParameters("parameters")
            }
        case .dhPublicNumber, .dhKeyAgreement: try self.init(explicitParameters: parameters)
        default: throw .unsupportedAlgorithm(key.algorithm.algorithm)
        }
    }

    /// Octets of the prime.
    public var primeByteCount: Int { prime.count }

    /// Octets of an exponent.
    public var orderByteCount: Int { order.count }

    /// Reads a public key: a number y with 1 < y < p - 1 and y^q = 1 (RFC 2631 §2.1.5). Leading zeros are passed over.
    public func element(decoding bytes: [UInt8]) throws(CryptoError) -> DHElement {
        let magnitude = ECDomainParameters.magnitude(bytes)
        guard !bytes.isEmpty, magnitude.count <= prime.count, bytes.count <= 2 * prime.count else {
            throw .invalidLength(what: "public key", expected: prime.count, found: bytes.count)
        }
        let octets = ECDomainParameters.padded(magnitude, to: prime.count)
        // The prime is odd: one below it differs in the last octet only.
        let lessOne = prime.dropLast() + [(prime.last ?? 1) - 1]
        guard magnitude != [0], magnitude != [1], octets.lexicographicallyPrecedes(lessOne) else {
            throw .invalidPoint("it is not between 1 and p - 1")
        }
        let power = try combine(octets, SecretBytes(order), nil)
        guard ECDomainParameters.magnitude(power) == [1] else { throw .invalidPoint("it is not in the subgroup") }
        return DHElement(octets: octets)
    }

    /// The element in the public key of a SubjectPublicKeyInfo, an INTEGER.
    public func element(of key: PublicKey) throws(CryptoError) -> DHElement {
        var reader = TLVReader(key.subjectPublicKey, in: "subjectPublicKey", rules: .ber)
        let octets: [UInt8]
        do { octets = try reader.next(.integer).unsigned("subjectPublicKey") } catch { throw .malformed(error) }
        return try element(decoding: octets)
    }

    /// The number without leading zeros, as public keys are sent (9303-11 §9.4.3).
    public func encoded(_ element: DHElement) -> [UInt8] { ECDomainParameters.magnitude(element.octets) }

    /// The number in the full length of the prime: the shared secret of a key agreement (9303-11 §9.4.1).
    public func sharedSecret(_ element: DHElement) -> SecretBytes { SecretBytes(element.octets) }

    /// `element` to the power of `exponent`. Throws `identity` when that is 1.
    public func power(_ element: DHElement, _ exponent: SecretBytes) throws(CryptoError) -> DHElement {
        try nontrivial(combine(element.octets, exponent, nil))
    }

    /// The product of two elements. Throws `identity` when that is 1.
    public func multiply(_ left: DHElement, _ right: DHElement) throws(CryptoError) -> DHElement {
        guard right.octets.count == prime.count else { throw .invalidPoint("it belongs to another group") }
        return try nontrivial(combine(left.octets, SecretBytes([1]), right.octets))
    }

    /// The element that integrated mapping makes of a number (9303-11 §4.4.3.3.2): its power to (p - 1) / q. Throws
    /// `identity` when that is 1.
    public func element(encodingFieldElement octets: [UInt8]) throws(CryptoError) -> DHElement {
        guard (1...1024).contains(octets.count) else {
            throw .invalidLength(what: "field element", expected: prime.count, found: octets.count)
        }
        var cofactor = [UInt8](repeating: 0, count: prime.count)
        let status = OpenSSL.run {
            unsafe inlay_dh_cofactor(prime, Int32(prime.count), order, Int32(order.count), &cofactor)
        }
        guard status == 1 else { throw .libraryFailure("map to an element") }
        return try nontrivial(combine(octets, SecretBytes(cofactor), nil))
    }

    /// A random number from 1 to q - 1, drawn as `ECGroup.randomScalar` does.
    public func randomExponent(_ random: RandomSource = .system) throws(CryptoError) -> SecretBytes {
        try ScalarDraw(order: order, bits: order.count * 8 - (order.first ?? 1).leadingZeroBitCount).draw(random)
    }

    private func nontrivial(_ octets: [UInt8]) throws(CryptoError) -> DHElement {
        let magnitude = ECDomainParameters.magnitude(octets)
        guard magnitude != [1], magnitude != [0] else { throw .identity }
        return DHElement(octets: octets)
    }

    private func combine(
        _ base: [UInt8], _ exponent: SecretBytes, _ factor: [UInt8]?
    ) throws(CryptoError) -> [UInt8] {
        guard (1...512).contains(exponent.count) else { throw .invalidScalar }
        var output = [UInt8](repeating: 0, count: prime.count)
        let status = OpenSSL.run {
            exponent.withBytes { exponent in
                unsafe exponent.withUnsafeBufferPointer { exponent in
                    if let factor {
                        unsafe inlay_dh_combine(
                            prime, Int32(prime.count), base, Int32(base.count), exponent.baseAddress,
                            Int32(exponent.count), factor, &output)
                    } else {
                        unsafe inlay_dh_combine(
                            prime, Int32(prime.count), base, Int32(base.count), exponent.baseAddress,
                            Int32(exponent.count), nil, &output)
                    }
                }
            }
        }
        guard status == 1 else { throw .libraryFailure("raise to a power") }
        return output
    }
}
