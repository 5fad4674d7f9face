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
    /// The serial number that the signed object names, where it is another than the certificate's.
    let namedSerialNumber: [UInt8]?
    /// The way to the anchor, of several the best; nil when there is none.
    private(set) var issued: Issuance.Issued?

    /// `state` is the issuing state as the zone names it; nil where there is none.
    init(
        known: KnownSigner, role: SignerRole, issuance: Issuance, signedAt: Moment?, moment: Moment,
        contents: TrustContents, namedSerialNumber: [UInt8]? = nil, state: String?
    ) {
        self.known = known
        self.role = role
        self.issuance = issuance
        self.signedAt = signedAt
        self.moment = moment
        self.contents = contents
        self.namedSerialNumber = namedSerialNumber
        guard case .issued(let ways) = issuance else { return }
        issued = ways.first
        guard ways.count > 1 else { return }
        let examination = self
        func best() -> Issuance.Issued? { examination.best(of: ways, state) }
        issued =
            dependsOnDocument
            ? best() : known.choice(for: KnownSigner.Choice(role: role, moment: moment, state: state), best)
    }

    /// The document brought something along that changes the judgement of its signer.
    private var dependsOnDocument: Bool { issuance.dependsOnCompanions || namedSerialNumber != nil }

    var certificate: Certificate { known.certificate }

    // MARK: - Several anchors

    /// How much speaks against an anchor.
    private struct Objections {
        var failures = 0
        var isOfOtherState = false
        var open = 0
        var deviations = 0
        /// The key, or the signer, is bad, whatever certificate of the issuer is looked at.
        var isFinal = false

        mutating func count(_ verdict: Verdict) {
            if verdict.isFailure { failures += 1 }
            if case .notDone = verdict { open += 1 }
            deviations += verdict.deviations.count
        }

        static func < (left: Objections, right: Objections) -> Bool {
            if left.isFinal != right.isFinal { return left.isFinal }
            if left.failures != right.failures { return left.failures < right.failures }
            if left.isOfOtherState != right.isOfOtherState { return right.isOfOtherState }
            return (left.open, left.deviations) < (right.open, right.deviations)
        }
    }

    /// Of certificates that hold the issuer's key the one that is in force, unrevoked, for this use and of the right
    /// state, so that it does not matter in which order they were imported. A signer or a key that was revoked stays so.
    private func best(of ways: [Issuance.Issued], _ state: String?) -> Issuance.Issued? {
        ways.map { way in (way, objections(to: way, state)) }.min { $0.1 < $1.1 }?.0
    }

    private func objections(to way: Issuance.Issued, _ state: String?) -> Objections {
        var examination = self
        examination.issued = way
        var objections = Objections()
        for rule in Self.lastingRules {
            let verdict = rule.judge(examination).verdict
            objections.count(verdict)
            if case .failed(.revoked(let certificate, _, let reason)) = verdict {
                // keyCompromise and cACompromise (RFC 5280 §5.3.1).
                objections.isFinal = certificate != Self.authorityName || reason == 1 || reason == 2
            }
        }
        if let state {
            let verdict = IssuingStateRule.judge(state, known, way.known).verdict
            objections.count(verdict)
            objections.isOfOtherState = verdict.isFailure
        }
        return objections
    }

    /// The certificates of the way, with their names.
    func certificates(_ issued: Issuance.Issued) -> [(certificate: Certificate, name: String)] {
        var all = [(certificate, role.name)]
        if let link = issued.link { all.append((link, "link")) }
        all.append((issued.anchor, Self.authorityName))
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
        let place = KnownSigner.Place(role: role, moment: moment, issued: issued.map(Swift.ObjectIdentifier.init))
        let lasting =
            dependsOnDocument
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

    /// The name of the anchor's certificate.
    private static let authorityName = "CSCA"

    /// The rules that come to the same for all documents of a signer.
    private static var lastingRules: [any SignerRule.Type] {
        [ChainRule.self, ValidityRule.self, CertificateUseRule.self, RevocationRule.self]
    }
}
