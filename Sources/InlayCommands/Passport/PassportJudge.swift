import CardCrypto
import EMRTD
import InlaySeams
import LDS
import Octets
import Trust

/// Judges a document, read or saved, with everything that is known about it.
struct PassportJudge: Sendable {
    let anchors: TrustStore
    let moment: Moment
    let requirement: Requirement
    /// The user named it.
    private let isRequirementChosen: Bool
    /// Of the machine, whatever day documents are judged for.
    private let time: TimeSource
    /// What of the files that were named to trust was not taken.
    let trustRemarks: [String]
    /// Those that every report tells: what was meant to judge with and could not be used.
    private let reportedTrustRemarks: [PassportReport.Remark]
    /// Certificates of lists that were taken at their word, with the names of these.
    private let acceptedAnchors: [[UInt8]: String]

    /// From `--trust`, `--at` and `--require`.
    init(_ arguments: Arguments, _ house: House, usually requirement: Requirement) throws(Failure) {
        let trusted = try TrustFiles.store(
            arguments.values(PassportOptions.trust), acceptsLists: arguments.has(PassportOptions.acceptLists), house)
        anchors = trusted.store
        trustRemarks = trusted.remarks
        reportedTrustRemarks = trusted.reported
        acceptedAnchors = Dictionary(
            anchors.anchors.filter { $0.origin.kind == .acceptedList }.map { (Array($0.der), $0.origin.name) }
        ) { first, _ in first }
        moment = try Self.moment(arguments, house)
        self.requirement = try Self.requirement(arguments, usually: requirement)
        isRequirementChosen = arguments.value(PassportOptions.require) != nil
        time = house.time
    }

    /// A document that was read just now.
    func report(
        _ reading: PassportReport.Reading, from source: CardConnection.Source, given: AccessKeyOptions?
    ) -> PassportReport {
        var report = report(
            reading.reading.files, from: source,
            own: [Self.access(reading.reading.access)] + Self.terminal(reading.reading.terminalAuthentication),
            evidence: reading.reading.evidence, printedZone: given?.zone, typed: given?.typed, reading: reading)
        report.deviations = reading.reading.deviations.map(ReportedDeviation.init) + report.deviations
        return report
    }

    /// A document that was saved.
    func report(_ folder: DumpFolder) -> PassportReport {
        var report = report(
            folder.files, from: .saved, own: [], evidence: folder.evidence ?? ChipEvidence(), printedZone: nil,
            reading: nil, ambiguous: Set(folder.ambiguous.keys))
        report.path = folder.path
        report.allRemarks = folder.remarks + report.allRemarks
        return report
    }

    private func report(
        _ files: LDSFiles, from source: CardConnection.Source, own: [ReportedCheck], evidence: ChipEvidence,
        printedZone: MRZ?, typed: MRZInformation? = nil, reading: PassportReport.Reading?,
        ambiguous: Set<FileID> = []
    ) -> PassportReport {
        let isFresh = reading != nil
        let judged = PassiveAuthentication(anchors: anchors)
            .examine(
                files, at: moment, evidence: evidence, printedZone: printedZone, isFresh: isFresh, isRecorded: !isFresh)
        let zone = (try? files.parsed(EFDG1.self))?.mrz
        let checks =
            own + judged.findings.map { Self.check($0, reading, ambiguous, printedZone, zone) }
            + Self.typedCheck(typed, zone, judged) + zoneChecks(zone)
        let failures = checks.filter { $0.state == .failed }
        let isExpired = checks.contains { $0.identifier == ReportedCheck.expiry && $0.state == .warning }
        var conclusion = judged.conclusion(for: requirement)
        var sentence = judged.statement(for: requirement, runOutIsUsual: isExpired)
        if case .failed = conclusion {
        } else if let failure = failures.first {
            conclusion = .failed([])
            sentence = "This document must not be trusted: a check failed (\(failure.title))."
        }
        // A signer that does not fit its state's certificates is no good default, nor a chip that keeps back what its signer
        // listed, as long as nobody asked for less.
        let unfitCountry = judged.unfitCountries.first
        let stateAnchorCount = unfitCountry.map(anchors.anchorCount(ofCountry:)) ?? 0
        var demand: String?
        if conclusion == .holds, !isRequirementChosen {
            let withheld = Self.withheld(checks, reading)
            if stateAnchorCount > 0, case .notDone(.issuerUnknown) = judged[.chain] {
                conclusion = .notEstablished([.chain])
                demand = "the signer fits the state's certificates at hand"
            } else if !withheld.isEmpty {
                conclusion = .notEstablished(withheld.map { .digest($0) })
                demand = "the chip gives what its signed list names"
            }
        }
        let certificates = [
            judged.documentSigner.map { ReportedCertificate(role: ReportedCertificate.signer, certificate: $0) },
            judged.link.map { ReportedCertificate(role: "link certificate", certificate: $0) },
            judged.countrySigner.map { ReportedCertificate(role: "CSCA", certificate: $0) },
        ]
        var report = PassportReport(
            source: source, files: files, reading: reading, moment: moment, allChecks: checks, requirement: requirement,
            conclusion: conclusion,
            isAuthentic: failures.isEmpty && judged.conclusion(for: .authentic) == .holds,
            stateAnchorCount: stateAnchorCount, made: time.now, sentence: sentence,
            certificates: certificates.compactMap(\.self),
            deviations: ReportedDeviation.all(in: files) + judged.findings.flatMap(ReportedDeviation.all(of:)))
        report.anchorCountry = unfitCountry
        report.usualDemand = demand
        report.ambiguous = ambiguous
        report.allRemarks = reportedTrustRemarks
        if let certificate = judged.countrySigner, let list = acceptedAnchors[certificate.der] {
            report.allRemarks.append(
                .init(
                    "nobody vouches for the CSCA certificate: it came from a master list that was taken at its word (\(list))",
                    redacted:
                        "nobody vouches for the CSCA certificate: it came from a master list that was taken at its word"
                ))
        }
        return report
    }

    /// Data groups of the signed list that a chip did not give although nothing keeps this terminal from them.
    private static func withheld(_ checks: [ReportedCheck], _ reading: PassportReport.Reading?) -> [FileID] {
        checks.compactMap { check in
            guard let file = check.dataGroup, check.missingFile == file,
                case .notGiven = MissingFile(file, reading, ambiguous: [])
            else { return nil }
            return file
        }
    }

    /// A finding, with what only the reader knows: why a file is not there, and what is printed. The latter is about the
    /// holder, and `redacted` leaves it out.
    private static func check(
        _ finding: Finding, _ reading: PassportReport.Reading?, _ ambiguous: Set<FileID>, _ printed: MRZ?, _ zone: MRZ?
    ) -> ReportedCheck {
        var check = ReportedCheck(finding)
        if let file = check.missingFile { check.reason = MissingFile(file, reading, ambiguous: ambiguous).reason(file) }
        if case .printedZoneDiffers(let fields) = check.cause, let printed, let zone {
            check.evidence += fields.prefix(5).flatMap { field -> [Finding.Fact] in
                [
                    .init("printed \(field)", printed.raw(field) ?? ""),
                    .init("\(field) on the chip", zone.raw(field) ?? ""),
                ]
            }
        }
        return check
    }

    // MARK: - Checks of our own

    /// How the chip was opened.
    private static func access(_ access: AccessSummary) -> ReportedCheck {
        let used = access.attempts.last { $0.outcome == .succeeded }?.name
        switch access.established {
        case nil: return ReportedCheck("access", "access control", .notDone, "the chip was not opened")
        case .unprotected:
            return ReportedCheck("access", "access control", .warning, "the chip gives its files to everybody")
        case .bac, .pace:
            guard access.fellBackToBAC else { return ReportedCheck("access", "access control", .passed, used) }
            return ReportedCheck(
                "access", "access control", .warning, "PACE failed and BAC was used instead, as was allowed")
        }
    }

    /// Terminal Authentication, where it was asked for: the chip's judgement of the terminal, not ours of the chip.
    private static func terminal(_ report: TerminalAuthenticationReport?) -> [ReportedCheck] {
        guard let report else { return [] }
        let state: ReportedCheck.State
        switch report.outcome {
        case .authenticated: state = .passed
        case .notDone, .unfinished: state = .notDone
        case .refused, .malformedChallenge, .sessionLost: state = .warning
        }
        let rights = report.granted.map { $0.rights.map(\.title).joined(separator: ", ") }
        return [
            ReportedCheck(
                "terminalAuthentication", "terminal authentication", state,
                rights.map { "the chip lets this terminal: \($0)" } ?? report.outcome.description)
        ]
    }

    /// Number, birth and expiry as they were typed, and those of EF.DG1 (9303-11 §5.1): the chip may open with the ones and
    /// hold the others.
    private static func typedCheck(
        _ typed: MRZInformation?, _ zone: MRZ?, _ judged: PassiveAuthenticationReport
    ) -> [ReportedCheck] {
        guard let typed else { return [] }
        let (name, title) = (Check.printedZone.identifier, "number, birth and expiry in EF.DG1")
        guard let zone else {
            return [ReportedCheck(name, title, .notDone, "EF.DG1 was not read, or holds no zone")]
        }
        guard MRZInformation(zone).bytes == typed.bytes else {
            return [ReportedCheck(name, title, .failed, "they are not those that were given")]
        }
        return judged[.digest(.dg1)]?.holds == true
            ? [ReportedCheck(name, title, .passed)]
            : [ReportedCheck(name, title, .warning, "EF.DG1 is not shown to be genuine")]
    }

    private func zoneChecks(_ zone: MRZ?) -> [ReportedCheck] {
        guard let zone else { return [] }
        let problems = zone.checkDigitProblems
        var checks = [
            problems.isEmpty
                ? ReportedCheck("checkDigits", "check digits of EF.DG1", .passed)
                : ReportedCheck(
                    "checkDigits", "check digits of EF.DG1", .warning,
                    "\(Count.of(problems.count, "check digit")) of the zone in the chip wrong")
        ]
        let title = "date of expiry"
        guard let today = moment.calendarDate, let expiry = zone.dateOfExpiry.resolved(asOf: today) else {
            return checks + [ReportedCheck(ReportedCheck.expiry, title, .notDone, "the zone gives no date")]
        }
        checks.append(
            today.isAfter(expiry)
                ? ReportedCheck(ReportedCheck.expiry, title, .warning, "the document has expired")
                : ReportedCheck(ReportedCheck.expiry, title, .passed))
        return checks
    }

    // MARK: - Options

    /// What `--at` says, or now.
    static func moment(_ arguments: Arguments, _ house: House) throws(Failure) -> Moment {
        guard let text = arguments.value(PassportOptions.at) else { return house.time.now }
        guard let day = Moment(isoDate: text) else {
            throw .usage("wrong-value", "--at takes a date that exists, YYYY-MM-DD", remedy: "write --at 2026-11-30")
        }
        return day
    }

    private static func requirement(
        _ arguments: Arguments, usually requirement: Requirement
    ) throws(Failure) -> Requirement {
        guard let text = arguments.value(PassportOptions.require) else { return requirement }
        guard let level = Requirement(rawValue: text) else {
            throw .usage(
                "wrong-value", "--require takes authentic, signature, hashes or none",
                remedy: "write --require signature")
        }
        return level
    }
}
