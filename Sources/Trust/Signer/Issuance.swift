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
    /// An anchor did.
    case issued(Issued)

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
        case .issued(let issued): issued.link != nil
        case .tooLong: true
        case .noAnchors, .unknown, .refused: false
        }
    }
}

extension TrustContents {
    /// Who issued `signer`.
    func issuance(of signer: Certificate) -> Issuance {
        guard !anchors.isEmpty else { return .noAnchors }
        switch anchor(of: signer) {
        case .found(let issuer):
            return .issued(Issuance.Issued(issuer, issuer.integrity(among: self)))
        case .refused(let outcome): return .refused(outcome)
        case .unknown: return .unknown
        }
    }

    /// Who issued `signer` by way of one of `companions`, the certificates of the signed object, which are not trusted by
    /// themselves.
    func issuance(of signer: Certificate, through companions: [Certificate]) -> Issuance {
        for companion in companions.prefix(Self.companionLimit) where companion != signer && companion.isAuthority {
            guard signer.isSigned(by: companion.publicKey) == .valid, case .found(let anchor) = anchor(of: companion)
            else { continue }
            guard companion.isLink(from: anchor.certificate) else { return .tooLong }
            return .issued(Issuance.Issued(anchor, link: companion, anchor.integrity(among: self)))
        }
        return .unknown
    }

    private enum Search {
        case found(AnchorCertificate)
        case refused(SignatureOutcome)
        case unknown
    }

    /// The anchor whose key signed `certificate`.
    private func anchor(of certificate: Certificate) -> Search {
        let keyIdentifier = certificate.extensions.authorityKeyIdentifier
        var refused: SignatureOutcome?
        for place in candidates(issuer: certificate.issuer, keyIdentifier: keyIdentifier) {
            guard let anchor = self.certificate(at: place) else { continue }
            let outcome = certificate.isSigned(by: anchor.certificate.publicKey)
            if outcome == .valid { return .found(anchor) }
            if let keyIdentifier, anchor.certificate.extensions.subjectKeyIdentifier == keyIdentifier {
                refused = refused ?? outcome
            }
        }
        return refused.map(Search.refused) ?? .unknown
    }

    private static let companionLimit = 8
}

extension Certificate {
    /// Whether `anchor` passes its trust on to this authority's key: a new key under the same name, or under a new one
    /// that the certificate announces (9303-12 §7.1.1, tables 5 and 6).
    fileprivate func isLink(from anchor: Certificate) -> Bool {
        guard subject.country?.uppercased() == anchor.subject.country?.uppercased() else { return false }
        return subject.matches(issuer) || extensions.hasNameChange
    }
}
