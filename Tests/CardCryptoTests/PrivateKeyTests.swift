import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct PrivateKeyTests {
    static let p256 = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
    static let p521 =
        "00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75"
        + "CAA896EB32F1F47C70855836A6D16FCC1466F6D8FBEC67DB89EC0C08B0E996B83538"

    // RFC 6979 App. A.2.5 and A.2.7.
    @Test(arguments: [
        (
            NamedCurve.secp256r1, p256, DigestAlgorithm.sha1, "sample",
            "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
            "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB"
        ),
        (
            .secp256r1, p256, .sha224, "sample", "53B2FFF5D1752B2C689DF257C04C40A587FABABB3F6FC2702F1343AF7CA9AA3F",
            "B9AFB64FDC03DC1A131C7D2386D11E349F070AA432A4ACC918BEA988BF75C74C"
        ),
        (
            .secp256r1, p256, .sha256, "sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            .secp256r1, p256, .sha384, "sample", "0EAFEA039B20E9B42309FB1D89E213057CBF973DC0CFC8F129EDDDC800EF7719",
            "4861F0491E6998B9455193E34E7B0D284DDD7149A74B95B9261F13ABDE940954"
        ),
        (
            .secp256r1, p256, .sha512, "sample", "8496A60B5E9B47C825488827E0495B0E3FA109EC4568FD3F8D1097678EB97F00",
            "2362AB1ADBE2B8ADF9CB9EDAB740EA6049C028114F2460F96554F61FAE3302FE"
        ),
        (
            .secp256r1, p256, .sha1, "test", "0CBCC86FD6ABD1D99E703E1EC50069EE5C0B4BA4B9AC60E409E8EC5910D81A89",
            "01B9D7B73DFAA60D5651EC4591A0136F87653E0FD780C3B1BC872FFDEAE479B1"
        ),
        (
            .secp521r1, p521, .sha1, "sample",
            "00343B6EC45728975EA5CBA6659BBB6062A5FF89EEA58BE3C80B619F322C8791"
                + "0FE092F7D45BB0F8EEE01ED3F20BABEC079D202AE677B243AB40B5431D497C55D75D",
            "00E7B0E675A9B24413D448B8CC119D2BF7B2D2DF032741C096634D6D65D0DBE3"
                + "D5694625FB9E8104D3B842C1B0E2D0B98BEA19341E8676AEF66AE4EBA3D5475D5D16"
        ),
        (
            .secp521r1, p521, .sha512, "sample",
            "00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F"
                + "174E25A1EE9017B5D450606ADD152B534931D7D4E8455CC91F9B15BF05EC36E377FA",
            "00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF"
                + "282623EAA63E5B5C0723D8B8C37FF0777B1A20F8CCB1DCCC43997F1EE0E44DA4A67A"
        ),
    ])
    func `deterministic signatures are those of RFC 6979`(
        curve: NamedCurve, key: String, digest: DigestAlgorithm, message: String, r: String, s: String
    ) throws {
        let key = try PrivateKey(curve, scalar: secret(key))
        let message = Array(message.utf8)
        let plain = try key.sign(message, algorithm: .plainECDSA(digest))
        #expect(text(plain) == r + s)
        let der = try key.sign(message, algorithm: .ecdsa(digest))
        #expect(try key.publicKey.verify(signature: der, of: message, algorithm: .ecdsa(digest)))
        #expect(try key.publicKey.verify(signature: plain, of: message, algorithm: .plainECDSA(digest)))
    }

    @Test(arguments: NamedCurve.allCases, DigestAlgorithm.allCases)
    func `every curve signs and verifies with every digest`(curve: NamedCurve, digest: DigestAlgorithm) throws {
        let key = try PrivateKey(curve, random: .seeded(1))
        let message: [UInt8] = [1, 2, 3]
        let signature = try key.sign(message, algorithm: .ecdsa(digest))
        #expect(try key.sign(message, algorithm: .ecdsa(digest)) == signature)
        #expect(try key.publicKey.verify(signature: signature, of: message, algorithm: .ecdsa(digest)))
        #expect(try !key.publicKey.verify(signature: signature, of: [1, 2, 4], algorithm: .ecdsa(digest)))
        let other = try PrivateKey(curve, random: .seeded(2)).publicKey
        #expect(try !other.verify(signature: signature, of: message, algorithm: .ecdsa(digest)))
    }

    @Test(arguments: [PublicKey.ParametersForm.namedCurve, .explicit, .standardized])
    func `the public key tells its parameters in the wanted form`(form: PublicKey.ParametersForm) throws {
        let key = try PrivateKey(.brainpoolP256r1, parameters: form, random: .seeded(3))
        #expect(key.publicKey.kind == .ellipticCurve(.brainpoolP256r1, form))
        let read = try PublicKey(subjectPublicKeyInfo: key.publicKey.subjectPublicKeyInfo)
        #expect(read == key.publicKey)
        let signature = try key.sign([7], algorithm: .ecdsa(.sha256))
        #expect(try read.verify(signature: signature, of: [7], algorithm: .ecdsa(.sha256)))
    }

    @Test func `a scalar out of range is no key`() throws {
        for scalar in [
            [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 1, count: 31),
        ] {
            #expect(throws: CryptoError.invalidScalar) {
                try PrivateKey(.secp256r1, scalar: SecretBytes(scalar))
            }
        }
    }

    @Test func `it shows its kind and nothing else`() throws {
        let key = try PrivateKey(.secp256r1, scalar: secret(Self.p256))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped.contains("secp256r1") && !dumped.uppercased().contains("C9AF") && !dumped.contains("201"))
        #expect(key.scalar == (try secret(Self.p256)))
    }

    @Test func `an EC key comes from PKCS number 8`() throws {
        // RFC 5208 and RFC 5915, with the key of RFC 6979 App. A.2.5.
        let der = DER.sequence([
            DER.encode(integer: 0),
            AlgorithmIdentifier(
                try #require(ObjectIdentifier("1.2.840.10045.2.1")), parameters: DER.encode(NamedCurve.secp256r1.oid)
            ).encoded(),
            DER.octetString(DER.sequence([DER.encode(integer: 1), DER.octetString(try hex(Self.p256))])),
        ])
        let key = try PrivateKey(pkcs8: der)
        #expect(key.scalar == (try secret(Self.p256)))
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) { try PrivateKey(pkcs8: Array(der.prefix(count))) }
        }
    }

    @Test func `an RSA key signs in both schemes`() throws {
        let key = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8))
        #expect(key.publicKey.kind == .rsa(bits: 1024, onlyPSS: false))
        #expect(key.scalar == nil)
        for algorithm in [
            SignatureAlgorithm.rsaPKCS1(.sha1), .rsaPKCS1(.sha256), .rsaPSS(.sha1, mgfDigest: .sha1, saltLength: 20),
            .rsaPSS(.sha256, mgfDigest: .sha256, saltLength: 32), .rsaPSS(.sha384, mgfDigest: .sha1, saltLength: 0),
        ] {
            let signature = try key.sign([1, 2], algorithm: algorithm, random: .seeded(9))
            #expect(try key.publicKey.verify(signature: signature, of: [1, 2], algorithm: algorithm))
            #expect(try !key.publicKey.verify(signature: signature, of: [1, 3], algorithm: algorithm))
        }
        #expect(throws: CryptoError.self) {
            try key.sign([1], algorithm: .rsaPSS(.sha512, mgfDigest: .sha512, saltLength: 64))
        }
    }

    @Test func `a published RSA-PSS signature comes out`() throws {
        let key = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8))
        let algorithm = SignatureAlgorithm.rsaPSS(.sha1, mgfDigest: .sha1, saltLength: 20)
        let message = try hex(RSAVectors.message)
        let signature = try key.sign(message, algorithm: algorithm, random: .scripted([hex(RSAVectors.salt)]))
        #expect(text(signature) == RSAVectors.signature)
        #expect(try key.publicKey.verify(signature: signature, of: message, algorithm: algorithm))
    }

    @Test func `raising to both exponents gives the block back`() throws {
        let key = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8))
        let block = [0x6A] + [UInt8](repeating: 0x5C, count: 126) + [0xBC]
        let raised = try key.raised(toPrivateExponent: block)
        #expect(try key.publicKey.recovered(fromRSASignature: raised) == block)
        #expect(throws: CryptoError.invalidLength(what: "signature", expected: 128, found: 127)) {
            try key.publicKey.recovered(fromRSASignature: Array(raised.dropLast()))
        }
        #expect(throws: CryptoError.libraryFailure("recover a message")) {
            try key.publicKey.recovered(fromRSASignature: [UInt8](repeating: 0xFF, count: 128))
        }
    }

    @Test func `a key refuses the algorithms of the other kind`() throws {
        let elliptic = try PrivateKey(.secp256r1, scalar: secret(Self.p256))
        let rsa = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8))
        #expect(throws: CryptoError.self) { try elliptic.sign([1], algorithm: .rsaPKCS1(.sha256)) }
        #expect(throws: CryptoError.self) { try rsa.sign([1], algorithm: .ecdsa(.sha256)) }
        #expect(throws: CryptoError.self) { try elliptic.raised(toPrivateExponent: [1]) }
        #expect(throws: CryptoError.self) {
            try rsa.publicKey.verify(signature: [1], of: [1], algorithm: .ecdsa(.sha256))
        }
        #expect(throws: CryptoError.self) { try elliptic.publicKey.recovered(fromRSASignature: [1]) }
    }
}
