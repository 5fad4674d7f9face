import CardCrypto
import Octets
import Testing

@Suite struct SignatureAlgorithmTests {
    // RFC 4055, RFC 5754, RFC 5758, TR-03111 §5.2.1, and OIW's RSA with SHA-1.
    @Test(arguments: [
        ("1.2.840.113549.1.1.5", SignatureAlgorithm.rsaPKCS1(.sha1)), ("1.3.14.3.2.29", .rsaPKCS1(.sha1)),
        ("1.2.840.113549.1.1.14", .rsaPKCS1(.sha224)), ("1.2.840.113549.1.1.11", .rsaPKCS1(.sha256)),
        ("1.2.840.113549.1.1.12", .rsaPKCS1(.sha384)), ("1.2.840.113549.1.1.13", .rsaPKCS1(.sha512)),
        ("1.2.840.10045.4.1", .ecdsa(.sha1)), ("1.2.840.10045.4.3.1", .ecdsa(.sha224)),
        ("1.2.840.10045.4.3.2", .ecdsa(.sha256)), ("1.2.840.10045.4.3.3", .ecdsa(.sha384)),
        ("1.2.840.10045.4.3.4", .ecdsa(.sha512)), ("0.4.0.127.0.7.1.1.4.1.1", .plainECDSA(.sha1)),
        ("0.4.0.127.0.7.1.1.4.1.2", .plainECDSA(.sha224)), ("0.4.0.127.0.7.1.1.4.1.3", .plainECDSA(.sha256)),
        ("0.4.0.127.0.7.1.1.4.1.4", .plainECDSA(.sha384)), ("0.4.0.127.0.7.1.1.4.1.5", .plainECDSA(.sha512)),
        (
            "1.2.840.113549.1.1.10", .rsaPSS(.sha1, mgfDigest: .sha1, saltLength: 20)
        ),
    ])
    func `identifiers name their algorithm, with NULL or without`(oid: String, algorithm: SignatureAlgorithm) throws {
        let identifier = try #require(ObjectIdentifier(oid))
        for parameters: [UInt8]? in [nil, [0x05, 0x00]] {
            let der = AlgorithmIdentifier(identifier, parameters: parameters).encoded()
            #expect(try SignatureAlgorithm(algorithmIdentifier: der) == algorithm)
            // The digest beside it does not overrule what the identifier says.
            #expect(try SignatureAlgorithm(algorithmIdentifier: der, digest: .sha512) == algorithm)
        }
        #expect(try SignatureAlgorithm(algorithm.identifier) == algorithm)
    }

    @Test(arguments: [
        ("1.2.840.113549.1.1.1", SignatureAlgorithm.rsaPKCS1(.sha384)), ("1.2.840.10045.2.1", .ecdsa(.sha384)),
    ])
    func `an identifier of a key takes the digest from beside`(oid: String, algorithm: SignatureAlgorithm) throws {
        let identifier = try #require(ObjectIdentifier(oid))
        #expect(try SignatureAlgorithm(AlgorithmIdentifier(identifier), digest: .sha384) == algorithm)
        #expect(throws: CryptoError.unsupportedAlgorithm(identifier)) {
            try SignatureAlgorithm(AlgorithmIdentifier(identifier))
        }
    }

    @Test(arguments: DigestAlgorithm.allCases, [0, 20, 32, 64])
    func `PSS parameters survive the way out and in`(digest: DigestAlgorithm, saltLength: Int) throws {
        for mgfDigest in DigestAlgorithm.allCases {
            let algorithm = SignatureAlgorithm.rsaPSS(digest, mgfDigest: mgfDigest, saltLength: saltLength)
            #expect(try SignatureAlgorithm(algorithmIdentifier: algorithm.identifier.encoded()) == algorithm)
        }
    }

    @Test func `PSS with SHA-256 is written as passports write it`() throws {
        // RFC 4055 §3.1, hash identifiers without NULL (RFC 5754 §2).
        let algorithm = SignatureAlgorithm.rsaPSS(.sha256, mgfDigest: .sha256, saltLength: 32)
        #expect(
            text(algorithm.identifier.encoded()) == "303D06092A864886F70D01010A3030A00D300B0609608648016503040201"
                + "A11A301806092A864886F70D010108300B0609608648016503040201A203020120")
    }

    @Test(arguments: [
        // MD5 with RSA, RIPEMD-160 with plain ECDSA, DSA with SHA-1, RSA-OAEP.
        "1.2.840.113549.1.1.4", "0.4.0.127.0.7.1.1.4.1.6", "1.2.840.10040.4.3", "1.2.840.113549.1.1.7",
    ])
    func `other identifiers are refused by name`(oid: String) throws {
        let identifier = try #require(ObjectIdentifier(oid))
        #expect(throws: CryptoError.unsupportedAlgorithm(identifier)) {
            try SignatureAlgorithm(AlgorithmIdentifier(identifier), digest: .sha256)
        }
    }

    @Test func `PSS parameters that are cut, long or strange are refused`() throws {
        let der = SignatureAlgorithm.rsaPSS(.sha256, mgfDigest: .sha256, saltLength: 32).identifier.encoded()
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) {
                try SignatureAlgorithm(algorithmIdentifier: Array(der.prefix(count)))
            }
        }
        #expect(throws: CryptoError.self) { try SignatureAlgorithm(algorithmIdentifier: der + [0]) }
        let pss = try #require(ObjectIdentifier("1.2.840.113549.1.1.10"))
        for parameters in [
            "3005A203020180", "300AA208020600FFFFFFFFFF", "3005A303020102", "3005A403020101", "3003A20100", "0400",
            "3011A00F300D06082A864886F70D02050500",
        ] {
            #expect(throws: CryptoError.self, "\(parameters)") {
                try SignatureAlgorithm(AlgorithmIdentifier(pss, parameters: hex(parameters)))
            }
        }
    }
}
