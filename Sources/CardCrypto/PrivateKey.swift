import COpenSSL
public import InlaySeams
import Octets

/// A private key: on an elliptic curve, or RSA. It is never shown.
public struct PrivateKey: Sendable {
    private enum Secret: Sendable {
        case ellipticCurve(ECGroup, SecretBytes)
        case rsa(pkcs8: SecretBytes, modulusByteCount: Int)
    }

    private let secret: Secret
    /// The public key that belongs to it; on an elliptic curve with the parameters in the form they were given in.
    public let publicKey: PublicKey

    /// The key `scalar` on `curve`. Throws `invalidScalar` unless it has the length of the order and lies in its range.
    public init(
        _ curve: NamedCurve, scalar: SecretBytes, parameters form: PublicKey.ParametersForm = .namedCurve
    ) throws(CryptoError) {
        let group = try ECGroup(curve)
        try group.checkPrivateKey(scalar)
        secret = .ellipticCurve(group, scalar)
        publicKey = try PublicKey(group.multiply(group.generator, by: scalar), on: curve, parameters: form)
    }

    /// A new key on `curve`.
    public init(
        _ curve: NamedCurve, parameters form: PublicKey.ParametersForm = .namedCurve, random: RandomSource = .system
    ) throws(CryptoError) {
        try self.init(curve, scalar: ECGroup(curve).randomScalar(random), parameters: form)
    }

    /// Reads an unencrypted PKCS#8 PrivateKeyInfo (RFC 5208 §5).
    public init(pkcs8 der: [UInt8]) throws(CryptoError) {
        let structure = "PrivateKeyInfo"
        do {
            var contents = try TLVReader(sequenceFilling: der, in: structure)
            _ = try contents.next(.integer)
            let algorithm = try AlgorithmIdentifier(contents.next(.sequence))
            let key = try contents.next(.octetString).octetString(structure)
            self = try Self.read(algorithm, key: key, pkcs8: der)
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .unusableKey("PrivateKeyInfo")
        }
    }

    private init(_ secret: Secret, _ publicKey: PublicKey) {
        self.secret = secret
        self.publicKey = publicKey
    }

    private static func read(_ algorithm: AlgorithmIdentifier, key: [UInt8], pkcs8: [UInt8]) throws -> PrivateKey {
        let structure = "PrivateKeyInfo"
        var outer = TLVReader(key, in: structure, rules: .ber)
        var contents = try outer.next(.sequence).contents(structure)
        _ = try contents.next(.integer)
        switch algorithm.algorithm {
        case .ecPublicKey:
            // ECPrivateKey (RFC 5915 §3); its own parameters repeat those of the algorithm.
            let scalar = ECDomainParameters.magnitude(try contents.next(.octetString).octetString(structure))
            let parameters = AlgorithmIdentifier(.ecPublicKey, parameters: algorithm.parameters)
            let carrier = try PublicKey(
                subjectPublicKeyInfo: DER.sequence([parameters.encoded(), DER.bitString([])]))
            guard case .ellipticCurve(let curve?, let form) = carrier.kind else {
                throw CryptoError.unknownParameters("the curve is not known")
            }
            let padded = ECDomainParameters.padded(scalar, to: curve.orderByteCount)
            return try PrivateKey(curve, scalar: SecretBytes(taking: padded), parameters: form)
        case .pkcs1.appending(1), .pkcs1.appending(10):
            // RSAPrivateKey (RFC 8017 App. A.1.2) begins like RSAPublicKey.
            let modulus = try contents.next(.integer).unsigned(structure)
            let exponent = try contents.next(.integer).unsigned(structure)
            let pair = DER.sequence([DER.encode(unsigned: modulus), DER.encode(unsigned: exponent)])
            return PrivateKey(
                .rsa(pkcs8: SecretBytes(pkcs8), modulusByteCount: modulus.count),
                try PublicKey(subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(pair)])))
        default:
            throw CryptoError.unsupportedAlgorithm(algorithm.algorithm)
        }
    }

    /// The scalar of a key on an elliptic curve, for key agreement; nil for RSA.
    public var scalar: SecretBytes? {
        guard case .ellipticCurve(_, let scalar) = secret else { return nil }
        return scalar
    }

    /// The key as an unencrypted PKCS#8 PrivateKeyInfo, one on a curve with its public key (RFC 5208 §5, RFC 5915 §3).
    public var pkcs8: SecretBytes {
        switch secret {
        case .rsa(let pkcs8, _): return pkcs8
        case .ellipticCurve(_, let scalar):
            let key = DER.sequence([
                DER.encode(integer: 1), DER.octetString(scalar.exposed()),
                TLV.encode(0xA1, DER.bitString(publicKey.subjectPublicKey)),
            ])
            return SecretBytes(
                taking: DER.sequence([
                    DER.encode(integer: 0), publicKey.algorithm.encoded(), DER.octetString(key),
                ]))
        }
    }

    /// Signs `message`. On an elliptic curve the nonce is that of RFC 6979, so that the same message has the same
    /// signature; `random` gives the salt of RSASSA-PSS.
    public func sign(
        _ message: [UInt8], algorithm: SignatureAlgorithm, random: RandomSource = .system
    ) throws(CryptoError) -> [UInt8] {
        switch (algorithm, secret) {
        case (.ecdsa(let digest), .ellipticCurve(let group, let scalar)):
            return try Self.sign(message, digest, group, scalar).derEncoded
        case (.plainECDSA(let digest), .ellipticCurve(let group, let scalar)):
            return try Self.sign(message, digest, group, scalar).plainEncoded
        case (.rsaPKCS1(let digest), .rsa(_, let count)):
            return unsafe try withRSAHandle { handle throws(CryptoError) in
                var signature = [UInt8](repeating: 0, count: count)
                var written = 0
                guard
                    unsafe inlay_rsa_sign_pkcs1(
                        handle, Int32(digest.bits), message, message.count, &signature, count, &written) == 1,
                    written == count
                else { throw .libraryFailure("sign") }
                return signature
            }
        case (.rsaPSS(let digest, let mgfDigest, let saltLength), .rsa):
            guard case .rsa(let bits, _) = publicKey.kind else { throw .unusableKey("it is not an RSA key") }
            let encoding = PSSEncoding(digest: digest, mgfDigest: mgfDigest)
            guard (0...2048).contains(saltLength) else { throw .unusableKey("the salt is too long") }
            let salt = random.bytes(saltLength)
            guard salt.count == saltLength else { throw .unusableRandomness }
            return try raised(toPrivateExponent: encoding.encode(message, salt: salt, modulusBits: bits))
        default: throw .unusableKey("it is of another kind than the signature algorithm")
        }
    }

    /// `block`, as long as the modulus and below it, to the power of the private exponent: for the signatures with
    /// message recovery of Active Authentication (ISO/IEC 9796-2). Throws when the key is not RSA.
    public func raised(toPrivateExponent block: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard case .rsa(_, let count) = secret else { throw .unusableKey("it is not an RSA key") }
        guard block.count == count else { throw .invalidLength(what: "block", expected: count, found: block.count) }
        return unsafe try withRSAHandle { handle throws(CryptoError) in
            var output = [UInt8](repeating: 0, count: count)
            var written = 0
            guard unsafe inlay_rsa_private(handle, block, count, &output, count, &written) == 1, written == count
            else { throw .libraryFailure("sign") }
            return output
        }
    }

    private static func sign(
        _ message: [UInt8], _ digest: DigestAlgorithm, _ group: ECGroup, _ scalar: SecretBytes
    ) throws(CryptoError) -> ECDSASignature {
        let hash = digest.hash(message)
        let count = group.orderByteCount
        var nonces = try DeterministicNonce(
            digest, hash: hash, privateKey: scalar, order: group.orderOctets, bits: group.curve.bits)
        for _ in 0..<4 {
            let nonce = try nonces.next()
            var plain = [UInt8](repeating: 0, count: 2 * count)
            let status = OpenSSL.run {
                scalar.withBytes { scalar in
                    nonce.withBytes { nonce in
                        unsafe scalar.withUnsafeBufferPointer { scalar in
                            unsafe nonce.withUnsafeBufferPointer { nonce in
                                unsafe inlay_ecdsa_sign(
                                    group.curve.nid, scalar.baseAddress, nonce.baseAddress, Int32(count), hash,
                                    Int32(hash.count), &plain)
                            }
                        }
                    }
                }
            }
            if status == 1, let signature = ECDSASignature(plain: plain, curve: group.curve) { return signature }
        }
        throw .libraryFailure("sign")
    }

    private func withRSAHandle<R>(_ body: (OpaquePointer) throws(CryptoError) -> R) throws(CryptoError) -> R {
        guard case .rsa(let pkcs8, _) = secret else { throw .unusableKey("it is not an RSA key") }
        return try OpenSSL.run { () throws(CryptoError) -> R in
            let handle = unsafe pkcs8.withBytes { der in
                unsafe der.withUnsafeBufferPointer { unsafe inlay_rsa_private_key($0.baseAddress, $0.count) }
            }
            guard let handle = unsafe handle else { throw .unusableKey("OpenSSL does not take it") }
            defer { unsafe EVP_PKEY_free(handle) }
            return try unsafe body(handle)
        }
    }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind only.
    public var description: String { "PrivateKey(\(publicKey.kind))" }
    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
