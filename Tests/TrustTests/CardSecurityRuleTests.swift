import CardCrypto
import InlaySeams
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// EF.CardSecurity, and PACE-CAM that rests on it.
struct CardSecurityRuleTests {
    private static let contentType = oid("0.4.0.127.0.7.3.2.1")
    /// PACE-ECDH-CAM-AES-128 with parameters 13.
    private static let offer = DER.sequence([
        DER.encode(oid("0.4.0.127.0.7.2.2.4.6.2")), DER.encode(integer: 2), DER.encode(integer: 13),
    ])

    private func key() throws -> PrivateKey { try PrivateKey(.brainpoolP256r1, random: .seeded(77)) }

    private func content() throws -> [UInt8] {
        // ChipAuthenticationPublicKeyInfo with key id 13 (9303-11 §9.2.6).
        let info = DER.sequence([
            DER.encode(oid("0.4.0.127.0.7.2.2.1.2")),
            try PublicKey(
                ECGroup(.brainpoolP256r1).point(decoding: key().publicKey.subjectPublicKey), on: .brainpoolP256r1,
                parameters: .standardized
            )
            .subjectPublicKeyInfo, DER.encode(integer: 13),
        ])
        return DER.setOf([Self.offer, info])
    }

    private func report(
        _ change: (inout Chain) -> Void = { _ in }, type: ObjectIdentifier = contentType,
        evidence: ChipEvidence = ChipEvidence(), access: [UInt8]? = nil, tamper: ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> PassiveAuthenticationReport {
        var chain = try Chain()
        change(&chain)
        var files = try chain.files()
        files[.cardSecurity] = tamper(
            try chain.documentSigner().signedData(content(), type: type, at: Chain.moment(50)))
        files[.cardAccess] = access
        return PassiveAuthentication(anchors: try chain.store())
            .examine(files, at: Chain.moment(200), evidence: evidence)
    }

    @Test func `it passes, and fails for the same reasons as EF_SOD`() throws {
        #expect(try report()[.cardSecurity] == .passed)
        #expect(try report({ $0.trustsCountry = false })[.cardSecurity] == .warning([.signerNotEstablished]))
        #expect(
            try report({ $0.signer.setKeyUsage(0x06) })[.cardSecurity]
                == .failed(.keyUsage(certificate: "document signer")))
        #expect(
            try report({ $0.signer.builder.notAfter = Chain.moment(100) })[.cardSecurity]
                == .failed(.expired(certificate: "document signer", on: Chain.moment(100))))
        #expect(
            try report({ $0.revocationLists = [(try? $0.revocationList([[2]])) ?? []] })[.cardSecurity]
                == .failed(.revoked(certificate: "document signer", on: Chain.moment(15), reason: nil)))
        #expect(
            try report(type: oid("2.23.136.1.1.1"))[.cardSecurity] == .failed(.wrongContentType(oid("2.23.136.1.1.1"))))
    }

    @Test func `every changed octet of its content fails`() throws {
        let content = try content()
        for index in content.indices {
            let found = try report(tamper: { bytes in
                var bytes = bytes
                if let place = bytes.firstRange(of: content) { bytes[place.lowerBound + index] ^= 1 }
                return bytes
            })
            #expect(found[.cardSecurity] == .failed(.signature(.messageDigest)))
            #expect(found.failures.map(\.check) == [.cardSecurity])
        }
    }

    @Test func `without the file there is nothing to say`() throws {
        #expect(try Chain().report()[.cardSecurity] == nil)
    }

    @Test func `EF_CardAccess is compared with it where there is no EF_DG14`() throws {
        #expect(try report(access: DER.setOf([Self.offer]))[.accessInformation] == .passed)
        let other = DER.sequence([
            DER.encode(oid("0.4.0.127.0.7.2.2.4.2.1")), DER.encode(integer: 2), DER.encode(integer: 13),
        ])
        #expect(
            try report(access: DER.setOf([other]))[.accessInformation]
                == .failed(.accessInformationDiffers(entries: 1, from: .cardSecurity)))
    }

    @Test func `an EF_CardSecurity that nobody trusted signed confirms nothing`() throws {
        let access = DER.setOf([Self.offer])
        #expect(
            try report({ $0.trustsCountry = false }, access: access)[.accessInformation]
                == .warning([.signerNotEstablished]))
    }

    @Test func `offers that EF_CardSecurity has and EF_CardAccess has not were withheld`() throws {
        let weaker = DER.sequence([
            DER.encode(oid("0.4.0.127.0.7.2.2.4.2.2")), DER.encode(integer: 2), DER.encode(integer: 13),
        ])
        #expect(try report(access: DER.setOf([weaker]))[.accessInformation]?.isFailure == true)
    }

    @Test func `another state's EF_CardSecurity fails`() throws {
        let (own, other) = (try Chain(), try Chain(country: "DE"))
        var files = try own.files()
        files[.cardSecurity] = try other.documentSigner().signedData(
            content(), type: Self.contentType, at: Chain.moment(50))
        let anchors = try [own, other].map { try Certificate(parsing: $0.countryCertificate()) }
        let report = PassiveAuthentication(anchors: TrustStore(anchors: anchors)).examine(files, at: Chain.moment(200))
        #expect(report[.cardSecurity] == .failed(.stateDiffers(document: "UTO", signer: "DE")))
    }

    // MARK: - PACE-CAM

    /// The chip's key of the mapping, and CA_IC that fits it: both follow from the static key (9303-11 §4.4.3.5.1).
    private func evidence(_ change: (inout PACECAMEvidence) -> Void = { _ in }) throws -> ChipEvidence {
        let group = try ECGroup(.brainpoolP256r1)
        let data = SecretBytes([UInt8](repeating: 0x11, count: 32))
        let fixed = try group.point(decoding: key().publicKey.subjectPublicKey)
        var mapping = PACECAMEvidence(
            parameterID: 13, mappingPublicKey: group.encoded(try group.multiply(fixed, by: data)),
            chipAuthenticationData: [UInt8](repeating: 0x11, count: 32))
        change(&mapping)
        var evidence = ChipEvidence()
        evidence.mapping = mapping
        return evidence
    }

    @Test func `PACE-CAM counts by a key that EF_CardSecurity vouches for`() throws {
        let good = try evidence()
        #expect(try report(evidence: good)[.chipMapping] == .passed)
        #expect(try report(evidence: good).chipSentence.contains("so it is no copy."))
        #expect(
            try report({ $0.trustsCountry = false }, evidence: good)[.chipMapping] == .warning([.signerNotEstablished]))
        #expect(
            try report({ $0.trustsCountry = false }, evidence: good).chipSentence.contains(
                "shows nothing as long as"))
        let wrong = try evidence { $0.chipAuthenticationData = [UInt8](repeating: 0x12, count: 32) }
        #expect(try report(evidence: wrong)[.chipMapping] == .failed(.wrongMappingData))
        #expect(
            try report(evidence: evidence { $0.chipAuthenticationData = nil })[.chipMapping] == .failed(.noMappingData))
        let broken = try report(evidence: good, tamper: { Array($0.dropLast()) + [$0[$0.count - 1] ^ 1] })
        #expect(broken[.chipMapping] == .notDone(.dependsOn(Check.cardSecurity.title)))
        #expect(try report()[.chipMapping] == .notOffered)
    }
}
