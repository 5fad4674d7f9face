import CardCrypto
import InlaySeams
import Octets
import Synchronization

/// What a trust store holds, indexed, and what was found out about it so far. Nothing in it is ever replaced, so that
/// all copies of a store and all threads can share it.
final class TrustContents: Sendable {
    let anchors: [TrustAnchor]
    let revocationLists: [TrustedRevocationList]
    /// Places of anchors by country.
    let byCountry: [String: [Int]]
    /// Places of anchors by key identifier.
    private let byKeyIdentifier: [[UInt8]: [Int]]
    /// Places of revocation lists by country.
    private let listsByCountry: [String: [Int]]

    /// Signers that were examined against this store.
    let signers = KnownSigners()

    private let parsed = Mutex<[Int: AnchorCertificate?]>([:])
    private let judged = Mutex<[Int: JudgedRevocationList]>([:])

    init(anchors: [TrustAnchor], revocationLists: [TrustedRevocationList]) {
        self.anchors = anchors
        self.revocationLists = revocationLists
        byCountry = Self.index(anchors) { $0.country }
        byKeyIdentifier = Self.index(anchors) { $0.subjectKeyIdentifier }
        listsByCountry = Self.index(revocationLists) { $0.country }
    }

    private static func index<Element, Key: Hashable>(
        _ elements: [Element], by key: (Element) -> Key
    ) -> [Key: [Int]] {
        var places: [Key: [Int]] = [:]
        places.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() { places[key(element), default: []].append(place) }
        return places
    }

    // MARK: - Anchors

    /// Places of the anchors that may have issued what names this issuer, the most likely first: those with the key
    /// identifier, then those of the country. Names do not identify a key (9303-12 App. D), so the caller tries.
    func candidates(issuer: DistinguishedName, keyIdentifier: [UInt8]?) -> [Int] {
        let named = keyIdentifier.flatMap { $0.isEmpty ? nil : byKeyIdentifier[$0] } ?? []
        let ofCountry = byCountry[issuer.country?.uppercased() ?? ""] ?? []
        return named + ofCountry.filter { !named.contains($0) }
    }

    /// The certificate at a place; nil when it cannot be read, which only a damaged store brings about.
    func certificate(at place: Int) -> AnchorCertificate? {
        if let known = parsed.withLock({ $0[place] }) { return known }
        let certificate = anchors[place].certificate.map { AnchorCertificate($0, place: place) }
        return parsed.withLock { parsed in
            if let known = parsed[place] { return known }
            parsed[place] = .some(certificate)
            return certificate
        }
    }

    // MARK: - Revocation lists

    /// The revocation lists of a country, each with what its signature is worth.
    func revocationLists(of country: String) -> [JudgedRevocationList] {
        (listsByCountry[country] ?? []).compactMap { place in
            if let known = judged.withLock({ $0[place] }) { return known }
            guard let list = revocationLists[place].list else { return nil }
            let judgement = JudgedRevocationList(list, self)
            return judged.withLock { judged in
                if let known = judged[place] { return known }
                judged[place] = judgement
                return judgement
            }
        }
    }
}

/// An anchor's certificate, and what speaks for it besides being in the store.
final class AnchorCertificate: Sendable {
    /// What the certificate's own signature shows.
    enum Integrity: Hashable, Sendable {
        /// Its own key signed it.
        case selfSigned
        /// Another anchor signed it: a link certificate.
        case linked
        /// Who signed it is not in the store.
        case issuerUnknown
        /// It says that its own key signed it, which is not so.
        case damaged
    }

    let certificate: Certificate
    /// What reports show of it.
    let facts: [Finding.Fact]
    /// The subject's country.
    let country: String?
    /// The states in the alternative names.
    let alternativeStates: [String]
    private let place: Int
    private let known = Mutex<Integrity?>(nil)

    init(_ certificate: Certificate, place: Int) {
        self.certificate = certificate
        self.place = place
        facts = [
            .init("CSCA", certificate.subject.description), .init("CSCA SHA-256", Hex.string(certificate.fingerprint)),
        ]
        country = certificate.subject.country?.uppercased()
        alternativeStates = certificate.alternativeStates
    }

    /// Looked at once.
    func integrity(among contents: TrustContents) -> Integrity {
        if let known = known.withLock({ $0 }) { return known }
        let found = examine(contents)
        known.withLock { $0 = found }
        return found
    }

    private func examine(_ contents: TrustContents) -> Integrity {
        let own = certificate.extensions.subjectKeyIdentifier
        let issuer = certificate.extensions.authorityKeyIdentifier
        let namesItself = own != nil && own == issuer
        if namesItself || issuer == nil, certificate.isSigned(by: certificate.publicKey) == .valid {
            return .selfSigned
        }
        if namesItself { return .damaged }
        let others = contents.candidates(issuer: certificate.issuer, keyIdentifier: issuer)
        let isLinked = others.contains { other in
            guard other != place, let issuer = contents.certificate(at: other) else { return false }
            return certificate.isSigned(by: issuer.certificate.publicKey) == .valid
        }
        return isLinked ? .linked : .issuerUnknown
    }
}

/// A revocation list, and whether a trusted CSCA signed it.
struct JudgedRevocationList: Sendable {
    let list: RevocationList
    /// The anchor that signed it; nil when none did.
    let signer: Certificate?
    /// Nil when it is a complete list of an anchor that may sign revocation lists.
    let problem: RevocationListProblem?

    init(_ list: RevocationList, _ contents: TrustContents) {
        self.list = list
        let (signer, problem) = Self.judge(list, contents)
        self.signer = signer
        self.problem = problem ?? list.limitation.map(RevocationListProblem.limited)
    }

    /// Names do not tell two CSCAs of a country apart, and not every list names its key: of two lists of the same key and
    /// name, equally good, the newer one counts.
    func issuerKey(_ stored: TrustedRevocationList, at moment: Moment) -> [[UInt8]] {
        let key = signer.map { [list.issuer.der, $0.publicKey.subjectPublicKey] } ?? stored.issuerKey
        return key + [[problem == nil ? 1 : 0, moment < list.thisUpdate ? 1 : 0]]
    }

    private static func judge(
        _ list: RevocationList, _ contents: TrustContents
    ) -> (signer: Certificate?, problem: RevocationListProblem?) {
        let identifier = list.extensions.authorityKeyIdentifier
        var refused: SignatureOutcome?
        var unfit: (Certificate, RevocationListProblem)?
        for place in contents.candidates(issuer: list.issuer, keyIdentifier: identifier) {
            guard let anchor = contents.certificate(at: place)?.certificate else { continue }
            // A state's list says nothing about another state's certificates.
            guard anchor.subject.country?.uppercased() == list.issuer.country?.uppercased() else { continue }
            let outcome = list.isSigned(by: anchor.publicKey)
            guard outcome == .valid else {
                if identifier != nil, identifier == anchor.extensions.subjectKeyIdentifier {
                    refused = refused ?? outcome
                }
                continue
            }
            // Several certificates may hold one key: a CSCA's own, and link certificates.
            guard anchor.extensions.keyUsage?.contains(.cRLSign) ?? true else {
                unfit = unfit ?? (anchor, .keyUsage)
                continue
            }
            guard anchor.notBefore <= list.thisUpdate, list.thisUpdate <= anchor.notAfter else {
                unfit = unfit ?? (anchor, .issuerNotInForce(list.thisUpdate))
                continue
            }
            return (anchor, nil)
        }
        return unfit.map { ($0.0, $0.1) } ?? (nil, refused.map(RevocationListProblem.signature) ?? .issuerUnknown)
    }

    // MARK: - Time

    /// The end: what a list does not say itself follows from 9303-12 §4.1.5, a new one every 90 days at least.
    var end: Moment {
        list.nextUpdate ?? Moment(secondsSince1970: list.thisUpdate.secondsSince1970 + 90 * 86_400)
    }

    /// Whether it is the latest list at `moment`, as far as it says itself.
    func isCurrent(at moment: Moment) -> Bool { list.thisUpdate <= moment && moment <= end }
}
