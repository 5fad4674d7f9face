import CardCrypto
import InlaySeams
import LDS
import Octets
import PassportSimulator
import TestSupport
import Testing

@testable import Trust

/// Cases that other programs got wrong (emrtd-hard-cases, section F), by their number, on documents in the field.
@Suite(.enabled(if: Corpus.isThere, "INLAY_CORPUS names no folder with emrtd/bin"))
struct HardCaseCorpusTests {
    private static func report(_ path: String, _ store: TrustStore = TrustStore()) throws -> PassiveAuthenticationReport
    {
        let files = LDSFiles([.sod: try Corpus.bytes(path)])
        let signer = PassiveAuthentication().examine(files, at: Moment(secondsSince1970: 0)).documentSigner
        let issued = signer?.notBefore.secondsSince1970 ?? 0
        return PassiveAuthentication(anchors: store).examine(files, at: Moment(secondsSince1970: issued + 86_400))
    }

    private static func store(_ names: String..., acceptsLists: Bool = true) throws -> TrustStore {
        var work = TrustImport(
            into: TrustStore(), at: Moment(secondsSince1970: 1_790_000_000), acceptsLists: acceptsLists)
        for name in names { work.add(try Corpus.bytes("ml/" + name), named: name) }
        return work.result().store
    }

    private static let list = "DE_ML_2026-05-28-08-28-45.ml"

    @Test func `42: indefinite lengths are read, and come to the same as their DER form`() throws {
        let ber = try Self.report("sod/NZ_rsa_sha256_BER_indefinite.bin")
        let der = try Self.report("sod/NZ_rsa_sha256_DER_normalised.bin")
        #expect(ber[.securityObject]?.holds == true && ber[.signature]?.holds == true)
        #expect(ber.documentSigner == der.documentSigner)
        #expect(ber[.signature]?.holds == der[.signature]?.holds)
    }

    @Test func `43: a content type of its own counts when it is known, and another is refused and named`() throws {
        let negative = try Self.report("sod_negative/GB_wrong_eContentType_2.23.136.2.2.2.bin")
        let type = try #require(ObjectIdentifier("2.23.136.2.2.2"))
        #expect(negative[.securityObject] == .failed(.wrongContentType(type)))
        #expect("\(Reason.wrongContentType(type))".contains("2.23.136.2.2.2"))
    }

    @Test func `44: a signer named in another order of names is found, and how is told`() throws {
        let report = try Self.report("sod/MY_rsapss_signer_not_found.bin")
        let deviations = try #require(report[.signature]).deviations
        #expect(
            deviations.contains {
                if case .signature(.certificateNotNamedExactly(let match)) = $0 {
                    match == .issuerNamesAndSerialNumber || match == .serialNumber
                } else {
                    false
                }
            }, "\(deviations)")
        #expect(report.documentSigner?.subject.country?.uppercased() == "MY")
    }

    @Test(arguments: [
        "RU_ecdsa_sha1_explicit.bin", "GB_ecdsa_sha256_explicit_ldsv1.bin", "DE_ecdsa_sha384_ldsv1.bin",
    ])
    func `45: signers whose keys spell out their curve chain to their CSCA`(name: String) throws {
        let report = try Self.report("sod/" + name, try Self.store(Self.list))
        let signer = try #require(report.documentSigner)
        #expect(signer.publicKey.curve != nil, "mapped to the named curve")
        if name.contains("explicit") {
            guard case .ellipticCurve(_, .explicit) = signer.publicKey.kind else {
                Issue.record("the key is given by name")
                return
            }
        }
        #expect(report[.chain] == .passed)
    }

    /// The state's EF.CardSecurity stands for it: there is none of its security objects.
    @Test func `45: Finland's signer, whose key spells out its curve, chains to its CSCA`() throws {
        let files = LDSFiles([.cardSecurity: try Corpus.bytes("cardsecurity/FI_ecdsa_sha512.bin")])
        let signed = try SignedData(parsing: EFCardSecurity(parsing: files[.cardSecurity] ?? []).contentInfo)
        let signer = try #require(signed.certificates.first)
        guard case .ellipticCurve(_?, .explicit) = signer.publicKey.kind else {
            Issue.record("the key is given by name")
            return
        }
        let moment = Moment(secondsSince1970: signer.notBefore.secondsSince1970 + 86_400)
        let without = PassiveAuthentication().examine(files, at: moment)
        #expect(without[.cardSecurity]?.deviations.contains(.signerNotEstablished) == true)
        let report = PassiveAuthentication(anchors: try Self.store(Self.list)).examine(files, at: moment)
        #expect(report[.cardSecurity]?.holds == true)
        #expect(report[.cardSecurity]?.deviations.contains(.signerNotEstablished) == false)
    }

    @Test(arguments: ["GB_rsapss_sha256.bin", "SG_rsapss_ldsv1.bin", "ID_rsapss_algprotection.bin"])
    func `46: PSS is verified with the parameters that are given`(name: String) throws {
        let report = try Self.report("sod/" + name)
        #expect(report[.signature]?.holds == true)
        let facts = report.findings.first { $0.check == .signature }?.evidence ?? []
        #expect(facts.contains { $0.name == "signature algorithm" && $0.value.contains("PSS") }, "\(facts)")
    }

    /// Received and sorted order both, with the vectors of B33, are in `SignedAttributesTests`.
    @Test func `49: signed attributes are hashed as they were received`() throws {
        #expect(try Self.report("sod/ID_rsapss_algprotection.bin")[.signature]?.holds == true)
    }

    @Test(arguments: ["DE_tampered.bin", "ETSI_bad_attr.bin", "ETSI_tampered_a.bin"])
    func `50: without a signature that holds no hash is worth anything`(name: String) throws {
        let report = try Self.report("sod_negative/" + name)
        #expect(report[.signature]?.isFailure == true)
        #expect(report.conclusion(for: .hashes) != .holds)
        #expect(report.digests.values.allSatisfy { $0 != .passed })
    }

    @Test func `51: a list with negative and zero serial numbers is taken, whole`() throws {
        #expect(try Self.store(Self.list).anchors.count == 588)
    }

    @Test func `52: a state that no list has is unknown, not invalid, until its certificates come`() throws {
        let name = "sod/ID_rsapss_algprotection.bin"
        let without = try Self.report(name, try Self.store(Self.list))
        #expect(without[.chain] == .notDone(.issuerUnknown(country: "ID")))
        #expect(without.failures.isEmpty)
        var work = TrustImport(into: try Self.store(Self.list), at: Moment(secondsSince1970: 1_790_000_000))
        for file in Corpus.names("ml/IDN") { work.add(try Corpus.bytes("ml/IDN/" + file), named: file) }
        #expect(try Self.report(name, work.result().store)[.chain] == .passed)
    }

    @Test(arguments: [
        "pkdMasterListContent", "CscaMasterListData", "PKDMASTERLISTCONTENT", "cscamasterlistdata;binary",
    ])
    func `53: a master list in LDIF is found under each name, folded, in base64`(attribute: String) throws {
        let text = Array(Base64.encode(try Corpus.bytes("ml/" + Self.list)))
        var lines = ["dn: c=DE,dc=data,dc=download,dc=pkd,dc=icao,dc=int", "\(attribute):: \(String(text.prefix(40)))"]
        for start in stride(from: 40, to: text.count, by: 76) {
            lines.append(" " + String(text[start..<min(start + 76, text.count)]))
        }
        var work = TrustImport(
            into: TrustStore(), at: Moment(secondsSince1970: 1_790_000_000), acceptsLists: true)
        work.add(Array(lines.joined(separator: "\n").utf8), named: "list.ldif")
        #expect(work.result().store.anchors.count == 588)
    }
}

/// The others, with documents that our simulator issues.
struct HardCaseTests {
    private static func store(_ document: PassportDocument) throws -> TrustStore {
        TrustStore(anchors: [try Certificate(parsing: document.countryCertificate)])
    }

    @Test func `15: an offer of PACE that was made weaker is found out by EF_DG14`() throws {
        let document = try Utopia.document()
        var files = document.files
        files[.cardAccess] = hex("31143012060A04007F0007020204020102010202010D")
        let report = PassiveAuthentication(anchors: try Self.store(document)).examine(files, at: Utopia.moment)
        #expect(report[.accessInformation] == .failed(.accessInformationDiffers(entries: 1, from: .dg14)))
        #expect(report.conclusion(for: .none) == .failed([.accessInformation]))
    }

    /// The chip of the second document signs with its own, genuine key; its EF.DG15 was put into the first.
    @Test func `41: a chip that proves a key which nobody signed for proves nothing`() throws {
        let document = try Utopia.document { $0.activeAuthentication = ActiveAuthenticationSetting() }
        let other = try Utopia.document(seed: 2) { $0.activeAuthentication = ActiveAuthenticationSetting() }
        var files = document.files
        files[.dg15] = other.files[.dg15]
        let report = PassiveAuthentication(anchors: try Self.store(document)).examine(files, at: Utopia.moment)
        #expect(report[.digest(.dg15)] == .failed(.digestDiffers))
        #expect(report[.activeAuthentication]?.holds == false)
        #expect(report.conclusion(for: .none) != .holds)
    }

    @Test(arguments: NamedCurve.allCases) func `47 and 48: SHA-224, P-224 and hashes longer than the order`(
        curve: NamedCurve
    ) throws {
        for digest in [DigestAlgorithm.sha224, .sha512] {
            let document = try Utopia.document {
                $0.signerCurve = curve
                $0.digest = digest
            }
            var files = document.files
            let authentication = PassiveAuthentication(anchors: try Self.store(document))
            #expect(authentication.examine(files, at: Utopia.moment)[.signature] == .passed)
            // One that does not verify is refused, and curve and hash are named.
            let signed = try SignedData(parsing: EFSOD(parsing: files[.sod] ?? []).contentInfo)
            let signature = try #require(signed.signers.first).signature
            let place = try #require(files[.sod]?.firstRange(of: signature))
            files[.sod]?[place.upperBound - 1] ^= 1
            let report = authentication.examine(files, at: Utopia.moment)
            #expect(report[.signature] == .failed(.signature(.signature)))
            let facts = report.findings.first { $0.check == .signature }?.evidence ?? []
            #expect(facts.contains { $0.value == curve.name }, "\(facts)")
            #expect(facts.contains { $0.value.contains(digest.name) }, "\(facts)")
        }
    }

    @Test func `54: without a list, with one, with an old one and with one that names the signer are four answers`()
        throws
    {
        let document = try Utopia.document()
        let state = try Utopia.state()
        let next = Moment(secondsSince1970: Utopia.moment.secondsSince1970 + 86_400)
        func verdict(_ list: [UInt8]?) throws -> Verdict? {
            var work = TrustImport(into: TrustStore(), at: Utopia.moment)
            work.add(state.countryCertificate, named: "csca")
            if let list { work.add(list, named: "crl") }
            return PassiveAuthentication(anchors: work.result().store)
                .examine(document.files, at: Utopia.moment)[.revocation]
        }
        let signer = try Certificate(parsing: document.signerCertificate)
        let issued = Utopia.issued
        #expect(try verdict(nil) == .notDone(.noRevocationList))
        #expect(try verdict(state.revocationList(revoking: [], since: issued, issued: issued, next: next)) == .passed)
        #expect(
            try verdict(state.revocationList(revoking: [], since: issued, issued: issued, next: issued))
                == .notDone(.revocationListExpired(on: issued)))
        #expect(
            try verdict(
                state.revocationList(revoking: [signer.serialNumber], since: issued, issued: issued, next: next))
                == .failed(.revoked(certificate: "document signer", on: issued, reason: nil)))
    }
}
