public import CardCrypto
import InlaySeams

/// What the user trusts: CSCA certificates, and the revocation lists of their states. A value; copies share what was
/// taken apart already.
public struct TrustStore: Sendable {
    let contents: TrustContents

    /// A store of these anchors and lists, each once.
    public init(_ anchors: [TrustAnchor] = [], revocationLists: [TrustedRevocationList] = []) {
        var seen: Set<EncodedBytes> = []
        contents = TrustContents(
            anchors: anchors.filter { seen.insert(EncodedBytes($0.der)).inserted },
            revocationLists: revocationLists.filter { seen.insert(EncodedBytes($0.der)).inserted })
    }

    init(_ contents: TrustContents) { self.contents = contents }

    /// A store of certificates that the user names.
    public init(anchors: [Certificate]) {
        let origin = TrustOrigin(.user, name: "", imported: Moment(secondsSince1970: 0))
        self.init(anchors.map { TrustAnchor($0, from: origin) })
    }

    /// The anchors, in the order in which they came.
    public var anchors: [TrustAnchor] { contents.anchors }

    /// The revocation lists.
    public var revocationLists: [TrustedRevocationList] { contents.revocationLists }

    /// True when nothing is trusted.
    public var isEmpty: Bool { contents.anchors.isEmpty }

    /// The countries of the anchors, each once, sorted.
    public var countries: [String] { contents.byCountry.keys.filter { !$0.isEmpty }.sorted() }

    /// How many anchors there are of a country, in two capital letters.
    public func anchorCount(ofCountry country: String) -> Int { contents.byCountry[country]?.count ?? 0 }

    /// This store and what `other` has besides.
    public func merged(with other: TrustStore) -> TrustStore {
        TrustStore(anchors + other.anchors, revocationLists: revocationLists + other.revocationLists)
    }

    /// This store without the anchors and lists that the caller does not want.
    public func removing(
        anchors isUnwanted: (TrustAnchor) -> Bool, revocationLists isUnwantedList: (TrustedRevocationList) -> Bool
    ) -> TrustStore {
        TrustStore(
            anchors.filter { !isUnwanted($0) }, revocationLists: revocationLists.filter { !isUnwantedList($0) })
    }
}

extension TrustStore: Hashable {
    /// Whether both hold the same, in the same order.
    public static func == (left: TrustStore, right: TrustStore) -> Bool {
        left.contents === right.contents
            || left.anchors == right.anchors && left.revocationLists == right.revocationLists
    }

    /// Hashes what the store holds.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(anchors)
        hasher.combine(revocationLists)
    }
}
