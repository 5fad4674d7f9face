import LDS
import Trust

/// What a reader of a report wants to know, answered from the checks that bear on it.
struct ReportQuestion: Hashable, Sendable {
    /// How the answer is to be taken.
    enum Tone: Hashable, Sendable {
        case good
        case bad
        case open
    }

    let question: String
    /// "Yes", "No", "Not known", …
    let answer: String
    let tone: Tone
    /// Why, in a sentence.
    let reason: String
    /// The checks behind the answer.
    let checks: [ReportedCheck]

    /// All questions about `report`, in the order in which they are asked. Each check belongs to one of them.
    static func all(_ report: PassportReport) -> [ReportQuestion] {
        let contents = contents(report)
        return [contents, issuer(report, contents), chip(report), page(report), others(report)].compactMap(\.self)
    }

    // MARK: - Questions

    private static func contents(_ report: PassportReport) -> ReportQuestion {
        let names = [Check.securityObject, .signature, .dataGroupList, .accessInformation].map(\.identifier)
        let checks = report.checks.filter { names.contains($0.identifier) || $0.isDigest }
        let question = "Are the contents of the chip as they were signed?"
        if let failed = failed(question, checks) { return failed }
        let seals = checks.filter {
            [Check.securityObject.identifier, Check.signature.identifier].contains($0.identifier)
        }
        let digests = checks.filter(\.isDigest)
        let compared = digests.filter(\.holds)
        guard let open = seals.first(where: { !$0.holds }) else {
            let parts = compared.map { $0.title.replacing("hash of EF.", with: "") }.joined(separator: ", ")
            let missing = digests.filter { !$0.holds }
            guard missing.isEmpty, !compared.isEmpty else {
                let rest = missing.map { $0.title.replacing("hash of EF.", with: "") }.joined(separator: ", ")
                return ReportQuestion(
                    question: question, answer: compared.isEmpty ? "Not known" : "In part", tone: .open,
                    reason: compared.isEmpty
                        ? "No part of the contents was compared with the signed list."
                        : "These parts are as they were signed: \(parts). These were not compared: \(rest).",
                    checks: checks)
            }
            return ReportQuestion(
                question: question, answer: "Yes", tone: .good,
                reason: "The seal is whole, and every part that it covers was compared: \(parts).", checks: checks)
        }
        return ReportQuestion(
            question: question, answer: "Not known", tone: .open,
            reason: sentence(open.reason ?? CheckMeaning.of(open.identifier).absence), checks: checks)
    }

    private static func issuer(_ report: PassportReport, _ contents: ReportQuestion) -> ReportQuestion {
        let names = [
            Check.chain, .validity, .certificateUse, .usagePeriod, .revocation, .issuingState, .documentType,
        ].map(\.identifier)
        let checks = report.checks.filter { names.contains($0.identifier) }
        let question = "Did the state that it names issue it?"
        if let failed = failed(question, checks) { return failed }
        let needed = [Check.chain, .validity, .certificateUse, .issuingState].map(\.identifier)
        if let open = checks.first(where: { needed.contains($0.identifier) && !$0.holds }) {
            return ReportQuestion(
                question: question, answer: "Not known", tone: .open,
                reason: CheckMeaning.of(open.identifier).absence ?? sentence(open.reason), checks: checks)
        }
        // The name of the state is among the contents.
        guard contents.tone != .bad, !checks.isEmpty else {
            return ReportQuestion(
                question: question, answer: "Not this", tone: .open,
                reason:
                    "A state that you trust appointed the signer, but what is in the chip now is not what was signed.",
                checks: checks)
        }
        let isCurrent = checks.first { $0.identifier == Check.revocation.identifier }?.holds ?? false
        return ReportQuestion(
            question: question, answer: "Yes", tone: .good,
            reason: "The signer was appointed by that state's authority, which you trust"
                + (isCurrent
                    ? ", and is not on its list of withdrawn certificates."
                    : ". Whether the appointment was withdrawn since is not known."),
            checks: checks)
    }

    private static func chip(_ report: PassportReport) -> ReportQuestion {
        let proofs = [Check.chipMapping, .chipAuthentication, .activeAuthentication].map(\.identifier)
        let checks = report.checks.filter {
            proofs.contains($0.identifier) || $0.identifier == Check.cardSecurity.identifier
        }
        let question = "Is it the original chip, and no copy?"
        if let failed = failed(question, checks) { return failed }
        let own = checks.filter { proofs.contains($0.identifier) }
        if let proof = own.first(where: { $0.state == .passed }) {
            return ReportQuestion(
                question: question, answer: "Yes", tone: .good,
                reason:
                    "The chip proved that it has the secret key that belongs to the signed contents (\(proof.title)).",
                checks: checks)
        }
        let reason: String
        if let proof = own.first(where: \.holds) {
            reason =
                "The chip has a secret key (\(proof.title)), but \(proof.reason ?? "what that is worth is not known")."
        } else if own.allSatisfy({ $0.state == .notOffered }) {
            reason = "This document has no means to show it."
        } else if own.contains(where: { $0.state == .recorded }) {
            reason = "It was shown when the chip was read, but a saved answer can be copied: ask the chip again."
        } else if report.source == .saved {
            reason = "Saved files show what a chip gave once. Whether it was the original can be asked of a chip only."
        } else {
            reason = sentence(own.first { $0.state == .notDone }?.reason)
        }
        return ReportQuestion(question: question, answer: "Not known", tone: .open, reason: reason, checks: checks)
    }

    private static func page(_ report: PassportReport) -> ReportQuestion? {
        let checks = report.checks.filter { $0.identifier == Check.printedZone.identifier }
        guard let check = checks.first else { return nil }
        let question = "Does the chip belong to the printed page?"
        if let failed = failed(question, checks) { return failed }
        guard check.holds else {
            return ReportQuestion(
                question: question, answer: "Not known", tone: .open, reason: sentence(check.reason), checks: checks)
        }
        return ReportQuestion(
            question: question, answer: "Yes", tone: .good, reason: "The printed lines are those in the chip.",
            checks: checks)
    }

    private static func others(_ report: PassportReport) -> ReportQuestion? {
        let names = ["expiry", "checkDigits", "access", "terminalAuthentication"]
        let checks = report.checks.filter { names.contains($0.identifier) }
        guard !checks.isEmpty else { return nil }
        let question = "Is anything else remarkable?"
        if let failed = failed(question, checks, answer: "Yes") { return failed }
        let warnings = checks.filter { $0.state == .warning }
        return ReportQuestion(
            question: question, answer: warnings.isEmpty ? "No" : "Yes", tone: warnings.isEmpty ? .good : .open,
            reason: warnings.isEmpty
                ? "The document has not expired, and its lines contain no contradiction."
                : warnings.map { sentence($0.reason) }.joined(separator: " "), checks: checks)
    }

    // MARK: - Parts

    private static func failed(
        _ question: String, _ checks: [ReportedCheck], answer: String = "No"
    ) -> ReportQuestion? {
        let failures = checks.filter { $0.state == .failed }
        guard !failures.isEmpty else { return nil }
        let reasons = failures.map {
            "\($0.title.first?.uppercased() ?? "")\($0.title.dropFirst()): \(sentence($0.reason))"
        }
        return ReportQuestion(
            question: question, answer: answer, tone: .bad, reason: reasons.joined(separator: " "), checks: checks)
    }

    /// With a full stop and a first letter.
    private static func sentence(_ text: String?) -> String {
        guard let text, let first = text.first else { return "" }
        return first.uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}
