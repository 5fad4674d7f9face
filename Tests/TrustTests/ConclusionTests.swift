import CardCrypto
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// What a report says in words.
struct ConclusionTests {
    private static let words = ["genuine", "authentic", "original document", "valid passport", "safe"]

    private func sentences(_ chain: Chain, at day: Int = 200) throws -> String {
        try chain.report(at: Chain.moment(day)).statement(for: .authentic)
    }

    @Test func `what was established is said with its limits`() throws {
        var chain = try Chain()
        #expect(
            try sentences(chain) == """
                DG1 is as it was signed by the document signer inside EF.SOD, whose certificate a trusted CSCA of UT \
                issued; whether it was revoked is not known (no revocation list of the state was given). That the chip is \
                the original and no copy was not established: the document has no means for it.
                """)
        chain.revocationLists = [try chain.revocationList([[9]])]
        #expect(try sentences(chain).contains("; it is not on the state's revocation list."))
        chain.trustsCountry = false
        #expect(
            try sentences(chain).contains("but who that signer is was not established (no CSCA certificate was given"))
    }

    @Test func `a failed check is named first and alone`() throws {
        var chain = try Chain()
        chain.revocationLists = [try chain.revocationList([[2]])]
        #expect(try sentences(chain) == "This document must not be trusted: a check failed (revocation).")
        #expect(
            try sentences(chain, at: 3001)
                == "This document must not be trusted: 2 checks failed (validity of the certificates, revocation).")
    }

    @Test func `what is missing for the strongest claim is listed`() throws {
        var chain = try Chain()
        chain.zone = chain.zone.replacing("UTO", with: "XXX")
        let text = try sentences(chain)
        #expect(text.contains("Not established: that this state issued the document (XXX is a nationality"))
        #expect(try chain.report().conclusion(for: .authentic) == .notEstablished([.issuingState]))
    }

    @Test func `no sentence claims more than was checked`() throws {
        var chains = [try Chain()]
        chains.append(try Chain(country: "DE"))
        var revoked = try Chain()
        revoked.revocationLists = [try revoked.revocationList([[2]])]
        var unknown = try Chain()
        unknown.trustsCountry = false
        chains += [revoked, unknown]
        for chain in chains {
            for requirement in Requirement.allCases {
                let text = try chain.report().statement(for: requirement).lowercased()
                #expect(!text.isEmpty && text.hasSuffix("."))
                for word in Self.words { #expect(!text.contains(word), "\(text)") }
            }
        }
    }

    @Test func `every reason and deviation is a phrase without full stop`() {
        let reasons: [Reason] = [
            .pathTooLong, .damagedAnchor, .extendedKeyUsage(certificate: "CSCA"),
            .malformedExtension(certificate: "CSCA", oid("2.5.29.15")), .signedOutsideUsagePeriod, .signingTimeUnknown,
            .noRevocationList, .revocationListUnusable(.limited(.partial)), .revocationListUnusable(.issuerUnknown),
            .revocationListUnusable(.keyUsage), .revocationListUnusable(.signature(.invalid(.signature))),
            .revocationListExpired(on: Chain.start), .revoked(certificate: "CSCA", on: Chain.start, reason: 4),
            .documentTypeDiffers(document: "P", listed: ["I"]), .printedZoneDiffers([.names]),
            .signerOfOtherState(signer: "DE", authority: "FR"), .signedByAuthority, .stateNotNamed("XPO"),
            .noIssuingState(""), .noIssuingState("XXX"), .signerNamesOtherState(document: "D", signer: "UT"),
            .tooMany("signers", 9), .revocationListUnusable(.notYetIssued(Chain.start)),
        ]
        let deviations: [Deviation] = [
            .linkFromDocument, .anchorIssuerUnknown, .authorityNotDeclared, .signerIsAuthority,
            .noKeyUsage(certificate: "CSCA"), .malformedExtension(certificate: "CSCA", oid("2.5.29.15")),
            .otherSignerNotEstablished, .shortKey(certificate: "CSCA", bits: 1024), .signedInTheFuture,
            .signedBeforeCertificate, .issuedOutsideUsagePeriod, .revocationListOfOtherName,
            .alternativeNamesDiffer(["ABC"]),
        ]
        let texts = reasons.map(\.description) + deviations.map(\.description)
        for text in texts { #expect(text.count > 10 && text.last != ".", "\(text)") }
        #expect(Set(texts).count == texts.count)
    }

    @Test func `every check has a name and a title of its own`() {
        let checks: [Check] = [
            .securityObject, .signature, .chain, .validity, .certificateUse, .usagePeriod, .revocation, .issuingState,
            .documentType, .printedZone, .digest(.dg1), .digest(.dg2), .dataGroupList, .accessInformation,
            .cardSecurity, .chipMapping, .chipAuthentication, .activeAuthentication,
        ]
        #expect(Set(checks.map(\.identifier)).count == checks.count)
        #expect(Set(checks.map(\.title)).count == checks.count)
    }
}
