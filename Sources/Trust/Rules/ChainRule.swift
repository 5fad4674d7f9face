import CardCrypto

/// The signer's certificate must be issued by a trusted CSCA: a path of exactly one certificate under the anchor, link
/// certificates aside (9303-12 App. D).
enum ChainRule: SignerRule {
    static let check = Check.chain

    static func judge(_ signer: SignerExamination) -> Judgement {
        let certificate = signer.certificate
        let facts: [Finding.Fact] = [.init("issuer", certificate.issuer.description)]
        switch signer.issuance {
        case .noAnchors: return Judgement(.notDone(.noAnchors), facts)
        case .unknown: return Judgement(.notDone(.issuerUnknown(country: certificate.issuer.country)), facts)
        case .refused(let outcome): return Judgement(.failed(.issuerSignature(outcome)), facts)
        case .tooLong: return Judgement(.failed(.pathTooLong), facts)
        case .tooShort: return Judgement(.failed(.signedByAuthority), facts)
        case .issued(let ways):
            guard let issued = signer.issued ?? ways.first else { return Judgement(.notDone(.noAnchors), facts) }
            guard issued.integrity != .damaged else { return Judgement(.failed(.damagedAnchor), facts) }
            return Judgement(.passed(with: deviations(certificate, issued)), facts + Self.facts(issued))
        }
    }

    private static func deviations(_ certificate: Certificate, _ issued: Issuance.Issued) -> [Deviation] {
        var deviations: [Deviation] = []
        if !issued.issuer.subject.matches(certificate.issuer) { deviations.append(.issuerNameDiffers) }
        if certificate.extensions.authorityKeyIdentifier == nil { deviations.append(.issuerFoundByTrying) }
        if issued.link != nil { deviations.append(.linkFromDocument) }
        if issued.integrity == .issuerUnknown { deviations.append(.anchorIssuerUnknown) }
        return deviations
    }

    private static func facts(_ issued: Issuance.Issued) -> [Finding.Fact] {
        var facts: [Finding.Fact] = []
        if let link = issued.link { facts.append(.init("link certificate", link.subject.description)) }
        return facts + issued.known.facts
    }
}
