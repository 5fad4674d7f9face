import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct PublicKeyTests {
    // A chip's answer to Active Authentication in both forms, P-256 and SHA-256.
    static let point =
        "04515C3D6EB9E396B904D3FECA7F54FDCD0CC1E997BF375DCA515AD0A6C3B4035F"
        + "4536BE3A50F318FBF9A5475902A221502BEF0D57E08C53B2CC0A56F17D9F9354"
    static let nonce = "5A17C3E0942BD86F"
    static let der =
        "304402202125C21E4B12639C225BD1FEA04792B61D0E5FF81CCB7B60593C9A758E05DE23"
        + "02203BBA4B6EFEC70578078C1CA35C1E05B1428813F9516F7324C5F062A5F6FF69C2"
    static let plain =
        "2125C21E4B12639C225BD1FEA04792B61D0E5FF81CCB7B60593C9A758E05DE23"
        + "3BBA4B6EFEC70578078C1CA35C1E05B1428813F9516F7324C5F062A5F6FF69C2"

    private func key() throws -> PublicKey {
        try PublicKey(ECGroup(.secp256r1).point(decoding: hex(Self.point)), on: .secp256r1)
    }

    @Test func `a chip's ECDSA answer is valid in both forms, and the form is told`() throws {
        let (key, nonce) = (try key(), try hex(Self.nonce))
        #expect(try key.ecdsaForm(of: hex(Self.plain), over: nonce, digest: .sha256) == .plain)
        #expect(try key.ecdsaForm(of: hex(Self.der), over: nonce, digest: .sha256) == .der)
        #expect(try key.ecdsaForm(of: hex(Self.plain), over: nonce, digest: .sha384) == nil)
        #expect(try key.ecdsaForm(of: hex(Self.der), over: nonce + [0], digest: .sha256) == nil)
    }

    @Test func `a plain signature that begins like a SEQUENCE is tried as plain first`() throws {
        // The first signature over a counter whose r begins with 30.
        let private256 = try PrivateKey(.secp256r1, random: .seeded(4))
        var found = false
        for counter: UInt16 in 0..<4096 where !found {
            let message = [UInt8(counter >> 8), UInt8(counter & 0xFF)]
            let signature = try private256.sign(message, algorithm: .plainECDSA(.sha256))
            guard signature.first == 0x30 else { continue }
            found = true
            #expect(try private256.publicKey.ecdsaForm(of: signature, over: message, digest: .sha256) == .plain)
        }
        #expect(found)
    }

    @Test func `every bit of an ECDSA signature counts`() throws {
        let (key, nonce) = (try key(), try hex(Self.nonce))
        for (signature, algorithm) in [
            (try hex(Self.der), SignatureAlgorithm.ecdsa(.sha256)), (try hex(Self.plain), .plainECDSA(.sha256)),
        ] {
            for bit in 0..<signature.count * 8 {
                var changed = signature
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(try !key.verify(signature: changed, of: nonce, algorithm: algorithm))
            }
            for count in 0..<signature.count {
                let cut = Array(signature.prefix(count))
                #expect(try !key.verify(signature: cut, of: nonce, algorithm: algorithm))
            }
            #expect(try !key.verify(signature: signature + [0], of: nonce, algorithm: algorithm))
        }
        let zeros = [UInt8](repeating: 0, count: 64)
        #expect(try !key.verify(signature: zeros, of: nonce, algorithm: .plainECDSA(.sha256)))
    }

    @Test func `an RSA signature verifies, and no other`() throws {
        let key = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8)).publicKey
        let algorithm = SignatureAlgorithm.rsaPSS(.sha1, mgfDigest: .sha1, saltLength: 20)
        let (signature, message) = (try hex(RSAVectors.signature), try hex(RSAVectors.message))
        #expect(try key.verify(signature: signature, of: message, algorithm: algorithm))
        for other in [
            SignatureAlgorithm.rsaPSS(.sha1, mgfDigest: .sha1, saltLength: 19),
            .rsaPSS(.sha1, mgfDigest: .sha256, saltLength: 20), .rsaPSS(.sha256, mgfDigest: .sha1, saltLength: 20),
            .rsaPKCS1(.sha1),
        ] {
            #expect(try !key.verify(signature: signature, of: message, algorithm: other))
        }
        for bit in stride(from: 0, to: signature.count * 8, by: 13) {
            var changed = signature
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !key.verify(signature: changed, of: message, algorithm: algorithm))
        }
        #expect(try !key.verify(signature: [], of: message, algorithm: algorithm))
    }

    @Test func `keys of unknown curves and kinds are told apart and refuse to verify`() throws {
        let point = try hex(Self.point)
        func key(_ algorithm: AlgorithmIdentifier) throws -> PublicKey {
            try PublicKey(subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(point)]))
        }
        let ecPublicKey = try #require(ObjectIdentifier("1.2.840.10045.2.1"))
        let secp256k1 = try #require(ObjectIdentifier("1.3.132.0.10"))
        let dsa = try #require(ObjectIdentifier("1.2.840.10040.4.1"))
        var oddParameters = try NamedCurve.secp256r1.explicitParameters()
        oddParameters[oddParameters.count - 6] ^= 1

        let named = try key(AlgorithmIdentifier(ecPublicKey, parameters: DER.encode(secp256k1)))
        #expect(named.kind == .ellipticCurve(nil, .namedCurve))
        let explicit = try key(AlgorithmIdentifier(ecPublicKey, parameters: oddParameters))
        #expect(explicit.kind == .ellipticCurve(nil, .explicit))
        let absent = try key(AlgorithmIdentifier(ecPublicKey))
        #expect(absent.kind == .ellipticCurve(nil, .absent))
        let other = try key(AlgorithmIdentifier(dsa))
        #expect(other.kind == .other(dsa))
        for key in [named, explicit, absent] {
            #expect(throws: CryptoError.self) {
                try key.verify(signature: hex(Self.der), of: hex(Self.nonce), algorithm: .ecdsa(.sha256))
            }
            #expect(throws: CryptoError.self) {
                try key.verify(signature: hex(Self.plain), of: hex(Self.nonce), algorithm: .plainECDSA(.sha256))
            }
        }
        #expect(throws: CryptoError.unsupportedAlgorithm(dsa)) {
            try other.verify(signature: [1], of: [1], algorithm: .ecdsa(.sha256))
        }
    }

    @Test func `a point that is not on the curve verifies nothing`() throws {
        var octets = try hex(Self.point)
        octets[64] ^= 1
        let algorithm = AlgorithmIdentifier(
            try #require(ObjectIdentifier("1.2.840.10045.2.1")), parameters: DER.encode(NamedCurve.secp256r1.oid))
        let key = try PublicKey(
            subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(octets)]))
        #expect(throws: CryptoError.unusableKey("OpenSSL does not take it")) {
            try key.verify(signature: hex(Self.der), of: hex(Self.nonce), algorithm: .ecdsa(.sha256))
        }
    }

    @Test func `a SubjectPublicKeyInfo that is cut, long or of another type is refused`() throws {
        for der in [
            try key().subjectPublicKeyInfo, try PrivateKey(pkcs8: hex(RSAVectors.pkcs8)).publicKey.subjectPublicKeyInfo,
        ] {
            for count in 0..<der.count {
                #expect(throws: CryptoError.self) { try PublicKey(subjectPublicKeyInfo: Array(der.prefix(count))) }
            }
            #expect(throws: CryptoError.self) { try PublicKey(subjectPublicKeyInfo: der + [0]) }
            #expect(throws: CryptoError.self) { try PublicKey(subjectPublicKeyInfo: [0x31] + der.dropFirst()) }
        }
    }

    @Test func `an RSA key of a hostile size is refused`() throws {
        let oid = try #require(ObjectIdentifier("1.2.840.113549.1.1.1"))
        for count in [32, 4096] {
            let pair = DER.sequence([
                DER.encode(unsigned: [UInt8](repeating: 0xFF, count: count)), DER.encode(integer: 3),
            ])
            let key = try PublicKey(
                subjectPublicKeyInfo: DER.sequence([
                    AlgorithmIdentifier(oid, parameters: [5, 0]).encoded(), DER.bitString(pair),
                ]))
            #expect(throws: CryptoError.unusableKey("RSA with \(count * 8) bits")) {
                try key.verify(
                    signature: [UInt8](repeating: 1, count: count), of: [], algorithm: .rsaPKCS1(.sha256))
            }
        }
    }

    @Test func `many threads verify with one key at once, good and bad signatures and several algorithms`() async throws
    {
        let key = try PrivateKey(.brainpoolP256r1, random: .seeded(77))
        let (publicKey, message) = (key.publicKey, Array("message".utf8))
        let algorithms = [DigestAlgorithm.sha1, .sha224, .sha256, .sha384, .sha512].map(SignatureAlgorithm.ecdsa)
        let signatures = try algorithms.map { try key.sign(message, algorithm: $0) }
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<40 {
                        let index = (task + round) % algorithms.count
                        var signature = signatures[index]
                        let isGood = round % 3 != 0
                        if !isGood { signature[signature.count - 1] ^= 1 }
                        let isValid = try publicKey.verify(
                            signature: signature, of: message, algorithm: algorithms[index])
                        if isValid != isGood { wrong += 1 }
                    }
                    return wrong
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
