public import CardCrypto

/// CSCA certificates that the user trusts.
public struct TrustStore: Hashable, Sendable {
    /// The certificates, each once.
    public private(set) var anchors: [Certificate]

    /// A store of these certificates.
    public init(anchors: [Certificate] = []) {
        var seen: Set<[UInt8]> = []
        self.anchors = anchors.filter { seen.insert($0.der).inserted }
    }

    /// True when nothing is trusted.
    public var isEmpty: Bool { anchors.isEmpty }

    /// Anchors that may have issued `certificate`, the most likely first: by key identifier, then by name, then all of
    /// the same country. Names do not identify a key (9303-12 App. D), so the caller tries the keys.
    func candidates(for certificate: Certificate) -> [Certificate] {
        let keyIdentifier = certificate.extensions.authorityKeyIdentifier
        let country = certificate.issuer.country?.uppercased()
        func rank(_ anchor: Certificate) -> Int? {
            if let keyIdentifier, anchor.extensions.subjectKeyIdentifier == keyIdentifier { return 0 }
            if anchor.subject.matches(certificate.issuer) { return 1 }
            if let country, anchor.subject.country?.uppercased() == country { return 2 }
            return nil
        }
        return anchors.compactMap { anchor in rank(anchor).map { ($0, anchor) } }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }
}
