public import CardCrypto
public import InlaySeams

/// A revocation list in a trust store, with what is needed to find it. It is taken apart when it is needed.
public struct TrustedRevocationList: Hashable, Sendable {
    /// The list.
    public let der: ArraySlice<UInt8>
    /// The issuer's country in capital letters; empty when it names none.
    public let country: String
    /// When it was issued.
    public let thisUpdate: Moment
    /// When the next one is issued at the latest.
    public let nextUpdate: Moment?
    /// The issuer's name.
    let issuer: [UInt8]
    /// The issuer's key; empty when it is not named.
    let keyIdentifier: [UInt8]
    /// Where it came from.
    public let origin: TrustOrigin

    /// A list for a store.
    public init(_ list: RevocationList, from origin: TrustOrigin) {
        der = list.der[...]
        country = list.issuer.country?.uppercased() ?? ""
        thisUpdate = list.thisUpdate
        nextUpdate = list.nextUpdate
        issuer = list.issuer.der
        keyIdentifier = list.extensions.authorityKeyIdentifier ?? []
        self.origin = origin
    }

    init(
        der: ArraySlice<UInt8>, country: String, thisUpdate: Moment, nextUpdate: Moment?, issuer: [UInt8],
        keyIdentifier: [UInt8], origin: TrustOrigin
    ) {
        self.der = der
        self.country = country
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.issuer = issuer
        self.keyIdentifier = keyIdentifier
        self.origin = origin
    }

    /// The list, taken apart; nil when the store was damaged.
    public var list: RevocationList? { try? RevocationList(parsing: Array(der)) }

    /// Issuer and key, as the list names them.
    var issuerKey: [[UInt8]] { [issuer, keyIdentifier] }
}
