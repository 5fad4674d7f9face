import COpenSSL
public import Octets

/// A public key as certificates, EF.DG14 and EF.DG15 carry it.
public struct PublicKey: Hashable, Sendable {
    /// How a key on an elliptic curve tells its domain parameters.
    public enum ParametersForm: Hashable, Sendable {
        /// By the curve's object identifier.
        case namedCurve
        /// By all the numbers, as 9303-12 §4.1.6.2 asks.
        case explicit
        /// By a number of the table of standardized domain parameters (9303-11 §9.5.1).
        case standardized
        /// Not at all.
        case absent
    }

    /// What kind of key it is.
    public enum Kind: Hashable, Sendable {
        /// RSA with a modulus of so many bits; `onlyPSS` when the key itself is bound to RSASSA-PSS.
        case rsa(bits: Int, onlyPSS: Bool)
        /// A point on an elliptic curve; `curve` is nil when the parameters are those of no known curve.
        case ellipticCurve(NamedCurve?, ParametersForm)
        /// Another kind, by its identifier.
        case other(ObjectIdentifier)
    }

    /// The kind in short, for people: "RSA 2048", "brainpoolP256r1".
    public var label: String {
        switch kind {
        case .rsa(let bits, _): "RSA \(bits)"
        default: curve?.name ?? "EC"
        }
    }

    /// The SubjectPublicKeyInfo as it was read.
    public let subjectPublicKeyInfo: [UInt8]
    /// What kind of key it is.
    public let kind: Kind
    /// The algorithm as it was read, with its parameters.
    public let algorithm: AlgorithmIdentifier
    /// The key itself: the contents of the BIT STRING. On an elliptic curve this is the encoded point, not yet checked.
    public let subjectPublicKey: [UInt8]
    /// OpenSSL's form of it, shared by all copies.
    private let handle = PublicKeyHandle()

    /// Reads a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) that fills `der`.
    ///
    /// A kind or curve that is not known is not an error here; using the key is.
    public init(subjectPublicKeyInfo der: [UInt8]) throws(CryptoError) {
        let structure = "SubjectPublicKeyInfo"
        do {
            var contents = try TLVReader(sequenceFilling: der, in: structure)
            algorithm = try AlgorithmIdentifier(contents.next(.sequence))
            subjectPublicKey = try contents.next(.bitString).bitString(structure)
            try contents.expectEnd()
        } catch {
            throw .malformed(error)
        }
        subjectPublicKeyInfo = der
        switch algorithm.algorithm {
        case .pkcs1.appending(1), .pkcs1.appending(10):
            let bits = try Self.modulusBits(subjectPublicKey)
            kind = .rsa(bits: bits, onlyPSS: algorithm.algorithm == .pkcs1.appending(10))
        case .ecPublicKey, .standardizedDomainParameters:
            kind = Self.curveKind(of: algorithm)
        default:
            kind = .other(algorithm.algorithm)
        }
    }

    /// The key `point` on `curve`, with its parameters written in the wanted form.
    public init(
        _ point: ECPoint, on curve: NamedCurve, parameters form: ParametersForm = .namedCurve
    ) throws(CryptoError) {
        let algorithm: AlgorithmIdentifier
        switch form {
        case .namedCurve: algorithm = AlgorithmIdentifier(.ecPublicKey, parameters: DER.encode(curve.oid))
        case .explicit: algorithm = AlgorithmIdentifier(.ecPublicKey, parameters: try curve.explicitParameters())
        case .standardized:
            algorithm = AlgorithmIdentifier(
                .standardizedDomainParameters, parameters: DER.encode(integer: curve.standardizedDomainParameterID))
        case .absent: algorithm = AlgorithmIdentifier(.ecPublicKey)
        }
        try self.init(
            subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(point.encoded)]))
    }

    /// The curve, when the key is a point of a known one.
    public var curve: NamedCurve? {
        guard case .ellipticCurve(let curve, _) = kind else { return nil }
        return curve
    }

    private static func curveKind(of algorithm: AlgorithmIdentifier) -> Kind {
        guard let parameters = algorithm.parameters else { return .ellipticCurve(nil, .absent) }
        var reader = TLVReader(parameters, in: "parameters", rules: .ber)
        guard let object = try? reader.next() else { return .ellipticCurve(nil, .absent) }
        switch object.tag {
        case .objectIdentifier:
            return .ellipticCurve((try? object.objectIdentifier("parameters")).flatMap(NamedCurve.init), .namedCurve)
        case .integer:
            let id = try? object.integer("parameters")
            return .ellipticCurve(id.flatMap(NamedCurve.init(standardizedDomainParameterID:)), .standardized)
        case .sequence:
            return .ellipticCurve((try? ECDomainParameters(explicit: parameters))?.namedCurve, .explicit)
        default:
            return .ellipticCurve(nil, .absent)
        }
    }

    private static func modulusBits(_ key: [UInt8]) throws(CryptoError) -> Int {
        let structure = "RSAPublicKey"
        do {
            var contents = try TLVReader(sequenceFilling: key, in: structure)
            let modulus = try contents.next(.integer).unsigned(structure)
            _ = try contents.next(.integer).unsigned(structure)
            try contents.expectEnd()
            return modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        } catch {
            throw .malformed(error)
        }
    }

    // MARK: - OpenSSL

    /// Lends OpenSSL's form of the key to `body`. Throws when the key has no form that can be used.
    func withHandle<R>(_ body: (OpaquePointer) throws(CryptoError) -> R) throws(CryptoError) -> R {
        try OpenSSL.run { () throws(CryptoError) -> R in
            unsafe try handle.with({ () throws(CryptoError) in unsafe try makeHandle() }, body)
        }
    }

    /// Whether `signature` over what has this digest is the key's. Throws when it does not go with the settings.
    func verify(
        _ signature: [UInt8], ofDigest digest: [UInt8], _ settings: PublicKeyHandle.Settings
    ) throws(CryptoError) -> Bool {
        unsafe try withHandle { key throws(CryptoError) in
            unsafe try handle.verify(signature, ofDigest: digest, settings, key)
        }
    }

    /// Throws when the key is of no kind or curve that can be used, or is not valid.
    func checkUsable() throws(CryptoError) { unsafe try withHandle { _ in } }

    private func makeHandle() throws(CryptoError) -> OpaquePointer? {
        switch kind {
        case .rsa(let bits, let onlyPSS):
            // Bounds the work that a hostile key can ask for; OpenSSL bounds the exponent.
            guard (512...8192).contains(bits) else { throw .unusableKey("RSA with \(bits) bits") }
            // A key that is bound to PSS brings parameters, which OpenSSL reads for itself.
            if !onlyPSS, let numbers = rsaNumbers {
                return unsafe inlay_rsa_public_key(
                    numbers.modulus, Int32(numbers.modulus.count), numbers.exponent, Int32(numbers.exponent.count))
            }
            return unsafe subjectPublicKeyInfo.withUnsafeBufferPointer { der in
                var next = der.baseAddress
                return unsafe d2i_PUBKEY(nil, &next, der.count)
            }
        case .ellipticCurve(let curve?, _):
            // OpenSSL would also take the other forms, which 9303-12 §4.1.6.2 does not allow.
            guard subjectPublicKey.first == 0x04 else {
                throw .unusableKey("the point is not in uncompressed form")
            }
            guard let name = unsafe OBJ_nid2sn(curve.nid) else { return nil }
            return unsafe inlay_ec_public_key(name, subjectPublicKey, subjectPublicKey.count)
        case .ellipticCurve(nil, .namedCurve), .ellipticCurve(nil, .standardized):
            throw .unknownParameters("the curve is not known")
        case .ellipticCurve(nil, .explicit): throw .unknownParameters("no known curve has these parameters")
        case .ellipticCurve(nil, .absent): throw .unknownParameters("there are none")
        case .other(let identifier): throw .unsupportedAlgorithm(identifier)
        }
    }
}

extension PublicKey {
    /// Whether both are written alike.
    public static func == (left: PublicKey, right: PublicKey) -> Bool {
        left.subjectPublicKeyInfo == right.subjectPublicKeyInfo
    }

    /// Hashes what was read.
    public func hash(into hasher: inout Hasher) { hasher.combine(subjectPublicKeyInfo) }
}
