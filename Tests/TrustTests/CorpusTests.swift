import CardCrypto
import InlaySeams
import LDS
import Octets
import Testing
import Trust

/// EF.SOD and EF.CardSecurity files of real documents and specimens.
@Suite(.enabled(if: Corpus.isThere, "INLAY_CORPUS names no folder with emrtd/bin"))
struct CorpusTests {
    private static let specimens: [(FileID, String)] = [
        (.com, "EF_COM.bin"), (.sod, "EF_SOD.bin"), (.dg1, "Datagroup1.bin"), (.dg2, "Datagroup2.bin"),
        (.dg3, "Datagroup3.bin"), (.dg4, "Datagroup4.bin"), (.dg14, "Datagroup14.bin"), (.dg15, "Datagroup15.bin"),
    ]

    private func specimen() throws -> LDSFiles {
        var files = LDSFiles()
        for (file, name) in Self.specimens { files[file] = try Corpus.bytes("bsi_tr03105_5/" + name) }
        return files
    }

    private let moment = Moment(secondsSince1970: 1_790_000_000)

    @Test func `the BSI reference data set is judged check by check`() throws {
        let report = PassiveAuthentication().examine(try specimen(), at: moment)
        for number in [1, 2, 3, 4, 14] {
            let file = try #require(FileID(dataGroupNumber: number))
            #expect(report[.digest(file)] == .passed, "\(file)")
        }
        #expect(report[.digest(.dg15)] == .notDone(.notCovered))
        #expect(report[.securityObject] == .passed)
        #expect(report[.signature] == .passed)
        #expect(report[.chain] == .notDone(.noAnchors))
        // What a certificate says about itself counts only when somebody who is trusted issued it.
        for check in [Check.validity, .certificateUse, .usagePeriod, .revocation, .issuingState, .documentType] {
            #expect(report[check] == .notDone(.dependsOn(Check.chain.title)))
        }
        #expect(report.conclusion(for: .signature) == .holds)
        #expect(
            report.conclusion(for: .authentic)
                == .notEstablished(
                    [.chain, .validity, .certificateUse, .issuingState, .digest(.dg15)]))
    }

    @Test(arguments: [FileID.dg1, .dg2, .dg3, .dg4, .dg14])
    func `one flipped bit in a data group is found and named`(file: FileID) throws {
        let genuine = try specimen()
        let bytes = try #require(genuine[file])
        for position in stride(from: 0, to: bytes.count, by: max(bytes.count / 97, 1)) {
            var files = genuine
            var changed = bytes
            changed[position] ^= 1 << UInt8(position % 8)
            files[file] = changed
            let report = PassiveAuthentication().examine(files, at: moment)
            #expect(report[.digest(file)] == .failed(.digestDiffers))
            guard case .failed(let checks) = report.conclusion(for: .hashes) else {
                Issue.record("a changed \(file) is not refused")
                continue
            }
            #expect(checks.contains(.digest(file)))
        }
    }

    @Test func `every bit of content, signed attributes and signature of EF_SOD counts`() throws {
        let genuine = try specimen()
        let bytes = try #require(genuine[.sod])
        let signedData = try SignedData(parsing: EFSOD(parsing: bytes).contentInfo)
        let signer = try #require(signedData.signers.first)
        let parts = [
            try #require(signedData.content), try #require(signer.signedAttributes).received, signer.signature,
        ]
        for part in parts {
            let start = try #require(bytes.firstRange(of: part)?.lowerBound)
            for bit in 0..<part.count * 8 {
                var files = genuine
                var changed = bytes
                changed[start + bit / 8] ^= 1 << UInt8(bit % 8)
                files[.sod] = changed
                let report = PassiveAuthentication().examine(files, at: moment)
                #expect(report.conclusion(for: .signature) != .holds, "byte \(start + bit / 8)")
                #expect(!report.failures.isEmpty, "byte \(start + bit / 8)")
            }
        }
    }

    @Test func `every real EF_SOD verifies`() throws {
        let names = Corpus.names("sod")
        #expect(names.count >= 12)
        for name in names {
            var files = LDSFiles()
            files[.sod] = try Corpus.bytes("sod/" + name)
            let report = PassiveAuthentication().examine(files, at: moment)
            #expect(report[.securityObject]?.holds == true, "\(name): \(String(describing: report[.securityObject]))")
            #expect(report[.signature]?.holds == true, "\(name): \(String(describing: report[.signature]))")
        }
    }

    @Test(arguments: [
        ("DE_tampered.bin", Check.signature, Reason.signature(.signature)),
        ("GB_wrong_eContentType_2.23.136.2.2.2.bin", .securityObject, .wrongContentType(oid("2.23.136.2.2.2"))),
        ("BSI_cms_v1.bin", .securityObject, .unknownVersion(structure: "the CMS SignedData", version: 1)),
        ("BSI_cms_v2.bin", .securityObject, .unknownVersion(structure: "the CMS SignedData", version: 2)),
        ("BSI_lds_v2.bin", .securityObject, .unknownVersion(structure: "the LDS security object", version: 2)),
        ("BSI_lds_vminus1.bin", .securityObject, .unknownVersion(structure: "the LDS security object", version: -1)),
        ("BSI_eContentType_data.bin", .signature, .signature(.signature)),
        ("ETSI_bad_attr.bin", .signature, .signature(.signature)),
        ("ETSI_tampered_a.bin", .signature, .signature(.messageDigest)),
    ])
    func `each refused EF_SOD is refused for its reason`(name: String, check: Check, reason: Reason) throws {
        var files = LDSFiles()
        files[.sod] = try Corpus.bytes("sod_negative/" + name)
        let report = PassiveAuthentication().examine(files, at: moment)
        #expect(report[check] == .failed(reason))
    }

    @Test func `what is no SignedData is refused`() throws {
        var files = LDSFiles()
        files[.sod] = try Corpus.bytes("sod_negative/BSI_not_signedData.bin")
        let report = PassiveAuthentication().examine(files, at: moment)
        #expect(report[.securityObject]?.isFailure == true)
    }
}

/// Real document signers against the German master list, and the Indonesian certificates that it does not have.
@Suite(.enabled(if: Corpus.isThere, "INLAY_CORPUS names no folder with emrtd/bin"))
struct ChainCorpusTests {
    private static func store() throws -> TrustStore {
        var work = TrustImport(into: TrustStore(), at: Moment(secondsSince1970: 1_790_000_000))
        work.add(try Corpus.bytes("ml/DE_ROOT_CA_CSCA07.cer"), named: "root")
        work.add(try Corpus.bytes("ml/DE_ML_2026-05-28-08-28-45.ml"), named: "list")
        for name in Corpus.names("ml/IDN") { work.add(try Corpus.bytes("ml/IDN/" + name), named: name) }
        return work.result().store
    }

    @Test func `every real document signer chains to its CSCA`() throws {
        let authentication = PassiveAuthentication(anchors: try Self.store())
        var countries: [String] = []
        for name in Corpus.names("sod") {
            var files = LDSFiles()
            files[.sod] = try Corpus.bytes("sod/" + name)
            let signer = try #require(
                authentication.examine(files, at: Moment(secondsSince1970: 0)).documentSigner, "\(name)")
            let moment = Moment(secondsSince1970: signer.notBefore.secondsSince1970 + 86_400)
            let report = authentication.examine(files, at: moment)
            guard !name.hasPrefix("BSI_") else {
                #expect(report[.chain] == .notDone(.issuerUnknown(country: "DE")))
                continue
            }
            #expect(report[.chain] == .passed, "\(name)")
            #expect(report[.validity] == .passed, "\(name)")
            #expect(report[.certificateUse]?.holds == true, "\(name): \(String(describing: report[.certificateUse]))")
            // Where a signing time is given, it lies in the period of use.
            #expect(report[.usagePeriod]?.isFailure == false, "\(name)")
            #expect(report.failures.isEmpty, "\(name)")
            countries.append(String(name.prefix(2)))
        }
        #expect(countries == ["DE", "FR", "GB", "GB", "ID", "MY", "NZ", "NZ", "RU", "SG"])
    }

    @Test(arguments: [
        ("DE_ecdsa_sha384.bin", true, true), ("DE_from_pace_cam_trace.bin", true, true),
        ("FI_ecdsa_sha512.bin", true, true), ("BSI_EAC2_dh.bin", true, false), ("BSI_EAC2_ecdh.bin", true, false),
        ("nPA_test_dan.bin", true, false), ("DE_tampered_negative.bin", false, false),
        ("DE_tampered_negative_b.bin", false, false),
    ])
    func `EF_CardSecurity is judged by the same rules`(name: String, holds: Bool, isEstablished: Bool) throws {
        var files = LDSFiles()
        files[.cardSecurity] = try Corpus.bytes("cardsecurity/" + name)
        let authentication = PassiveAuthentication(anchors: try Self.store())
        // 2023-11-14, while both real ones are in force.
        let verdict = authentication.examine(files, at: Moment(secondsSince1970: 1_700_000_000))[.cardSecurity]
        #expect(verdict?.holds == holds, "\(String(describing: verdict))")
        let isUnknown = verdict?.deviations.contains(.signerNotEstablished) ?? false
        #expect(isUnknown == (holds && !isEstablished), "\(String(describing: verdict))")
        if isEstablished {
            let late = authentication.examine(files, at: Moment(secondsSince1970: 2_500_000_000))[.cardSecurity]
            guard case .failed(.expired("document signer", _))? = late else {
                Issue.record("\(String(describing: late))")
                return
            }
        }
    }
}
