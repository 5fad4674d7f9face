import CardCrypto
public import InlaySeams

/// What a trust store is good for at a moment: which anchors are in force, what expires, what is missing or damaged.
public struct TrustStoreCheck: Hashable, Sendable {
    /// The anchors and the revocation list of one state.
    public struct Country: Hashable, Sendable {
        /// The two-letter code; empty for anchors that name no country.
        public let code: String
        /// Anchors that are in force.
        public fileprivate(set) var inForce = 0
        /// Anchors that are in force but expire soon.
        public fileprivate(set) var expiring = 0
        /// Anchors that have expired.
        public fileprivate(set) var expired = 0
        /// The end of the anchor that lasts longest.
        public fileprivate(set) var lastDay: Moment
        /// Whether revocation can be judged.
        public fileprivate(set) var revocation = Revocation.missing
    }

    /// The state of a country's revocation lists.
    public enum Revocation: Hashable, Sendable {
        /// There is none.
        case missing
        /// One is in force; until when, if it says so.
        case current(until: Moment?)
        /// A newer one has been due since.
        case expired(on: Moment)
        /// There is one that shows nothing.
        case unusable(RevocationListProblem)
    }

    /// By code.
    public let countries: [Country]
    /// Anchors whose certificate is not the one that its own key signed, or cannot be read.
    public let damaged: [TrustAnchor]
    /// Link certificates whose issuer is not in the store: that they are what they say rests on the import alone.
    public let withoutIssuer: [TrustAnchor]

    /// Anchors that came with a master list whose signer has been revoked since.
    public let fromRevokedLists: [TrustAnchor]

    /// Days before the end in which an anchor counts as expiring.
    public static let soon = 90

    /// Looks at every anchor and every list; the signatures of all are verified.
    public init(_ store: TrustStore, at moment: Moment) {
        let contents = store.contents
        let warning = Moment(secondsSince1970: moment.secondsSince1970 + Self.soon * 86_400)
        var countries: [String: Country] = [:]
        var damaged: [TrustAnchor] = []
        var withoutIssuer: [TrustAnchor] = []
        for (place, anchor) in contents.anchors.enumerated() {
            var country =
                countries[anchor.country] ?? Country(code: anchor.country, lastDay: anchor.notAfter)
            if anchor.notAfter < moment {
                country.expired += 1
            } else {
                country.inForce += 1
                if anchor.notAfter < warning { country.expiring += 1 }
            }
            country.lastDay = max(country.lastDay, anchor.notAfter)
            countries[anchor.country] = country
            switch contents.certificate(at: place)?.integrity(among: contents) {
            case .selfSigned, .linked: break
            case .issuerUnknown: withoutIssuer.append(anchor)
            case .damaged, nil: damaged.append(anchor)
            }
        }
        for code in countries.keys {
            countries[code]?.revocation = Self.revocation(contents.revocationLists(of: code), moment)
        }
        self.countries = countries.values.sorted { $0.code < $1.code }
        self.damaged = damaged
        self.withoutIssuer = withoutIssuer
        let signers = Set(contents.anchors.map(\.origin.listSigner)).subtracting([[]])
        let revoked = signers.filter { Self.isRevoked($0, contents, moment) }
        fromRevokedLists = contents.anchors.filter { revoked.contains($0.origin.listSigner) }
    }

    private static func isRevoked(_ signer: [UInt8], _ contents: TrustContents, _ moment: Moment) -> Bool {
        guard let known = contents.signers.signer(signer) else { return false }
        let examination = SignerExamination(
            known: known, role: .masterListSigner, issuance: known.issuance(in: contents, companions: []),
            signedAt: nil, moment: moment, contents: contents, state: nil)
        return RevocationRule.judge(examination).verdict.isFailure
    }

    private static func revocation(_ lists: [JudgedRevocationList], _ moment: Moment) -> Revocation {
        let usable = lists.filter { $0.problem == nil }
        if let current = usable.first(where: { $0.isCurrent(at: moment) }) {
            return .current(until: current.list.nextUpdate)
        }
        if let latest = usable.filter({ $0.list.thisUpdate <= moment }).map(\.end).max() { return .expired(on: latest) }
        if let first = usable.map(\.list.thisUpdate).min() { return .unusable(.notYetIssued(first)) }
        return lists.compactMap(\.problem).first.map(Revocation.unusable) ?? .missing
    }
}
