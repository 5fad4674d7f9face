import CardCrypto
public import InlaySeams
public import LDS

/// Judges the files of a document, offline (9303-11 §5.1, 9303-12 App. D).
public struct PassiveAuthentication: Sendable {
    /// Whom to trust.
    public var anchors: TrustStore

    /// Judges against `anchors`.
    public init(anchors: TrustStore = TrustStore()) { self.anchors = anchors }

    /// Examines `files` as of `moment`.
    ///
    /// `evidence` is what the chip did when it was read; its keys count only where the signed files vouch for them.
    /// `isFresh` says that the files were just read from a chip, so that a missing EF.CardAccess means that the chip did
    /// not show one. `isRecorded` says that the evidence was saved: then it can be wrong, but what is right in it is not
    /// fresh and counts for nothing. `printedZone` is the zone that is printed on the document.
    public func examine(
        _ files: LDSFiles, at moment: Moment, evidence: ChipEvidence = ChipEvidence(), printedZone: MRZ? = nil,
        isFresh: Bool = false, isRecorded: Bool = false
    ) -> PassiveAuthenticationReport {
        var examination = Examination(
            files, anchors, at: moment, evidence, printedZone: printedZone, isFresh: isFresh,
            isRecorded: isRecorded)
        for rule in Self.rules { rule.examine(&examination) }
        return PassiveAuthenticationReport(
            findings: examination.findings, documentSigner: examination.signer?.certificate,
            countrySigner: examination.signer?.issued?.anchor, link: examination.signer?.issued?.link,
            unfitCountries: unfitCountries(examination))
    }

    private func unfitCountries(_ examination: Examination) -> [String] {
        guard let signer = examination.signer, case .unknown = signer.issuance else { return [] }
        let zone = examination.issuingState.map { CountryCodes.signerCountries(ofIssuingState: $0) } ?? []
        let named = [signer.certificate.issuer.country, signer.certificate.subject.country]
            .compactMap { $0?.uppercased() }
        return (zone + named).reduce(into: []) { countries, country in
            if !countries.contains(country), anchors.anchorCount(ofCountry: country) > 0 { countries.append(country) }
        }
    }

    private static var rules: [any Rule.Type] {
        [
            SecurityObjectRule.self, SignatureRule.self, DocumentSignerRule.self, IssuingStateRule.self,
            DocumentTypeRule.self, DigestRule.self, PrintedZoneRule.self, DataGroupListRule.self,
            CardSecurityRule.self, AccessInformationRule.self, ChipMappingRule.self, ChipAuthenticationRule.self,
            ActiveAuthenticationRule.self,
        ]
    }
}
