import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct SignedDataTests {
    private func parts(
        form: PublicKey.ParametersForm = .explicit, _ change: (inout Issuing.SignedDataParts) throws -> Void = { _ in }
    ) throws -> Issuing.SignedDataParts {
        let signer = try Issuing.documentSigner(form: form)
        var parts = try Issuing.SignedDataParts(certificate: signer.certificate, key: signer.key)
        try change(&parts)
        return parts
    }

    @Test func `everything in a signed object is told`() throws {
        let bytes = try parts().contentInfo()
        let data = try SignedData(parsing: bytes)
        #expect(data.encoded == bytes)
        #expect(data.version == 3)
        #expect(data.contentType == Issuing.oids.data)
        #expect(data.content == Array("LDS security object".utf8))
        #expect(data.digestAlgorithms == [AlgorithmIdentifier(DigestAlgorithm.sha256.oid)])
        #expect(data.certificates.count == 1 && data.unreadableCertificateCount == 0)
        let signer = try #require(data.signers.first)
        #expect(data.signers.count == 1 && signer.version == 1 && signer.index == 0)
        #expect(signer.digestAlgorithm.algorithm == DigestAlgorithm.sha256.oid)
        #expect(signer.signatureAlgorithm == SignatureAlgorithm.ecdsa(.sha256).identifier)
        #expect(signer.signedAttributes?.contentType == Issuing.oids.data)
        let verdict = data.verify(signer)
        #expect(verdict.outcome == .valid)
        #expect(verdict.match == .issuerAndSerialNumber)
        #expect(verdict.deviations.isEmpty)
        #expect(verdict.certificate == data.certificates.first)
    }

    @Test(arguments: DigestAlgorithm.allCases)
    func `every digest is verified`(digest: DigestAlgorithm) throws {
        let verdict = try parts {
            $0.digest = digest
            $0.algorithm = .ecdsa(digest)
        }.verdict()
        #expect(verdict.outcome == .valid && verdict.deviations.isEmpty)
    }

    @Test(arguments: [
        SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256, mgfDigest: .sha256, saltLength: 32),
        .rsaPSS(.sha256, mgfDigest: .sha1, saltLength: 20),
    ])
    func `RSA is verified in both schemes`(algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey(pkcs8: hex(RSAVectors.pkcs8))
        let authority = try PrivateKey(.secp256r1, random: .seeded(1000))
        let certificate = try Issuing.CertificateParts().certificate(of: key.publicKey, by: authority)
        var parts = try Issuing.SignedDataParts(certificate: certificate, key: key)
        parts.algorithm = algorithm
        #expect(try parts.verdict().outcome == .valid)
        parts.signature = { $0.dropLast() + [($0.last ?? 0) ^ 1] }
        #expect(try parts.verdict().outcome == .invalid(.signature))
    }

    // MARK: - What must not verify

    @Test func `content, digest, type and signature each have their reason`() throws {
        #expect(
            try parts {
                $0.attributes = $0.standardAttributes; $0.content = [1]
            }.verdict().outcome
                == .invalid(.messageDigest))
        #expect(
            try parts {
                $0.attributes = $0.standardAttributes; $0.contentType = Issuing.oids.signedData
            }.verdict()
                .outcome == .invalid(.contentType))
        #expect(
            try parts { $0.attributes = [$0.standardAttributes[0]] }.verdict().outcome
                == .invalid(.messageDigestAttribute))
        #expect(
            try parts { $0.attributes = [$0.standardAttributes[1]] }.verdict().outcome
                == .invalid(.contentTypeAttribute))
        #expect(
            try parts { $0.attributes = $0.standardAttributes + [$0.standardAttributes[1]] }.verdict().outcome
                == .invalid(.messageDigestAttribute))
        #expect(try parts { $0.includesContent = false }.verdict().outcome == .invalid(.noContent))
        #expect(try parts { $0.signature = { _ in [] } }.verdict().outcome == .invalid(.signature))
        #expect(
            try parts { $0.key = try PrivateKey(.secp256r1, random: .seeded(77)) }.verdict().outcome
                == .invalid(.signature))
    }

    @Test func `algorithm protection is held against the algorithms used`() throws {
        func verdict(_ digest: DigestAlgorithm, _ signature: SignatureAlgorithm) throws -> SignatureOutcome {
            try parts {
                let protection = DER.sequence([
                    AlgorithmIdentifier(digest.oid, parameters: [5, 0]).encoded(),
                    [0xA1] + signature.identifier.encoded().dropFirst(),
                ])
                $0.attributes =
                    $0.standardAttributes + [Issuing.attribute(Issuing.oids.algorithmProtection, protection)]
            }.verdict().outcome
        }
        #expect(try verdict(.sha256, .ecdsa(.sha256)) == .valid)
        #expect(try verdict(.sha1, .ecdsa(.sha256)) == .invalid(.algorithmProtection))
        #expect(try verdict(.sha256, .ecdsa(.sha384)) == .invalid(.algorithmProtection))
    }

    @Test func `what is not supported is told by its identifier`() throws {
        let md5 = Issuing.identifier("1.2.840.113549.1.1.4")
        #expect(
            try parts { $0.algorithmIdentifier = AlgorithmIdentifier(md5) }.verdict().outcome
                == .unsupported(.unsupportedAlgorithm(md5)))
        #expect(
            try parts(form: .absent).verdict().outcome == .unsupported(.unknownParameters("there are none")))
    }

    // MARK: - Deviations

    @Test func `attributes out of order are verified either way, with a warning`() throws {
        func reversed(_ change: (inout Issuing.SignedDataParts) -> Void) throws -> SignerVerdict {
            try parts {
                $0.attributes = $0.standardAttributes.sorted { $1.lexicographicallyPrecedes($0) }
                $0.storesSorted = false
                change(&$0)
            }.verdict()
        }
        let received = try reversed { $0.signsSorted = false }
        #expect(received.outcome == .valid)
        #expect(received.deviations == [.attributesNotInDEROrder(signed: .received)])
        let sorted = try reversed { $0.signsSorted = true }
        #expect(sorted.outcome == .valid)
        #expect(sorted.deviations == [.attributesNotInDEROrder(signed: .sorted)])
    }

    @Test func `a signature over the content itself is valid, with a warning`() throws {
        let verdict = try parts { $0.attributes = [] }.verdict()
        #expect(verdict.outcome == .valid && verdict.deviations == [.noSignedAttributes])
        let wrong = try parts {
            $0.attributes = []
            $0.signature = { $0.dropLast() + [($0.last ?? 0) ^ 1] }
        }.verdict()
        #expect(wrong.outcome == .invalid(.signature))
    }

    @Test func `a plain ECDSA signature is valid where it is announced, and a warning where not`() throws {
        let announced = try parts { $0.algorithm = .plainECDSA(.sha256) }.verdict()
        #expect(announced.outcome == .valid && announced.deviations.isEmpty)
        let silent = try parts {
            $0.algorithm = .plainECDSA(.sha256)
            $0.algorithmIdentifier = SignatureAlgorithm.ecdsa(.sha256).identifier
        }.verdict()
        #expect(silent.outcome == .valid && silent.deviations == [.plainECDSASignature])
    }

    @Test func `an algorithm that names the key only takes the digest from beside`() throws {
        let verdict = try parts {
            $0.algorithmIdentifier = AlgorithmIdentifier(Issuing.identifier("1.2.840.10045.2.1"))
        }.verdict()
        #expect(verdict.outcome == .valid && verdict.deviations == [.signatureAlgorithmIsKeyAlgorithm])
    }

    @Test func `digest algorithms that differ are told, whichever the signature fits`() throws {
        let byAlgorithm = try parts { $0.algorithm = .ecdsa(.sha512) }.verdict()
        #expect(byAlgorithm.outcome == .valid)
        #expect(byAlgorithm.deviations == [.digestAlgorithmsDiffer(signed: .sha512)])
        let announced = try parts { $0.announcedDigest = .sha1 }.verdict()
        #expect(announced.outcome == .valid && announced.deviations == [.digestAlgorithmNotAnnounced])
    }

    @Test func `unknown versions are told, not judged`() throws {
        let data = try SignedData(
            parsing: parts {
                $0.version = 7
                $0.signerVersion = 9
            }.contentInfo())
        let signer = try #require(data.signers.first)
        #expect(data.version == 7 && signer.version == 9)
    }

    // MARK: - Finding the certificate

    @Test func `the certificate is found by what names it, and how is told`() throws {
        // The same names in another order, another string type and another case.
        let shuffled = Issuing.name(
            [("2.5.4.3", "CSCA  utopia "), ("2.5.4.6", "ut"), ("2.5.4.10", "UTOPIA")], tag: .printableString)
        let otherIssuer = Issuing.name([("2.5.4.6", "XX")])
        let serial = DER.encode(integer: 4711)
        let key = try Issuing.documentSigner().key.publicKey
        let keyName = DigestAlgorithm.sha1.hash(key.subjectPublicKey)
        for (identifier, match) in [
            (DER.sequence([shuffled, serial]), CertificateMatch.issuerNamesAndSerialNumber),
            (DER.sequence([otherIssuer, serial]), .serialNumber),
            (DER.sequence([otherIssuer, DER.encode(integer: 1)]), .onlyCertificate),
            (TLV.encode(0x80, keyName), .subjectKeyIdentifier), (TLV.encode(0x80, [1, 2]), .onlyCertificate),
        ] {
            let verdict = try parts { $0.signerIdentifier = identifier }.verdict()
            #expect(verdict.outcome == .valid && verdict.match == match)
            let isExact = match == .subjectKeyIdentifier
            #expect(verdict.deviations == (isExact ? [] : [.certificateNotNamedExactly(match)]))
        }
    }

    @Test func `among several certificates the one whose key fits is used`() throws {
        let other = try Issuing.documentSigner(seed: 2) { $0.serialNumber = DER.encode(integer: 5) }.certificate
        let third = try Issuing.documentSigner(seed: 3) { $0.serialNumber = DER.encode(integer: 6) }.certificate
        let exact = try parts { $0.certificates = [other, third] + $0.certificates }.verdict()
        #expect(exact.outcome == .valid && exact.match == .issuerAndSerialNumber)
        let tried = try parts {
            $0.certificates = [other, third] + $0.certificates
            $0.signerIdentifier = TLV.encode(0x80, [1])
        }.verdict()
        #expect(tried.outcome == .valid && tried.match == .triedKey)
        #expect(tried.deviations == [.certificateNotNamedExactly(.triedKey)])
        // The certificate that is named has another key: its failure is the verdict, unless another key fits.
        let misnamed = try parts {
            $0.certificates = [other, third]
            $0.signerIdentifier = DER.sequence([Issuing.CertificateParts().issuer, DER.encode(integer: 5)])
        }.verdict()
        #expect(misnamed.outcome == .invalid(.signature) && misnamed.match == .issuerAndSerialNumber)
        let unnamed = try parts {
            $0.certificates = [other, third]
            $0.signerIdentifier = TLV.encode(0x80, [1])
        }.verdict()
        #expect(unnamed.outcome == .invalid(.noCertificate) && unnamed.certificate == nil)
    }

    @Test func `a certificate from elsewhere can be the signer's`() throws {
        let outside = try Certificate(parsing: Issuing.documentSigner().certificate)
        let made = try parts { $0.certificates = [] }
        #expect(try made.verdict().outcome == .invalid(.noCertificate))
        let verdict = try made.verdict(others: [outside])
        #expect(verdict.outcome == .valid && verdict.certificate == outside)
    }

    @Test func `a certificate that cannot be read does not spoil the others`() throws {
        let data = try SignedData(parsing: parts { $0.certificates.insert([0x30, 0x00], at: 0) }.contentInfo())
        #expect(data.certificates.count == 1 && data.unreadableCertificateCount == 1)
        #expect(data.verify(try #require(data.signers.first)).outcome == .valid)
    }

    // MARK: - BER

    /// The same object with every constructed value in the indefinite form, and the content in pieces.
    private func indefinite(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
        var reader = TLVReader(bytes, in: "test", rules: .ber)
        var result: [UInt8] = []
        while !reader.isAtEnd {
            let object = try reader.next()
            if object.tag.isConstructed {
                result += object.tag.bytes + [0x80] + (try indefinite(object.value)) + [0, 0]
            } else if object.tag == .octetString, object.value.count > 4 {
                let half = object.value.count / 2
                result += [0x24, 0x80] + DER.octetString(object.value.prefix(half))
                result += DER.octetString(object.value.dropFirst(half)) + [0, 0]
            } else {
                result += object.encoded
            }
        }
        return result
    }

    @Test func `the indefinite form is read, and the signature covers the DER form of the attributes`() throws {
        let made = try parts()
        let certificate = try #require(made.certificates.first)
        var bytes = try indefinite(made.contentInfo()[...])
        // The certificate stays as it is: its own signature covers its octets.
        let changed = try indefinite(certificate[...])
        let place = try #require(bytes.firstRange(of: changed))
        bytes.replaceSubrange(place, with: certificate)
        let data = try SignedData(parsing: bytes)
        #expect(data.content == made.content)
        let verdict = data.verify(try #require(data.signers.first))
        #expect(verdict.outcome == .valid)
        #expect(verdict.deviations.contains(.attributesNotInDER))
    }

    @Test func `deep nesting is refused before memory is taken`() {
        var bytes: [UInt8] = []
        for _ in 0..<100_000 { bytes += [0x30, 0x80] }
        #expect(throws: CryptoError.self) { try SignedData(parsing: bytes) }
    }

    // MARK: - Hostile input

    @Test func `an object that is cut at any length is refused`() throws {
        let bytes = try parts().contentInfo()
        for count in 0..<bytes.count {
            #expect(throws: CryptoError.self) { try SignedData(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: CryptoError.self) { try SignedData(parsing: bytes + [0]) }
    }

    @Test func `no changed bit of an object leaves its signature valid, but for those that are not signed`() throws {
        let made = try parts()
        let bytes = try made.contentInfo()
        let original = try SignedData(parsing: bytes)
        var survivors = 0
        for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let data = try? SignedData(parsing: changed), let signer = data.signers.first else { continue }
            let verdict = data.verify(signer)
            guard verdict.outcome == .valid else { continue }
            survivors += 1
            // What is signed is what it was: content, its type, and the key that signed.
            #expect(data.content == original.content && data.contentType == original.contentType)
            #expect(
                verdict.certificate?.publicKey.subjectPublicKey == original.certificates[0].publicKey.subjectPublicKey)
        }
        // Versions, names in the identifier, and what the certificate says besides its key.
        #expect(survivors > 0)
    }

    @Test func `an object of another content type is refused`() throws {
        let data = DER.sequence([
            DER.encode(Issuing.identifier("1.2.840.113549.1.7.1")), TLV.encode(0xA0, DER.octetString([1])),
        ])
        #expect(throws: CryptoError.self) { try SignedData(parsing: data) }
        #expect(throws: CryptoError.self) { try SignedData(parsing: []) }
    }
}
