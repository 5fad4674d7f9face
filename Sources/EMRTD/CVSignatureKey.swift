public import CardCrypto
public import LDS

/// A public key of a CV certificate, ready to check signatures: on an elliptic curve the domain parameters may come from
/// the certificates above it (9303-12 §7.2.2.3).
public struct CVSignatureKey: Hashable, Sendable {
    /// The key.
    public let publicKey: PublicKey
    /// How it signs.
    public let algorithm: SignatureAlgorithm

    /// Takes `key`, with the curve `inherited` from the certificates above if it has no parameters of its own.
    ///
    /// Throws `unknownParameters` when there are none at all, or they are those of no known curve.
    public init(_ key: CVPublicKey, inheriting inherited: NamedCurve? = nil) throws(CryptoError) {
        guard let algorithm = key.knownAlgorithm else { throw .unsupportedAlgorithm(key.algorithm) }
        self.algorithm = SignatureAlgorithm(algorithm)
        switch key.numbers {
        case .rsa(let modulus, let exponent):
            publicKey = try PublicKey(rsaModulus: modulus, publicExponent: exponent)
        case .ellipticCurve(let parameters, let point):
            guard let curve = parameters == nil ? inherited : parameters.flatMap(NamedCurve.init) else {
                throw .unknownParameters(parameters == nil ? "there are none" : "no known curve has these parameters")
            }
            publicKey = try PublicKey(ECGroup(curve).point(decoding: point), on: curve)
        case .other: throw .unsupportedAlgorithm(key.algorithm)
        }
    }

    /// The curve, which keys below inherit; nil for RSA.
    public var curve: NamedCurve? { publicKey.curve }

    /// Whether the key signed `certificate`. Throws when the key cannot be used.
    public func signed(_ certificate: CVCertificate) throws(CryptoError) -> Bool {
        try publicKey.verify(
            signature: certificate.signature, of: certificate.body.encoded, algorithm: algorithm)
    }

    /// Whether `holder` has the same key; on an elliptic curve also the same curve.
    public func belongs(to holder: PublicKey) -> Bool {
        switch (publicKey.rsaNumbers, holder.rsaNumbers) {
        case (let own?, let other?): own == other
        case (nil, nil):
            publicKey.curve != nil && publicKey.curve == holder.curve
                && publicKey.subjectPublicKey == holder.subjectPublicKey
        default: false
        }
    }
}

extension NamedCurve {
    init?(_ parameters: CVPublicKey.DomainParameters) {
        self.init(
            prime: parameters.prime, a: parameters.a, b: parameters.b, basePoint: parameters.basePoint,
            order: parameters.order, cofactor: parameters.cofactor)
    }
}

extension SignatureAlgorithm {
    /// 9303-12 §7.2.2.3: PSS with a salt as long as the digest and MGF1 with the same digest; ECDSA in plain form.
    init(_ algorithm: TerminalAuthenticationAlgorithm) {
        func pss(_ digest: DigestAlgorithm) -> SignatureAlgorithm {
            .rsaPSS(digest, mgfDigest: digest, saltLength: digest.byteCount)
        }
        self =
            switch algorithm {
            case .rsaPKCS1SHA1: .rsaPKCS1(.sha1)
            case .rsaPKCS1SHA256: .rsaPKCS1(.sha256)
            case .rsaPKCS1SHA512: .rsaPKCS1(.sha512)
            case .rsaPSSSHA1: pss(.sha1)
            case .rsaPSSSHA256: pss(.sha256)
            case .rsaPSSSHA512: pss(.sha512)
            case .ecdsaSHA1: .plainECDSA(.sha1)
            case .ecdsaSHA224: .plainECDSA(.sha224)
            case .ecdsaSHA256: .plainECDSA(.sha256)
            case .ecdsaSHA384: .plainECDSA(.sha384)
            case .ecdsaSHA512: .plainECDSA(.sha512)
            }
    }
}
