public import CardCrypto
public import LDS

/// Everything that was found out about a document from its files alone.
public struct PassiveAuthenticationReport: Hashable, Sendable {
    /// One finding a check, in the order in which a person wants to read them.
    public let findings: [Finding]
    /// The certificate that signed EF.SOD; nil when it was not found.
    public let documentSigner: Certificate?
    /// The trusted CSCA certificate behind it; nil when none was found.
    public let countrySigner: Certificate?
    /// The link certificate between them that the document brought along; nil when none was needed.
    public let link: Certificate?

    /// Countries, in two letters, whose anchors are at hand although no anchor issued the signer: of the zone's issuing
    /// state and of those that the signer's certificate names, in this order.
    public let unfitCountries: [String]

    /// The verdict of one check; nil when it was not looked at.
    public subscript(check: Check) -> Verdict? { findings.first { $0.check == check }?.verdict }

    /// Verdicts of the digests of data groups, by file.
    public var digests: [FileID: Verdict] {
        var verdicts: [FileID: Verdict] = [:]
        for finding in findings {
            if case .digest(let file) = finding.check { verdicts[file] = finding.verdict }
        }
        return verdicts
    }

    /// Checks that failed.
    public var failures: [Finding] { findings.filter(\.verdict.isFailure) }
}
