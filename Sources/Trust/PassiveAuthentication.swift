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
    /// not show one.
    public func examine(
        _ files: LDSFiles, at moment: Moment, evidence: ChipEvidence = ChipEvidence(), isFresh: Bool = false
    ) -> PassiveAuthenticationReport {
        var examination = Examination(
            files: files, anchors: anchors, moment: moment, isFresh: isFresh, evidence: evidence)
        for rule in Self.rules { rule.examine(&examination) }
        return PassiveAuthenticationReport(
            findings: examination.findings, documentSigner: examination.documentSigner,
            countrySigner: examination.countrySigner)
    }

    private static var rules: [any Rule.Type] {
        [
            SecurityObjectRule.self, SignatureRule.self, ChainRule.self, RevocationRule.self, IssuingStateRule.self,
            DigestRule.self, DataGroupListRule.self, AccessInformationRule.self,
            ChipMappingRule.self, ChipAuthenticationRule.self, ActiveAuthenticationRule.self,
        ]
    }
}
