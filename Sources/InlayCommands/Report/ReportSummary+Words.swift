import EMRTD
import ISO7816
import LDS
import Octets
import Trust

extension ReportSummary {
    /// What `report` comes to.
    init(_ report: PassportReport) {
        finding = Self.finding(report)
        switch finding {
        case .failed: tone = .bad
        case .authentic: tone = .good
        default: tone = .open
        }
        var (label, statement) = Self.words(finding, report)
        if report.isExpired, finding != .expired, finding != .failed {
            label = "EXPIRED, \(label)"
            statement = "\(Self.ranOut(report)). \(PlainWords.capitalized(statement))"
        }
        self.label = label
        self.statement = statement
        explanation = Self.explanation(finding, report)
        advice = ReportAdvice.all(for: finding, report)
    }

    // MARK: - What it is

    private static func finding(_ report: PassportReport) -> Finding {
        if report.isFailed, !report.isRunOut { return .failed }
        if report.reading?.reading.interruption != nil { return .incomplete }
        if report.isRunOut || report.isAuthentic, report.isExpired {
            return .expired
        }
        if report.isAuthentic { return .authentic }
        if !report.ambiguous.isEmpty { return .notEstablished }
        switch report.check(.chain)?.cause {
        case .issuerUnknown: return report.signerDoesNotFit ? .signerDoesNotFit : .unknownIssuer
        case .noAnchors: return .unknownIssuer
        default: break
        }
        let missing = report.missingParts
        if missing.contains(where: { if case .notGiven = $0.why { true } else { false } }) { return .withheld }
        let isPart = missing.contains { [.notAsked, .notSaved, .notListed].contains($0.why) }
        return isPart || report.lacksList && report.reading?.isSelection ?? false ? .partial : .notEstablished
    }

    // MARK: - Headline

    private static func words(_ finding: Finding, _ report: PassportReport) -> (label: String, statement: String) {
        let (kind, state) = (report.kind, report.stateName)
        switch finding {
        case .failed: return ("DO NOT TRUST", failure(report))
        case .incomplete:
            return (
                "INCOMPLETE",
                report.wasTakenAway
                    ? "the \(kind) was taken away before everything was read. Lay it on the reader again."
                    : "the reading stopped before everything was read. Read the \(kind) once more."
            )
        case .expired:
            return (
                "EXPIRED",
                report.isRunOut
                    ? "\(ranOut(report)), and a certificate behind its seal has run out since, so that it can no longer "
                        + "be fully confirmed."
                    : "\(ranOut(report)). What is on the chip is as the authority of \(state) signed it."
            )
        case .signerDoesNotFit:
            let count = Count.of(report.stateAnchorCount, "official certificate")
            return (
                "CAUTION",
                "this computer has \(count) of \(report.anchorStateName), and this \(kind) was not made with "
                    + (report.stateAnchorCount == 1 ? "it." : "any of them.")
            )
        case .unknownIssuer:
            return (
                "NOT CONFIRMED", "this computer has no official certificate of \(state) to check the seal with."
            )
        case .withheld:
            let parts = report.missingParts.filter { if case .notGiven = $0.why { true } else { false } }.map(\.file)
            return (
                "CAUTION",
                "the signed list in the chip names \(PlainWords.parts(parts)), and the chip does not give "
                    + (parts.count > 1 || parts.contains(where: PlainWords.isPlural) ? "them." : "it.")
            )
        case .partial:
            return (
                "PARTLY CHECKED",
                report.reading == nil
                    ? "the saved files are only a part of what is on the chip."
                    : "only a part of the chip was read, as it was asked for."
            )
        case .notEstablished: return ("NOT CONFIRMED", openStatement(report))
        case .authentic:
            return ("GENUINE CONTENTS", "what is on the chip is as the authority of \(state) signed it.")
        }
    }

    private static func ranOut(_ report: PassportReport) -> String {
        "the \(report.kind) ran out" + (report.lastDay.map { " on \($0)" } ?? "")
    }

    /// The gravest of what failed.
    private static func failure(_ report: PassportReport) -> String {
        let failures = report.allChecks.filter { $0.state == .failed }
        if !failures.isEmpty, failures.allSatisfy(\.isRunOut) {
            return "a certificate behind its seal ran out before the \(report.kind) does, which is unusual."
        }
        let gravest = failures.min { CheckMeaning.gravity($0) < CheckMeaning.gravity($1) }
        if case .stateDiffers(let document, let signer) = gravest?.cause {
            return "it says that \(PlainWords.state(zone: document, certificate: nil)) issued it, but "
                + "\(PlainWords.state(zone: nil, certificate: signer)) signed it."
        }
        return (gravest.map { CheckMeaning.of($0.identifier).headline } ?? "a check failed") + "."
    }

    private static func openStatement(_ report: PassportReport) -> String {
        if !report.ambiguous.isEmpty {
            let files = report.ambiguous.sorted()
            return
                "the saved files hold \(PlainWords.parts(files)) more than once, and they differ: one of them is not "
                + "what the chip gave."
        }
        if report.lacksList {
            return report.reading == nil
                ? "the signed list (EF.SOD) is not among the saved files, so nobody vouches for the rest."
                : "the chip gave no signed list (EF.SOD), so nobody vouches for what is on it."
        }
        guard report.check(.signature)?.holds ?? false else { return "the seal on the chip could not be checked." }
        let unlisted = report.allChecks.filter(\.isUnlisted).compactMap(\.dataGroup)
        if !unlisted.isEmpty {
            return "the chip holds something that the signed list does not name (\(PlainWords.parts(unlisted)))."
        }
        return "it was not established that the authority of \(report.stateName) made this \(report.kind)."
    }

    // MARK: - Explanation

    private static func explanation(_ finding: Finding, _ report: PassportReport) -> [String] {
        let sentences: [String]
        switch finding {
        case .failed: sentences = failures(report)
        case .incomplete:
            sentences = [
                left(report), contents(report), "The rest of this report is about what was read, and no more.",
            ]
        case .expired:
            sentences = (report.isRunOut ? [runOutMeaning(report)] : []) + [contents(report), chip(report)]
        case .signerDoesNotFit:
            sentences = [
                "It may be newer than what is on this computer, or a forgery: anybody can write the name of a state into a "
                    + "chip.",
                report.signerStateDiffers,
            ]
        case .unknownIssuer:
            sentences = [
                "This says nothing against the person, and nothing for the \(report.kind): anybody could have put this "
                    + "name and photo on a chip and sealed it.",
                report.signerStateDiffers,
            ]
        case .withheld:
            sentences = [
                "Whoever made the \(report.kind) put that on the chip. The chip may be damaged, or not be the original.",
                contents(report),
            ]
        case .partial: sentences = [contents(report), left(report)]
        case .notEstablished: sentences = [contents(report)]
        case .authentic: sentences = [contents(report), locked(report), chip(report), withdrawal(report)]
        }
        let also = ![.withheld, .incomplete, .partial].contains(finding) ? left(report) : ""
        return (sentences + [also]).filter { !$0.isEmpty }
    }

    /// What failed, each meaning once, with the names of the checks behind it.
    private static func failures(_ report: PassportReport) -> [String] {
        let failures = report.allChecks.filter { $0.state == .failed }
        var sentences: [String] = []
        var told: [String] = []
        for check in failures.sorted(by: { CheckMeaning.gravity($0) < CheckMeaning.gravity($1) }) {
            let meaning = CheckMeaning.of(check.identifier).failure
            guard !told.contains(meaning) else { continue }
            told.append(meaning)
            let names = failures.filter { CheckMeaning.of($0.identifier).failure == meaning }.map(\.title)
            sentences.append("\(meaning) (Failed: \(names.joined(separator: ", ")).)")
        }
        let difference = ReportQuestion.difference(report.checks)
        if !difference.isEmpty { sentences.append(difference) }
        if report.isOnlyCopied {
            sentences.append(
                "What is shown is the data of a real \(report.kind); but this chip is not that \(report.kind)'s.")
        }
        if report.isExpired, !report.isRunOut {
            sentences.append("Besides, \(ranOut(report)).")
        }
        if report.reading?.reading.interruption != nil {
            sentences.append("Besides, the reading stopped before everything was read.")
        }
        return sentences
    }

    private static func runOutMeaning(_ report: PassportReport) -> String {
        let days = report.allChecks.compactMap { check -> CalendarDate? in
            guard case .expired(_, let day) = check.cause else { return nil }
            return day.calendarDate
        }
        let last = report.moment.calendarDate.flatMap { report.zone?.dateOfExpiry.resolved(asOf: $0) }
        if let last, days.contains(where: { last.isAfter($0) }) {
            return "The certificate ran out before the \(report.kind) did, which is unusual."
        }
        return "That is usual for an old \(report.kind), and by itself no sign of forgery."
    }

    /// What is as it was signed.
    private static func contents(_ report: PassportReport) -> String {
        let compared = report.allChecks.filter(\.holds).compactMap(\.dataGroup)
        guard !compared.isEmpty, report.check(.signature)?.holds ?? false else {
            return compared.isEmpty ? "" : "Nobody vouches for what is on the chip."
        }
        let isOne = compared.count == 1 && !compared.contains(where: PlainWords.isPlural)
        return PlainWords.capitalized(PlainWords.parts(compared))
            + (isOne ? " is exactly as it was signed." : " are exactly as they were signed.")
    }

    /// What was not read although the signed list names it, by the reason.
    private static func left(_ report: PassportReport) -> String {
        let missing = report.missingParts.filter { $0.why != .locked && $0.why != .ambiguous }
        guard !missing.isEmpty else { return "" }
        return "Not read: \(PlainWords.parts(missing.map(\.file)))."
    }

    private static func locked(_ report: PassportReport) -> String {
        let files = report.missingParts.filter { $0.why == .locked }.map(\.file)
        guard !files.isEmpty else { return "" }
        return
            "\(PlainWords.capitalized(PlainWords.parts(files))) are locked: only authorities can read them, which is "
            + "usual."
    }

    private static func chip(_ report: PassportReport) -> String {
        let question = ReportQuestion.chip(report)
        switch question.answer {
        case "Yes": return "The chip showed that it is the original."
        case "Cannot be tested":
            return "This \(report.kind) has no means to show whether its chip is a copy; that is usual for older ones."
        default: return "Whether the chip is the original was not shown."
        }
    }

    private static func withdrawal(_ report: PassportReport) -> String {
        report.check(.revocation)?.holds ?? false
            ? "\(report.stateName) has not withdrawn the certificate behind the seal."
            : "Whether \(report.stateName) has withdrawn the certificate behind the seal is not known: no current list of "
                + "withdrawals is on this computer."
    }
}

extension PassportReport {
    /// There is no EF.SOD.
    var lacksList: Bool { check(.securityObject)?.missingFile == .sod }

    /// The card left the reader.
    var wasTakenAway: Bool {
        switch reading?.reading.interruption?.code {
        case .cardRemoved, .noCard, .noAnswer: true
        default: false
        }
    }

    /// The files are those of a real document, and only the chip is not the one it was made for.
    var isOnlyCopied: Bool {
        let failures = allChecks.filter { $0.state == .failed }
        let proofs = [Check.chipMapping, .chipAuthentication, .activeAuthentication].map(\.identifier)
        return !failures.isEmpty && failures.allSatisfy { proofs.contains($0.identifier) }
            && [Check.signature, .chain, .validity, .certificateUse, .issuingState, .digest(.dg1)]
                .allSatisfy { check($0)?.holds ?? false }
    }
}
