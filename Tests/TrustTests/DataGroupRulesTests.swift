import CardCrypto
import InlaySeams
import LDS
import Octets
import PassportSimulator
import TestSupport
import Testing

@testable import Trust

/// Hashes, lists of data groups, and EF.CardAccess against what is signed.
struct DataGroupRulesTests {
    private func report(
        _ document: PassportDocument, isFresh: Bool = false, _ change: (inout LDSFiles) -> Void = { _ in }
    ) throws -> PassiveAuthenticationReport {
        var files = document.files
        change(&files)
        let anchor = try Certificate(parsing: document.countryCertificate)
        return PassiveAuthentication(anchors: TrustStore(anchors: [anchor]))
            .examine(files, at: Utopia.moment, isFresh: isFresh)
    }

    // MARK: - Hashes

    @Test func `each data group is compared with its digest`() throws {
        let document = try Utopia.document()
        let good = try report(document)
        #expect(good.digests.count == 5 && good.digests.values.allSatisfy { $0 == .passed })
        #expect(try report(document) { $0[.dg2]?.append(0) }[.digest(.dg2)] == .failed(.digestDiffers))
        #expect(try report(document) { $0[.dg2] = nil }[.digest(.dg2)] == .notDone(.fileMissing(.dg2)))
        #expect(try report(document) { $0[.dg15] = [1] }[.digest(.dg15)] == .notDone(.notCovered))
        #expect(try report(document) { $0[.sod] = nil }[.digest(.dg1)]?.holds == false)
        #expect(try report(document) { $0[.dg1] = nil }.conclusion(for: .hashes) == .notEstablished([.digest(.dg1)]))
    }

    /// Case B30: a Lithuanian security object with SHA-224, which was not known.
    @Test func `a digest with SHA-224 matches`() throws {
        let zone = hex(
            """
            615B5F1F58503C55544F48415247524F56453C3C454D494C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C3C
            3C4B34303231373733353955544F373930313035384D333130383232383C3C3C3C3C3C3C3C3C3C3C3C3C3C3030
            """)
        let object = try LDSSecurityObject(
            parsing: hex(
                """
                3035020100300B060960864801650304020430233021020101041CA867642CE79EA90DF74A2F9696B056F994850B7CF4
                CC1CD8000D63B4
                """))
        var examination = Examination(
            [.dg1: zone], TrustStore(), at: Utopia.moment, ChipEvidence(), printedZone: nil, isFresh: false)
        examination.securityObject = object
        DigestRule.examine(&examination)
        #expect(examination.findings.map(\.verdict) == [.warning([.listNotAuthenticated])])
        examination = Examination(
            [.dg1: zone], TrustStore(), at: Utopia.moment, ChipEvidence(), printedZone: nil, isFresh: false)
        examination.securityObject = object
        examination.isAuthenticated = true
        DigestRule.examine(&examination)
        #expect(examination.findings.map(\.verdict) == [.passed])
    }

    // MARK: - Lists

    @Test func `EF_COM and EF_SOD list the same data groups`() throws {
        let document = try Utopia.document()
        #expect(try report(document)[.dataGroupList] == .passed)
        #expect(try report(document) { $0[.com] = nil }[.dataGroupList] == .notDone(.fileMissing(.com)))
        // 9303-10 §4.7.1: tags 61 and 75 for DG1 and DG2, 6F for DG15.
        let com = hex("60 15 5F01 04 30313037 5F36 06 303430303030 5C 03 61756F")
        #expect(
            try report(document) { $0[.com] = com }[.dataGroupList]
                == .warning([.listsDiffer(onlyInCOM: [.dg15], onlyInSOD: [.dg11, .dg12, .dg14])]))
    }

    // MARK: - EF.CardAccess

    @Test func `EF_CardAccess is compared with EF_DG14`() throws {
        let document = try Utopia.document()
        #expect(try report(document)[.accessInformation] == .passed)
        // PACE with 3DES in place of AES-128.
        let weaker = hex("31143012060A04007F0007020204020102010202010D")
        #expect(
            try report(document) { $0[.cardAccess] = weaker }[.accessInformation]
                == .failed(.accessInformationDiffers(entries: 1, from: .dg14)))
        #expect(
            try report(document) { $0[.cardAccess] = nil }[.accessInformation] == .notDone(.fileMissing(.cardAccess)))
        #expect(
            try report(document, isFresh: true) { $0[.cardAccess] = nil }[.accessInformation] == .failed(.paceWithheld))
        #expect(try report(document) { $0[.cardAccess] = hex("3100") }[.accessInformation] == .failed(.paceWithheld))
        #expect(try report(document) { $0[.dg14] = nil }[.accessInformation] == .notDone(.fileMissing(.dg14)))
        #expect(
            try report(document) { $0[.dg14]?.append(0) }[.accessInformation]
                == .notDone(.dependsOn(Check.digest(.dg14).title)))
        let old = try Utopia.document { $0.access = .bac }
        #expect(try report(old)[.accessInformation] == .notOffered)
        let added = try report(old) { $0[.cardAccess] = weaker }
        #expect(added[.accessInformation] == .warning([.accessInformationUnconfirmed]))
    }
}
