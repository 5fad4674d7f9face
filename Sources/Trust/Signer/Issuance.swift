import CardCrypto

/// Which trusted CSCA issued a signer's certificate.
enum Issuance: Sendable {
    /// Nothing is trusted.
    case noAnchors
    /// The key of no anchor fits.
    case unknown
    /// The anchor whose key it names did not sign it.
    case refused(SignatureOutcome)
    /// An authority between it and the anchor issued it, which 9303-12 does not allow.
    case tooLong
    /// A CSCA itself signed, not a signer under it.
    case tooShort
    /// Anchors did: one or several certificates of one key, at least one.
    case issued([Issued])

    /// The way from a signer's certificate to an anchor.
    final class Issued: Sendable {
        /// The anchor.
        let known: AnchorCertificate
        /// A link certificate that came with the document and leads from the anchor to the issuer.
        let link: Certificate?
        /// What speaks for the anchor besides being trusted.
        let integrity: AnchorCertificate.Integrity

        /// The anchor's certificate.
        var anchor: Certificate { known.certificate }
        /// The certificate whose key signed the signer's.
        var issuer: Certificate { link ?? anchor }

        init(_ known: AnchorCertificate, link: Certificate? = nil, _ integrity: AnchorCertificate.Integrity) {
            self.known = known
            self.link = link
            self.integrity = integrity
        }
    }

    /// The document itself brought what led here.
    var dependsOnCompanions: Bool {
        switch self {
        case .issued(let ways): ways.contains { $0.link != nil }
        case .tooLong: true
        case .noAnchors, .unknown, .refused, .tooShort: false
        }
    }
}

extension TrustContents {
    /// Who issued `signer`.
    func issuance(of signer: Certificate) -> Issuance {
        guard !anchors.isEmpty else { return .noAnchors }
        switch anchors(of: signer) {
        case .found(let anchors):
            guard !anchors.contains(where: { $0.certificate.hasKey(of: signer) }) else { return .tooShort }
            return .issued(anchors.map { Issuance.Issued($0, $0.integrity(among: self)) })
        case .refused(let outcome): return .refused(outcome)
        case .unknown: return .unknown
        }
    }

    /// Who issued `signer` by way of one of `companions`, the certificates of the signed object, which are not trusted by
    /// themselves.
    func issuance(of signer: Certificate, through companions: [Certificate]) -> Issuance {
        for companion in companions.prefix(Self.companionLimit)
        where companion != signer && companion.isDeclaredAuthority {
            guard signer.isSigned(by: companion.publicKey) == .valid, case .found(let anchors) = anchors(of: companion)
            else { continue }
            let linked = anchors.filter { companion.isLink(from: $0.certificate) }
            guard !linked.isEmpty else { return .tooLong }
            return .issued(linked.map { Issuance.Issued($0, link: companion, $0.integrity(among: self)) })
        }
        return .unknown
    }

    private enum Search {
        case found([AnchorCertificate])
        case refused(SignatureOutcome)
        case unknown
    }

    /// The anchors whose key signed `certificate`: a CSCA's key may be in several certificates, such as its own, its
    /// renewal and link certificates, of which not all are in force and unrevoked.
    private func anchors(of certificate: Certificate) -> Search {
        let keyIdentifier = certificate.extensions.authorityKeyIdentifier
        var found: [AnchorCertificate] = []
        var refused: SignatureOutcome?
        for place in candidates(issuer: certificate.issuer, keyIdentifier: keyIdentifier) {
            guard let anchor = self.certificate(at: place) else { continue }
            // Two keys do not make one signature.
            guard found.first?.certificate.hasKey(of: anchor.certificate) ?? true else { continue }
            let outcome = certificate.isSigned(by: anchor.certificate.publicKey)
            guard outcome != .valid else {
                found.append(anchor)
                continue
            }
            if let keyIdentifier, anchor.certificate.extensions.subjectKeyIdentifier == keyIdentifier {
                refused = refused ?? outcome
            }
        }
        guard found.isEmpty else { return .found(found) }
        return refused.map(Search.refused) ?? .unknown
    }

    private static let companionLimit = 8
}

extension Certificate {
    /// Whether both hold the same key.
    func hasKey(of other: Certificate) -> Bool {
        publicKey.subjectPublicKey == other.publicKey.subjectPublicKey
    }

    /// Whether it says that it is an authority's, in one way or the other.
    fileprivate var isDeclaredAuthority: Bool {
        extensions.basicConstraints?.isCA ?? false || extensions.keyUsage?.contains(.keyCertSign) ?? false
    }

    /// Whether `anchor` passes its trust on to this authority's key: a new key under the same name, or under a new one
    /// that the certificate announces (9303-12 §7.1.1, tables 5 and 6).
    fileprivate func isLink(from anchor: Certificate) -> Bool {
        guard subject.country?.uppercased() == anchor.subject.country?.uppercased() else { return false }
        return subject.matches(issuer) || extensions.hasNameChange
    }
}
