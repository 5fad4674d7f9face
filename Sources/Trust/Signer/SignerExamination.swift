import CardCrypto
import InlaySeams

/// The certificate behind a signature, and everything that the rules about certificates look at.
struct SignerExamination: Sendable {
    let known: KnownSigner
    let role: SignerRole
    let issuance: Issuance
    /// When it says that it signed; nil when it does not say.
    let signedAt: Moment?
    /// As of when the certificates are judged.
    let moment: Moment
    /// Whom and what is trusted.
    let contents: TrustContents

    var certificate: Certificate { known.certificate }

    /// The way to the anchor; nil when there is none.
    var issued: Issuance.Issued? {
        guard case .issued(let issued) = issuance else { return nil }
        return issued
    }

    /// The certificates of the way, with their names.
    func certificates(_ issued: Issuance.Issued) -> [(certificate: Certificate, name: String)] {
        var all = [(certificate, role.name)]
        if let link = issued.link { all.append((link, "link")) }
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

extension SignerExamination {
    /// What all rules about certificates came to, in the order in which a person wants to read them.
    var judgements: [(check: Check, judgement: Judgement)] {
        let place = KnownSigner.Place(role: role, moment: moment)
        let lasting =
            issuance.dependsOnCompanions
            ? Self.lastingRules.map { $0.judge(self) }
            : known.judgements(for: place) { Self.lastingRules.map { $0.judge(self) } }
        var all: [(check: Check, judgement: Judgement)] = []
        all.reserveCapacity(lasting.count + 1)
        for (rule, judgement) in zip(Self.lastingRules, lasting) {
            // When it was signed differs from document to document.
            if rule.check == .revocation { all.append((UsagePeriodRule.check, UsagePeriodRule.judge(self))) }
            all.append((rule.check, judgement))
        }
        return all
    }

    /// The rules that come to the same for all documents of a signer.
    private static var lastingRules: [any SignerRule.Type] {
        [ChainRule.self, ValidityRule.self, CertificateUseRule.self, RevocationRule.self]
    }
}
