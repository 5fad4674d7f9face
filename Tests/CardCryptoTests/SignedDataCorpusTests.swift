import CardCrypto
import Foundation
import Octets
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isThere, Corpus.notice))
struct SignedDataCorpusTests {
    /// The ContentInfo in a file, without the tag 77 of EF.SOD.
    private func signedData(_ file: URL) throws -> SignedData {
        let bytes = try Corpus.bytes(file)
        guard bytes.first == 0x77 else { return try SignedData(parsing: bytes) }
        var reader = TLVReader(bytes, in: "EF.SOD", rules: .ber)
        return try SignedData(parsing: Array(reader.next(0x77).value))
    }

    @Test func `every EF.SOD of a real document or specimen verifies`() throws {
        let files = Corpus.files("emrtd/bin/sod")
        print("EF.SOD in the corpus: \(files.count)")
        #expect(files.count >= 12)
        for file in files {
            let name = file.lastPathComponent
            let data = try signedData(file)
            let signer = try #require(data.signers.first)
            let verdict = data.verify(signer)
            #expect(verdict.outcome == .valid, "\(name)")
            #expect(data.version == 3 && data.contentType.dotted == "2.23.136.1.1.1", "\(name)")
            let expected: CertificateMatch =
                name.hasPrefix("MY_") ? .issuerNamesAndSerialNumber : .issuerAndSerialNumber
            #expect(verdict.match == expected, "\(name)")
            #expect(
                verdict.deviations.contains(.signatureAlgorithmIsKeyAlgorithm) == name.hasPrefix("NZ_"), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("DE_tampered", .invalid(.signature)), ("GB_wrong_eContentType_2.23.136.2.2.2", .invalid(.signature)),
            ("BSI_lds_v2", .invalid(.messageDigest)), ("BSI_lds_vminus1", .invalid(.messageDigest)),
            ("BSI_eContentType_data", .invalid(.signature)), ("ETSI_bad_attr", .invalid(.signature)),
            ("ETSI_tampered_a", .invalid(.messageDigest)),
        ] as [(String, SignatureOutcome)])
    func `a changed EF.SOD is refused for its reason`(name: String, outcome: SignatureOutcome) throws {
        let file = try #require(
            Corpus.files("emrtd/bin/sod_negative").first { $0.deletingPathExtension().lastPathComponent == name })
        let data = try signedData(file)
        #expect(data.verify(try #require(data.signers.first)).outcome == outcome)
    }

    @Test(arguments: [("BSI_cms_v1", 1), ("BSI_cms_v2", 2)])
    func `a changed version is told`(name: String, version: Int) throws {
        // The version is not signed: the caller has to look at it.
        let file = try #require(
            Corpus.files("emrtd/bin/sod_negative").first { $0.lastPathComponent.hasPrefix(name) })
        #expect(try signedData(file).version == version)
    }

    @Test func `an object that is not signed data is refused`() throws {
        let file = try #require(
            Corpus.files("emrtd/bin/sod_negative").first { $0.lastPathComponent.hasPrefix("BSI_not_signedData") })
        #expect(throws: CryptoError.self) { try signedData(file) }
    }

    @Test func `every EF.CardSecurity verifies unless it was changed`() throws {
        let files = Corpus.files("emrtd/bin/cardsecurity")
        print("EF.CardSecurity in the corpus: \(files.count)")
        #expect(files.count >= 8)
        for file in files {
            let name = file.lastPathComponent
            let data = try signedData(file)
            let outcome = data.verify(try #require(data.signers.first)).outcome
            #expect((outcome == .valid) == !name.contains("negative"), "\(name)")
            #expect(data.contentType.dotted == "0.4.0.127.0.7.3.2.1", "\(name)")
        }
    }

    /// The certificates in the content of a master list (9303-12 §9): SEQUENCE { version, SET OF Certificate }.
    private func certificates(in list: SignedData) throws -> [Certificate] {
        var reader = TLVReader(try #require(list.content), in: "CscaMasterList", rules: .ber)
        var contents = try reader.next(.sequence).contents("CscaMasterList")
        _ = try contents.next(.integer)
        var set = try contents.next(.set).contents("CscaMasterList")
        var certificates: [Certificate] = []
        while !set.isAtEnd { certificates.append(try Certificate(parsing: Array(set.next().encoded))) }
        return certificates
    }

    @Test func `the German master list verifies and all its certificates are read`() throws {
        let file = try #require(Corpus.files("emrtd/bin/ml").first { $0.pathExtension == "ml" })
        let list = try SignedData(parsing: Corpus.bytes(file))
        let signer = try #require(list.signers.first)
        let verdict = list.verify(signer)
        #expect(verdict.outcome == .valid && verdict.match == .subjectKeyIdentifier)
        #expect(verdict.certificate?.extensions.extendedKeyUsage?.map(\.dotted) == ["2.23.136.1.1.3"])
        #expect(list.unreadableCertificateCount == 0)

        let all = try certificates(in: list)
        print("certificates in the master list: \(all.count)")
        #expect(all.count == 588)
        #expect(all.filter(\.isSelfIssued).count >= 504)
        #expect(all.filter { ($0.serialNumber.first ?? 0) >= 0x80 }.count == 1)
        #expect(all.filter { $0.serialNumber == [0] }.count == 1)
        let explicit = all.filter {
            if case .ellipticCurve(_, .explicit) = $0.publicKey.kind { true } else { false }
        }
        #expect(explicit.count == 160)
        #expect(explicit.allSatisfy { $0.publicKey.curve != nil })
        for certificate in all {
            #expect(certificate.subject.country != nil, "\(certificate.subject)")
            #expect(certificate.extensions.malformed.isEmpty, "\(certificate.subject)")
            #expect(certificate.extensions.unknownCritical.isEmpty, "\(certificate.subject)")
            #expect(certificate.notBefore < certificate.notAfter, "\(certificate.subject)")
        }
        // Seven are link or root certificates whose constraints leave cA out, one (BE) has no constraints at all.
        #expect(all.filter { $0.extensions.basicConstraints?.isCA == true }.count == 580)
        #expect(all.filter { $0.extensions.basicConstraints == nil }.count == 1)
        // The others that name themselves as issuer are link certificates: same name, older key.
        let outcomes = all.map { $0.isSigned(by: $0.publicKey) }
        #expect(outcomes.count { $0 == .valid } == 375)
        #expect(outcomes.allSatisfy { $0 == .valid || $0 == .invalid(.signature) || $0.isUnusableKey })
    }

    @Test func `the master list's signer is certified by the German root`() throws {
        let files = Corpus.files("emrtd/bin/ml")
        let listFile = try #require(files.first { $0.pathExtension == "ml" })
        let rootFile = try #require(files.first { $0.pathExtension == "cer" })
        let list = try SignedData(parsing: Corpus.bytes(listFile))
        let root = try Certificate(parsing: Corpus.bytes(rootFile))
        let signerInfo = try #require(list.signers.first)
        let signer = try #require(list.verify(signerInfo).certificate)
        #expect(list.certificates.count == 2)
        let authority = try #require(list.certificates.first { $0 != signer })
        #expect(signer.isSigned(by: authority.publicKey) == .valid)
        #expect(root.isSigned(by: root.publicKey) == .valid)
        #expect(signer.isSigned(by: signer.publicKey) != .valid)
    }
}

extension SignatureOutcome {
    /// A link certificate from RSA to an elliptic curve, or back, has another kind of signature than key.
    fileprivate var isUnusableKey: Bool {
        if case .unsupported(.unusableKey) = self { true } else { false }
    }
}
