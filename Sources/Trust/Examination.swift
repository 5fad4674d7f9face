import CardCrypto
import InlaySeams
import LDS
import Octets

/// What the rules share while one document is examined. Filled from top to bottom, each part by one rule.
struct Examination {
    let files: LDSFiles
    let anchors: TrustStore
    let moment: Moment
    /// EF.CardAccess was looked for on a chip; without it a dump may simply not hold the file.
    let isFresh: Bool
    /// What the chip did to show that it is genuine.
    let evidence: ChipEvidence
    /// That was saved, and is not of now.
    let isRecorded: Bool
    /// The zone that is printed on the document.
    let printedZone: MRZ?
    /// The zone in EF.DG1; nil when that was not read.
    let zone: Result<MRZ?, ParseError>
    /// The contents of EF.DG14; nil when that was not read.
    let options: Result<SecurityInfos?, ParseError>

    /// The CMS structure of EF.SOD.
    var signedData: SignedData?
    /// Its content.
    var securityObject: LDSSecurityObject?
    /// The certificate of the signer, and who issued it.
    var signer: SignerExamination?
    /// What the rules about the certificates of all signers came to.
    var signerJudgements: [(check: Check, judgement: Judgement)]?
    /// The contents of EF.CardSecurity, once its signature holds.
    var cardSecurity: SignedSecurityInfos?
    /// EF.SOD has the right structure and its signature holds.
    var isAuthenticated = false

    private(set) var findings: [Finding] = []

    init(
        _ files: LDSFiles, _ anchors: TrustStore, at moment: Moment, _ evidence: ChipEvidence, printedZone: MRZ?,
        isFresh: Bool, isRecorded: Bool = false
    ) {
        self.files = files
        self.anchors = anchors
        self.moment = moment
        self.evidence = evidence
        self.printedZone = printedZone
        self.isFresh = isFresh
        self.isRecorded = isRecorded
        findings.reserveCapacity(32)
        zone = Result { () throws(ParseError) in try files.parsed(EFDG1.self)?.mrz }
        options = Result { () throws(ParseError) in try files.parsed(EFDG14.self)?.securityInfos }
    }

    /// The issuing state in EF.DG1; nil when it cannot be read.
    var issuingState: String? { (try? zone.get())?.issuingState }

    /// A trusted CSCA issued the signer's certificate.
    var isSignerEstablished: Bool { signer?.issued != nil }

    /// What holds by a file that EF.SOD covers counts fully only when it is known who signed EF.SOD.
    func counting(_ deviations: [Deviation] = []) -> Verdict {
        .passed(with: deviations + (isSignerEstablished ? [] : [.signerNotEstablished]))
    }

    /// True when `file` is one that EF.SOD, verified, vouches for.
    func isCovered(_ file: FileID) -> Bool {
        isAuthenticated && (findings.first { $0.check == .digest(file) }?.verdict.holds ?? false)
    }

    mutating func add(_ check: Check, _ verdict: Verdict, _ evidence: [Finding.Fact] = []) {
        let verdict = isRecorded && check.isChipProof && verdict.holds ? .notDone(.recorded) : verdict
        findings.append(Finding(check, verdict, evidence: evidence))
    }

    /// The zone in EF.DG1, for a check that needs it: without one the check is noted as not done.
    mutating func zone(for check: Check) -> MRZ? {
        switch zone {
        case .success(let zone?): return zone
        case .success(nil): add(check, .notDone(.fileMissing(.dg1)))
        case .failure(let error): add(check, .notDone(.malformed(.dg1, error)))
        }
        return nil
    }

    mutating func add(_ check: Check, _ judgement: Judgement) { add(check, judgement.verdict, judgement.facts) }
}

/// One rule of passive authentication, in one file.
protocol Rule {
    static func examine(_ examination: inout Examination)
}
