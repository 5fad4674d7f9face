import CardCrypto
import InlaySeams
import LDS

/// What the rules share while one document is examined. Filled from top to bottom, each part by one rule.
struct Examination {
    let files: LDSFiles
    let anchors: TrustStore
    let moment: Moment
    /// EF.CardAccess was looked for on a chip; without it a dump may simply not hold the file.
    let isFresh: Bool
    /// What the chip did to show that it is genuine.
    let evidence: ChipEvidence

    /// The CMS structure of EF.SOD.
    var signedData: SignedData?
    /// Its content.
    var securityObject: LDSSecurityObject?
    /// The certificate of the signer.
    var documentSigner: Certificate?
    /// The anchor that issued it.
    var countrySigner: Certificate?
    /// EF.SOD has the right structure and its signature holds.
    var isAuthenticated = false

    private(set) var findings: [Finding] = []

    /// True when `file` is one that EF.SOD, verified, vouches for.
    func isCovered(_ file: FileID) -> Bool {
        isAuthenticated && (findings.first { $0.check == .digest(file) }?.verdict.holds ?? false)
    }

    mutating func add(_ check: Check, _ verdict: Verdict, _ evidence: [Finding.Fact] = []) {
        findings.append(Finding(check, verdict, evidence: evidence))
    }
}

/// One rule of passive authentication, in one file.
protocol Rule {
    static func examine(_ examination: inout Examination)
}
