import Octets

/// A signature algorithm of documents and certificates (9303-12 §4.1.6), with everything that it needs to be checked.
public enum SignatureAlgorithm: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS with MGF1.
    case rsaPSS(DigestAlgorithm, mgfDigest: DigestAlgorithm, saltLength: Int)
    /// ECDSA with the signature as SEQUENCE { r, s } (X9.62).
    case ecdsa(DigestAlgorithm)
    /// ECDSA with the signature as r and s side by side, as long as the order (TR-03111 §5.2.1).
    case plainECDSA(DigestAlgorithm)

    /// The digest of the message.
    public var digest: DigestAlgorithm {
        switch self {
        case .rsaPKCS1(let digest), .rsaPSS(let digest, _, _), .ecdsa(let digest), .plainECDSA(let digest): digest
        }
    }

    /// Reads an AlgorithmIdentifier.
    ///
    /// `digest` is the digest algorithm given beside it in CMS; it is needed where the identifier only names the kind
    /// of key. Throws `unsupportedAlgorithm` for anything else than these algorithms.
    public init(
        _ identifier: AlgorithmIdentifier, digest: DigestAlgorithm? = nil
    ) throws(CryptoError) {
        if let known = Self.table[identifier.algorithm] {
            self = known
            return
        }
        switch identifier.algorithm {
        case Self.pss: self = try Self.readPSS(identifier.parameters)
        case Self.rsaEncryption:
            guard let digest else { throw .unsupportedAlgorithm(identifier.algorithm) }
            self = .rsaPKCS1(digest)
        case .ecPublicKey:
            guard let digest else { throw .unsupportedAlgorithm(identifier.algorithm) }
            self = .ecdsa(digest)
        case Self.ecdsaSpecified:
            // X9.62 also has a form that names the digest in the parameters.
            guard let parameters = identifier.parameters, let named = try? AlgorithmIdentifier(parsing: parameters),
                let digest = DigestAlgorithm(named.algorithm)
            else { throw .unsupportedAlgorithm(identifier.algorithm) }
            self = .ecdsa(digest)
        default: throw .unsupportedAlgorithm(identifier.algorithm)
        }
    }

    /// Reads the DER form of an AlgorithmIdentifier.
    public init(algorithmIdentifier der: [UInt8], digest: DigestAlgorithm? = nil) throws(CryptoError) {
        let identifier: AlgorithmIdentifier
        do { identifier = try AlgorithmIdentifier(parsing: der) } catch { throw .malformed(error) }
        try self.init(identifier, digest: digest)
    }

    /// The AlgorithmIdentifier that names the algorithm in a certificate or a signed object.
    public var identifier: AlgorithmIdentifier {
        switch self {
        case .rsaPKCS1(let digest):
            AlgorithmIdentifier(Self.rsaIdentifier(digest), parameters: AlgorithmIdentifier.null)
        case .rsaPSS(let digest, let mgfDigest, let saltLength):
            AlgorithmIdentifier(Self.pss, parameters: Self.encodePSS(digest, mgfDigest, saltLength))
        case .ecdsa(let digest): AlgorithmIdentifier(Self.ecdsaIdentifier(digest))
        case .plainECDSA(let digest): AlgorithmIdentifier(.plainECDSA.appending(Self.number(digest)))
        }
    }

    /// Whether an identifier names the kind of key only.
    static func isOfKey(_ identifier: AlgorithmIdentifier) -> Bool {
        identifier.algorithm == rsaEncryption || identifier.algorithm == .ecPublicKey
    }

    /// The same scheme with another digest; nil for PSS, whose parameters say it all.
    func replacingDigest(by digest: DigestAlgorithm) -> SignatureAlgorithm? {
        switch self {
        case .rsaPKCS1: .rsaPKCS1(digest)
        case .rsaPSS: nil
        case .ecdsa: .ecdsa(digest)
        case .plainECDSA: .plainECDSA(digest)
        }
    }

    // MARK: - Identifiers

    private static let table: [ObjectIdentifier: SignatureAlgorithm] = {
        // OIW has an identifier of its own for RSA with SHA-1.
        var table: [ObjectIdentifier: SignatureAlgorithm] = [.oiw.appending(3, 2, 29): .rsaPKCS1(.sha1)]
        for digest in DigestAlgorithm.allCases {
            table[rsaIdentifier(digest)] = .rsaPKCS1(digest)
            table[ecdsaIdentifier(digest)] = .ecdsa(digest)
            table[.plainECDSA.appending(number(digest))] = .plainECDSA(digest)
        }
        return table
    }()

    private static let rsaEncryption = ObjectIdentifier.pkcs1.appending(1)
    private static let mgf1 = ObjectIdentifier.pkcs1.appending(8)
    private static let pss = ObjectIdentifier.pkcs1.appending(10)
    private static let ecdsaSpecified = ObjectIdentifier.x962.appending(4, 3)

    private static func rsaIdentifier(_ digest: DigestAlgorithm) -> ObjectIdentifier {
        switch digest {
        case .sha1: .pkcs1.appending(5)
        case .sha224: .pkcs1.appending(14)
        case .sha256: .pkcs1.appending(11)
        case .sha384: .pkcs1.appending(12)
        case .sha512: .pkcs1.appending(13)
        }
    }

    private static func ecdsaIdentifier(_ digest: DigestAlgorithm) -> ObjectIdentifier {
        digest == .sha1 ? .x962.appending(4, 1) : ecdsaSpecified.appending(number(digest) - 1)
    }

    /// SHA-1 is 1, SHA-224 is 2, and so on (TR-03111 §5.2.1).
    private static func number(_ digest: DigestAlgorithm) -> UInt8 {
        switch digest {
        case .sha1: 1
        case .sha224: 2
        case .sha256: 3
        case .sha384: 4
        case .sha512: 5
        }
    }

    // MARK: - RSASSA-PSS-params (RFC 4055 §3.1)

    /// What is absent has its default: SHA-1, MGF1 with SHA-1, 20 octets of salt, trailer BC.
    private static func readPSS(_ parameters: [UInt8]?) throws(CryptoError) -> SignatureAlgorithm {
        let structure = "RSASSA-PSS-params"
        var digest = DigestAlgorithm.sha1
        var mgfDigest = DigestAlgorithm.sha1
        var saltLength = 20
        guard let parameters, parameters != AlgorithmIdentifier.null else {
            return .rsaPSS(digest, mgfDigest: mgfDigest, saltLength: saltLength)
        }
        do {
            var fields = try TLVReader(sequenceFilling: parameters, in: structure)
            if let field = try fields.nextIfPresent(0xA0) {
                digest = try known(AlgorithmIdentifier(content(of: field)))
            }
            if let field = try fields.nextIfPresent(0xA1) {
                let generator = try AlgorithmIdentifier(content(of: field))
                guard generator.algorithm == mgf1, let inner = generator.parameters else {
                    throw CryptoError.unsupportedAlgorithm(generator.algorithm)
                }
                mgfDigest = try known(AlgorithmIdentifier(parsing: inner))
            }
            if let field = try fields.nextIfPresent(0xA2) { saltLength = try content(of: field).integer(structure) }
            if let field = try fields.nextIfPresent(0xA3) {
                guard try content(of: field).integer(structure) == 1 else {
                    throw CryptoError.unsupportedAlgorithm(pss)
                }
            }
            try fields.expectEnd()
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .unsupportedAlgorithm(pss)
        }
        // No modulus in use has room for more.
        guard (0...2048).contains(saltLength) else { throw .unsupportedAlgorithm(pss) }
        return .rsaPSS(digest, mgfDigest: mgfDigest, saltLength: saltLength)
    }

    private static func content(of field: TLV) throws(ParseError) -> TLV {
        var reader = try field.contents("RSASSA-PSS-params")
        let object = try reader.next()
        try reader.expectEnd()
        return object
    }

    private static func known(_ identifier: AlgorithmIdentifier) throws(CryptoError) -> DigestAlgorithm {
        guard let digest = DigestAlgorithm(identifier.algorithm) else {
            throw .unsupportedAlgorithm(identifier.algorithm)
        }
        return digest
    }

    private static func encodePSS(_ digest: DigestAlgorithm, _ mgfDigest: DigestAlgorithm, _ saltLength: Int) -> [UInt8]
    {
        // DER leaves defaults out (X.690 §11.5).
        var fields: [[UInt8]] = []
        if digest != .sha1 { fields.append(TLV.encode(0xA0, AlgorithmIdentifier(digest.oid).encoded())) }
        if mgfDigest != .sha1 {
            let generator = AlgorithmIdentifier(mgf1, parameters: AlgorithmIdentifier(mgfDigest.oid).encoded())
            fields.append(TLV.encode(0xA1, generator.encoded()))
        }
        if saltLength != 20 { fields.append(TLV.encode(0xA2, DER.encode(integer: saltLength))) }
        return DER.sequence(fields)
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The usual name with the digest.
    public var description: String {
        switch self {
        case .rsaPKCS1(let digest): "RSA PKCS#1 v1.5 with \(digest.name)"
        case .rsaPSS(let digest, let mgfDigest, let saltLength):
            "RSA-PSS with \(digest.name), MGF1 with \(mgfDigest.name), salt of \(saltLength) bytes"
        case .ecdsa(let digest): "ECDSA with \(digest.name)"
        case .plainECDSA(let digest): "plain ECDSA with \(digest.name)"
        }
    }
}
