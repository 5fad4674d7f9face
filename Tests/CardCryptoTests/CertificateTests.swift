import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct CertificateTests {
    private func certificate(_ change: (inout Issuing.CertificateParts) -> Void = { _ in }) throws -> Certificate {
        try Certificate(parsing: Issuing.documentSigner(change).certificate)
    }

    @Test func `everything in a certificate is told`() throws {
        let (der, key) = try Issuing.documentSigner()
        let certificate = try Certificate(parsing: der)
        #expect(certificate.der == der)
        #expect(certificate.version == 3)
        #expect(certificate.serialNumber == [0x12, 0x67])
        #expect("\(certificate.issuer)" == "CN=CSCA Utopia,O=Utopia,C=UT")
        #expect("\(certificate.subject)" == "CN=Document Signer 1,C=UT")
        #expect(!certificate.isSelfIssued)
        #expect(certificate.notBefore == Moment(year: 2025, month: 1, day: 2, hour: 3, minute: 4, second: 5))
        #expect(certificate.notAfter == Moment(year: 2050, month: 2, day: 3, hour: 4, minute: 5, second: 6))
        #expect(certificate.publicKey == key.publicKey)
        #expect(certificate.publicKey.kind == .ellipticCurve(.secp256r1, .explicit))
        #expect(certificate.signatureAlgorithm == SignatureAlgorithm.ecdsa(.sha256).identifier)
        #expect(certificate.fingerprint == DigestAlgorithm.sha256.hash(der))
        #expect(certificate.extensions.all.isEmpty)
    }

    @Test func `its signature is checked with the issuer's key`() throws {
        let authority = try PrivateKey(.secp256r1, random: .seeded(1000)).publicKey
        let certificate = try certificate()
        #expect(certificate.isSigned(by: authority) == .valid)
        #expect(certificate.isSigned(by: certificate.publicKey) == .invalid(.signature))
        let rsa = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8)).publicKey
        #expect(
            certificate.isSigned(by: rsa)
                == .unsupported(.unusableKey("it is of another kind than the signature algorithm")))
    }

    @Test func `every signed octet counts`() throws {
        let authority = try PrivateKey(.secp256r1, random: .seeded(1000)).publicKey
        let certificate = try certificate()
        let start = try #require(certificate.der.firstRange(of: certificate.toBeSigned)).lowerBound
        for index in certificate.toBeSigned.indices {
            var changed = certificate.der
            changed[start + index] ^= 0x01
            guard let read = try? Certificate(parsing: changed) else { continue }
            #expect(read.isSigned(by: authority) != .valid, "octet \(index)")
        }
    }

    @Test func `algorithms that differ inside and outside are told`() throws {
        let authority = try PrivateKey(.secp256r1, random: .seeded(1000)).publicKey
        let differing = try certificate { $0.outerAlgorithm = SignatureAlgorithm.ecdsa(.sha384).identifier }
        #expect(differing.isSigned(by: authority) == .invalid(.algorithmsDiffer))
        // NULL parameters outside and none inside mean the same.
        let null = try certificate {
            $0.outerAlgorithm = AlgorithmIdentifier(
                SignatureAlgorithm.ecdsa(.sha256).identifier.algorithm, parameters: [5, 0])
        }
        #expect(null.isSigned(by: authority) == .valid)
    }

    // Serial numbers of certificates in use: zero, negative, long.
    @Test(arguments: [[0], [0xB2], [0xFF, 0x7F], [0x00, 0x80], [UInt8](repeating: 0x55, count: 30)] as [[UInt8]])
    func `odd serial numbers are kept as they are`(serialNumber: [UInt8]) throws {
        let certificate = try certificate { $0.serialNumber = TLV.encode(.integer, serialNumber) }
        #expect(certificate.serialNumber == serialNumber)
    }

    @Test(arguments: [
        ("4912312359Z", "2049-12-31T23:59:00Z"), ("491231235959Z", "2049-12-31T23:59:59Z"),
        ("500101000000Z", "1950-01-01T00:00:00Z"), ("250102030405+0130", "2025-01-02T01:34:05Z"),
        ("20250102030405.123Z", "2025-01-02T03:04:05Z"), ("20250102030405", "2025-01-02T03:04:05Z"),
    ])
    func `times are read in every form that occurs`(text: String, moment: String) throws {
        let tag: Octets.Tag = text.hasPrefix("2025") ? .generalizedTime : .utcTime
        let read = try certificate {
            $0.validity = DER.sequence([TLV.encode(tag, Array(text.utf8)), Issuing.time("20500203040506Z")])
        }
        #expect(read.notBefore.iso8601 == moment)
    }

    @Test(arguments: ["251302030405Z", "250230030405Z", "25010203", "", "2501020304xxZ", "250102030405ZZ"])
    func `times that do not exist are refused`(text: String) {
        #expect(throws: CryptoError.self) {
            try certificate {
                $0.validity = DER.sequence([
                    TLV.encode(.utcTime, Array(text.utf8)), Issuing.time("20500203040506Z"),
                ])
            }
        }
    }

    @Test func `a certificate that is cut, long or of another type is refused`() throws {
        let der = try Issuing.documentSigner().certificate
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) { try Certificate(parsing: Array(der.prefix(count))) }
        }
        #expect(throws: CryptoError.self) { try Certificate(parsing: der + [0]) }
        #expect(throws: CryptoError.self) { try Certificate(parsing: [0x31] + der.dropFirst()) }
        #expect(throws: CryptoError.self) {
            try Certificate(parsing: [UInt8](repeating: 0x30, count: Certificate.byteLimit + 1))
        }
    }

    @Test func `other versions are told, and impossible ones refused`() throws {
        #expect(try certificate { $0.version = [] }.version == 1)
        #expect(try certificate { $0.version = TLV.encode(0xA0, DER.encode(integer: 1)) }.version == 2)
        #expect(throws: CryptoError.self) { try certificate { $0.version = TLV.encode(0xA0, DER.encode(integer: 3)) } }
    }

    // MARK: - Extensions

    private func extensions(_ fields: [[UInt8]]) throws -> CertificateExtensions {
        try certificate { $0.extensions = fields }.extensions
    }

    @Test func `the extensions of 9303-12 are read`() throws {
        let state = Issuing.name([("2.5.4.7", "UTO")])
        let alternative = DER.sequence([
            TLV.encode(0x81, Array("csca@example.org".utf8)), TLV.encode(0xA4, state),
        ])
        let read = try extensions([
            Issuing.extensionField("2.5.29.14", DER.octetString([1, 2])),
            Issuing.extensionField("2.5.29.35", DER.sequence([TLV.encode(0x80, [3, 4])])),
            Issuing.extensionField("2.5.29.15", critical: true, [0x03, 0x02, 0x01, 0x06]),
            Issuing.extensionField(
                "2.5.29.19", critical: true,
                DER.sequence([TLV.encode(.boolean, [0xFF]), DER.encode(integer: 1)])),
            Issuing.extensionField(
                "2.5.29.37", critical: true, DER.sequence([DER.encode(Issuing.identifier("2.23.136.1.1.3"))])),
            Issuing.extensionField("2.5.29.17", alternative), Issuing.extensionField("2.5.29.18", alternative),
            Issuing.extensionField(
                "2.5.29.16",
                DER.sequence([
                    TLV.encode(0x80, Array("20250102030405Z".utf8)), TLV.encode(0x81, Array("20250402030405Z".utf8)),
                ])),
            Issuing.extensionField("2.23.136.1.1.6.1", [0x05, 0x00]),
            Issuing.extensionField(
                "2.23.136.1.1.6.2",
                DER.sequence([
                    DER.encode(integer: 0), DER.setOf([DER.printableString("P"), DER.printableString("ID")]),
                ])),
            Issuing.extensionField("2.5.29.31", DER.sequence([])),
        ])
        #expect(read.malformed.isEmpty && read.unknownCritical.isEmpty && read.all.count == 11)
        #expect(read.subjectKeyIdentifier == [1, 2] && read.authorityKeyIdentifier == [3, 4])
        #expect(read.keyUsage == [.keyCertSign, .cRLSign])
        #expect(read.basicConstraints == BasicConstraints(isCA: true, pathLength: 1))
        #expect(read.extendedKeyUsage?.map(\.dotted) == ["2.23.136.1.1.3"])
        #expect(read.subjectDirectoryNames == [state] && read.issuerDirectoryNames == [state])
        #expect(read.privateKeyUsagePeriod?.notBefore?.isoDate == "2025-01-02")
        #expect(read.privateKeyUsagePeriod?.notAfter?.isoDate == "2025-04-02")
        #expect(read.hasNameChange)
        #expect(read.documentTypes == ["P", "ID"])
        #expect(read.first(Issuing.identifier("2.5.29.31"))?.value == [0x30, 0x00])
    }

    // RFC 5280 §4.2.1.3: nine uses, of which the last stands in a second octet.
    @Test(
        arguments: [
            ("03020780", KeyUsage.digitalSignature), ("03020106", [.keyCertSign, .cRLSign]),
            ("0303070080", .decipherOnly),
            ("030100", []), ("030300FFFF", KeyUsage(rawValue: 0x1FF)),
        ] as [(String, KeyUsage)])
    func `key usage is read bit by bit`(value: String, usage: KeyUsage) throws {
        #expect(try extensions([Issuing.extensionField("2.5.29.15", hex(value))]).keyUsage == usage)
    }

    @Test func `an unknown critical extension is named, another passed over`() throws {
        let read = try extensions([
            Issuing.extensionField("1.2.3.4", critical: true, [1]), Issuing.extensionField("1.2.3.5", [1]),
        ])
        #expect(read.unknownCritical.map(\.dotted) == ["1.2.3.4"])
        #expect(read.all.count == 2)
    }

    @Test(arguments: [
        ("2.5.29.14", "30020500"), ("2.5.29.14", "0401"), ("2.5.29.15", "0300"), ("2.5.29.19", "30030201FF"),
        ("2.5.29.19", "3002"), ("2.5.29.37", "30020101"), ("2.5.29.17", "3003A4010C"), ("2.5.29.16", "300380013F"),
        ("2.5.29.35", "0400"), ("2.23.136.1.1.6.2", "3003020100"), ("2.23.136.1.1.6.1", "0101FF"),
        ("2.5.29.14", "04010000"),
    ])
    func `an extension with the wrong contents is named and counts as absent`(oid: String, value: String) throws {
        let read = try extensions([Issuing.extensionField(oid, hex(value))])
        #expect(read.malformed.map(\.dotted) == [oid])
        #expect(read.subjectKeyIdentifier == nil && read.keyUsage == nil && read.basicConstraints == nil)
        #expect(read.extendedKeyUsage == nil && read.documentTypes == nil && !read.hasNameChange)
    }

    @Test func `an extension that is there twice is named and counts as absent`() throws {
        let read = try extensions([
            Issuing.extensionField("2.5.29.14", DER.octetString([1])),
            Issuing.extensionField("2.5.29.14", DER.octetString([2])),
        ])
        #expect(read.malformed.map(\.dotted) == ["2.5.29.14"])
        #expect(read.subjectKeyIdentifier == nil)
        #expect(read.first(Issuing.identifier("2.5.29.14")) == nil)
    }
}
