import Octets

/// Keys that are given as numbers, as CV certificates give them (9303-12 §7.2.2.3).
extension PublicKey {
    /// The RSA key of this modulus and exponent, both big endian.
    public init(rsaModulus modulus: [UInt8], publicExponent exponent: [UInt8]) throws(CryptoError) {
        // OpenSSL takes an even exponent, with which there is no signature.
        guard let last = exponent.last, last & 1 == 1, ECDomainParameters.magnitude(exponent) != [1] else {
            throw .unusableKey("its public exponent")
        }
        let key = DER.sequence([DER.encode(unsigned: modulus), DER.encode(unsigned: exponent)])
        let algorithm = AlgorithmIdentifier(.pkcs1.appending(1), parameters: AlgorithmIdentifier.null)
        try self.init(subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(key)]))
        // Bounds of the modulus are checked here, so that a key that exists can be used.
        try checkUsable()
    }

    /// Modulus and exponent of an RSA key, without leading zeros; nil for other keys.
    public var rsaNumbers: (modulus: [UInt8], exponent: [UInt8])? {
        guard case .rsa = kind else { return nil }
        var outer = TLVReader(subjectPublicKey, in: "RSAPublicKey", rules: .ber)
        guard var contents = try? outer.next(.sequence).contents("RSAPublicKey"),
            let modulus = try? contents.next(.integer).unsigned("RSAPublicKey"),
            let exponent = try? contents.next(.integer).unsigned("RSAPublicKey")
        else { return nil }
        return (modulus, exponent)
    }
}

extension NamedCurve {
    /// The known curve whose numbers are all equal to these, big endian; nil when there is none, the base point is not
    /// uncompressed, or the cofactor is not 1.
    public init?(
        prime: [UInt8], a: [UInt8], b: [UInt8], basePoint: [UInt8], order: [UInt8], cofactor: [UInt8]? = nil
    ) {
        let half = basePoint.count / 2
        guard basePoint.first == 0x04, basePoint.count % 2 == 1, half > 0,
            ECDomainParameters.magnitude(cofactor ?? [1]) == [1],
            let curve = ECDomainParameters(
                prime: ECDomainParameters.magnitude(prime), a: ECDomainParameters.magnitude(a),
                b: ECDomainParameters.magnitude(b),
                generatorX: ECDomainParameters.magnitude(basePoint.dropFirst().prefix(half)),
                generatorY: ECDomainParameters.magnitude(basePoint.suffix(half)),
                order: ECDomainParameters.magnitude(order)
            ).namedCurve
        else { return nil }
        self = curve
    }

    /// The numbers of the curve: coordinates and coefficients in the length of the field, the order in its own.
    public var domainNumbers: (prime: [UInt8], a: [UInt8], b: [UInt8], basePoint: [UInt8], order: [UInt8])? {
        guard let parameters = ECDomainParameters(self) else { return nil }
        func field(_ value: [UInt8]) -> [UInt8] { ECDomainParameters.padded(value, to: fieldByteCount) }
        return (
            parameters.prime, field(parameters.a), field(parameters.b),
            [0x04] + field(parameters.generatorX) + field(parameters.generatorY), parameters.order
        )
    }
}
