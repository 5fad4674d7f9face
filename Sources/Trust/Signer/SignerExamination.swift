import CardCrypto
import InlaySeams

/// The certificate behind a signature, and everything that the rules about certificates look at.
struct SignerExamination: Sendable {
    let certificate: Certificate
    let role: SignerRole
    let issuance: Issuance
    /// When it says that it signed; nil when it does not say.
    let signedAt: Moment?
    /// As of when the certificates are judged.
    let moment: Moment
    /// Whom and what is trusted.
    let contents: TrustContents

    /// The way to the anchor; nil when there is none.
    var issued: Issuance.Issued? {
        guard case .issued(let issued) = issuance else { return nil }
        return issued
    }

    /// The certificates of the way, with their names.
    func certificates(_ issued: Issuance.Issued) -> [(certificate: Certificate, name: String)] {
        var all = [(certificate, role.name)]
        if issued.isThroughLink { all.append((issued.issuer, "link")) }
        all.append((issued.anchor, "CSCA"))
        return all
    }
}

/// One rule about a signer's certificate, the same for EF.SOD, EF.CardSecurity and master lists.
protocol SignerRule {
    static var check: Check { get }
    static func judge(_ signer: SignerExamination) -> Judgement
}

/// What a rule came to, and what it saw.
struct Judgement: Sendable {
    var verdict: Verdict
    var facts: [Finding.Fact] = []

    init(_ verdict: Verdict, _ facts: [Finding.Fact] = []) {
        self.verdict = verdict
        self.facts = facts
    }
}

extension SignerRule {
    /// The judgement, where a trusted CSCA stands behind the certificate. What an unknown certificate says about itself
    /// shows nothing, whether it sounds good or bad.
    static func judgeIssued(
        _ signer: SignerExamination, _ judge: (Issuance.Issued) -> Judgement
    ) -> Judgement {
        guard let issued = signer.issued else { return Judgement(.notDone(.dependsOn(Check.chain.title))) }
        return judge(issued)
    }
}

enum SignerRules {
    /// In the order in which a person wants to read them.
    static var all: [any SignerRule.Type] {
        [ChainRule.self, ValidityRule.self, CertificateUseRule.self, UsagePeriodRule.self, RevocationRule.self]
    }
}
