import LDS
import Trust

/// What a reader of a report wants to know, answered from the checks that bear on it. "Yes" is always good.
struct ReportQuestion: Hashable, Sendable {
    /// How the answer is to be taken.
    enum Tone: Hashable, Sendable {
        case good
        case bad
        case open
        /// Neither good nor bad, and nothing to be done about it.
        case neutral
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
        return [contents, issuer(report, contents), chip(report), page(report), term(report), others(report)]
            .compactMap(\.self)
    }

    // MARK: - Questions

    private static func contents(_ report: PassportReport) -> ReportQuestion {
        let seals = [Check.securityObject, .signature].map(\.identifier)
        let names = seals + [Check.dataGroupList, .accessInformation].map(\.identifier)
        let checks = report.checks.filter { names.contains($0.identifier) || $0.isDigest }
        func answer(_ answer: String, _ tone: Tone, _ reason: String) -> ReportQuestion {
            ReportQuestion(
                question: "Are the contents of the chip as they were signed?", answer: answer, tone: tone,
                reason: reason, checks: checks)
        }
        if let reason = failed(checks) { return answer("No", .bad, reason) }
        if let open = checks.first(where: { seals.contains($0.identifier) && !$0.holds }) {
            return answer(
                "Not known", .open, PlainWords.sentence(open.reason ?? CheckMeaning.of(open.identifier).absence ?? ""))
        }
        let digests = checks.filter(\.isDigest)
        let compared = PlainWords.parts(digests.filter(\.holds).compactMap(\.dataGroup))
        guard !compared.isEmpty else {
            return answer("Not known", .open, "No part of the contents was compared with the signed list.")
        }
        let missing = digests.filter { !$0.holds }.compactMap(\.dataGroup)
        let locked = report.missingParts.filter { $0.why == .locked }.map(\.file)
        let left = missing.filter { !locked.contains($0) }
        guard left.isEmpty else {
            return answer(
                "In part", .open, "As they were signed: \(compared). Not compared: \(PlainWords.parts(left)).")
        }
        return answer(
            "Yes", .good,
            "The seal is whole, and all that it covers was compared with it."
                + (report.check(.chain)?.holds ?? false ? "" : " Whose seal it is, is another question.")
                + (locked.isEmpty
                    ? "" : " \(PlainWords.capitalized(PlainWords.parts(locked))) are locked for us, which is usual."))
    }

    private static func issuer(_ report: PassportReport, _ contents: ReportQuestion) -> ReportQuestion {
        let names = [
            Check.chain, .validity, .certificateUse, .usagePeriod, .revocation, .issuingState, .documentType,
        ].map(\.identifier)
        let checks = report.checks.filter { names.contains($0.identifier) }
        func answer(_ answer: String, _ tone: Tone, _ reason: String) -> ReportQuestion {
            ReportQuestion(
                question: "Did the state that it names issue it?", answer: answer, tone: tone, reason: reason,
                checks: checks)
        }
        let failures = checks.filter { $0.state == .failed }
        if let reason = failed(checks) {
            if report.isRunOut {
                return answer(
                    "No longer certain", .open,
                    "That state's authority appointed the signer, but a certificate has run out since.")
            }
            let denying = [Check.chain, .issuingState, .revocation].map(\.identifier)
            let isDenied = failures.contains { denying.contains($0.identifier) }
            return answer(isDenied ? "No" : "Not shown", .bad, reason)
        }
        let needed = [Check.chain, .validity, .certificateUse, .issuingState].map(\.identifier)
        if let open = checks.first(where: { needed.contains($0.identifier) && !$0.holds }) {
            if report.signerDoesNotFit {
                return answer(
                    "Not shown", .open,
                    "There are certificates of \(report.anchorStateName) on this computer, and none of them stands behind this "
                        + "signer.")
            }
            return answer(
                "Not known", .open, CheckMeaning.of(open.identifier).absence ?? PlainWords.sentence(open.reason ?? ""))
        }
        // The name of the state is among the contents.
        guard contents.tone != .bad, !checks.isEmpty else {
            return answer(
                "Not in this form", .bad,
                "The state appointed the signer that is named, but what is on the chip now is not what that one signed."
            )
        }
        let isCurrent = checks.first { $0.identifier == Check.revocation.identifier }?.holds ?? false
        return answer(
            "Yes", .good,
            "The signer was appointed by the authority of \(report.stateName), whose official certificate is on this "
                + "computer" + (isCurrent ? ", and was not withdrawn." : "."))
    }

    /// Whether the chip is the original.
    static func chip(_ report: PassportReport) -> ReportQuestion {
        let proofs = [Check.chipMapping, .chipAuthentication, .activeAuthentication].map(\.identifier)
        let checks = report.checks.filter {
            proofs.contains($0.identifier) || $0.identifier == Check.cardSecurity.identifier
        }
        func answer(_ answer: String, _ tone: Tone, _ reason: String) -> ReportQuestion {
            ReportQuestion(
                question: "Is it the original chip, and no copy?", answer: answer, tone: tone, reason: reason,
                checks: checks)
        }
        if !report.isRunOut, let reason = failed(checks) { return answer("No", .bad, reason) }
        let own = checks.filter { proofs.contains($0.identifier) }
        let isSigned = report.check(.chain)?.holds ?? false
        if let proof = own.first(where: { $0.state == .passed }), isSigned {
            return answer(
                "Yes", .good,
                "The chip proved that it has the secret key that belongs to the signed contents (\(proof.title)).")
        }
        if let proof = own.first(where: \.holds) {
            return answer(
                "Not known", .open,
                "The chip has a secret key (\(proof.title)), but that shows nothing as long as it is not known who signed."
            )
        }
        if own.allSatisfy({ $0.state == .notOffered }) {
            return answer(
                "Cannot be tested", .neutral, "This document has no means to show it, which is usual for older ones.")
        }
        if own.contains(where: { $0.state == .recorded }) {
            return answer(
                "Not known", .open,
                "It was shown when the chip was read, but a saved answer can be copied: ask the chip again.")
        }
        if report.source == .saved {
            return answer(
                "Not known", .open,
                "Saved files show what a chip gave once. Whether it was the original can be asked of a chip only.")
        }
        return answer(
            "Not known", .open, PlainWords.sentence(own.first { $0.state == .notDone }?.reason ?? "it was not asked"))
    }

    private static func page(_ report: PassportReport) -> ReportQuestion {
        let checks = report.checks.filter { $0.identifier == Check.printedZone.identifier }
        func answer(_ answer: String, _ tone: Tone, _ reason: String) -> ReportQuestion {
            ReportQuestion(
                question: "Does the chip belong to the printed page?", answer: answer, tone: tone, reason: reason,
                checks: checks)
        }
        if let reason = failed(checks) {
            return answer("No", .bad, [reason, difference(checks)].filter { !$0.isEmpty }.joined(separator: " "))
        }
        if let open = checks.first(where: { !$0.holds }) {
            return answer("Not known", .open, PlainWords.sentence(open.reason ?? ""))
        }
        guard !checks.isEmpty else {
            return answer(
                "Not compared", .neutral, "The printed lines were not given to the program: compare them yourself.")
        }
        return answer("Yes", .good, "What was given of the printed page is the same in the chip.")
    }

    /// What is printed and what is on the chip, where that may be told.
    static func difference(_ checks: [ReportedCheck]) -> String {
        PlainWords.sentence(
            checks.filter { $0.identifier == Check.printedZone.identifier && $0.state == .failed }.flatMap(\.evidence)
                .map { fact in
                    let words = fact.value.split(separator: "<")
                    return "\(fact.name): \(words.joined(separator: " "))"
                }.joined(separator: "; "))
    }

    private static func term(_ report: PassportReport) -> ReportQuestion? {
        let checks = report.checks.filter { $0.identifier == ReportedCheck.expiry }
        guard let check = checks.first else { return nil }
        let day = report.lastDay
        let isOver = check.state == .warning
        return ReportQuestion(
            question: "Is it still valid?", answer: check.holds ? isOver ? "No" : "Yes" : "Not known",
            tone: check.state == .passed ? .good : .open,
            reason: isOver
                ? "By the date on the chip it ran out\(day.map { " on \($0)" } ?? "")."
                : check.holds
                    ? "By the date on the chip it is valid\(day.map { " until \($0)" } ?? "")."
                    : PlainWords.sentence(check.reason ?? ""),
            checks: checks)
    }

    private static func others(_ report: PassportReport) -> ReportQuestion? {
        let names = ["checkDigits", "access", "terminalAuthentication"]
        let checks = report.checks.filter { names.contains($0.identifier) }
        guard !checks.isEmpty else { return nil }
        let question = "Do all entries fit together?"
        guard checks.contains(where: { $0.identifier == "checkDigits" }) else {
            return ReportQuestion(
                question: question, answer: "Not known", tone: .open,
                reason: "Name, numbers and dates were not read.", checks: checks)
        }
        if let reason = failed(checks) {
            return ReportQuestion(question: question, answer: "No", tone: .bad, reason: reason, checks: checks)
        }
        let warnings = checks.filter { $0.state == .warning }
        return ReportQuestion(
            question: question, answer: warnings.isEmpty ? "Yes" : "Not quite", tone: warnings.isEmpty ? .good : .open,
            reason: warnings.isEmpty
                ? "What the chip says does not contradict itself."
                : warnings.map { PlainWords.sentence($0.reason ?? "") }.joined(separator: " "), checks: checks)
    }

    // MARK: - Parts

    /// What failed, each meaning once; nil when nothing did.
    private static func failed(_ checks: [ReportedCheck]) -> String? {
        let failures = checks.filter { $0.state == .failed }
        guard !failures.isEmpty else { return nil }
        var meanings: [String] = []
        for check in failures {
            let meaning = CheckMeaning.of(check.identifier).failure
            if !meanings.contains(meaning) { meanings.append(meaning) }
        }
        return meanings.joined(separator: " ")
    }
}

extension ReportQuestion.Tone {
    /// How it looks on a terminal.
    var role: StyledText.Role {
        switch self {
        case .good: .good
        case .bad: .bad
        case .open: .doubtful
        case .neutral: .faint
        }
    }
}
