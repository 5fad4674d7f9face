import EMRTD
import ISO7816
import InlaySeams
import LDS
import Trust

extension PassportReport {
    private static let column = 18
    /// Wider than the longest answer.
    private static let answerColumn = 21

    /// The whole report for people: the verdict first and once more at the end, where a terminal stops. What to do stands
    /// behind the facts that it is about.
    func show(on output: Output) {
        let summary = summary
        output.paragraph(StyledText(summary.headline, summary.tone.role))
        if let first = summary.explanation.first { output.paragraph(StyledText(first)) }
        showHeading(output)
        showInShort(output)
        showMeaning(summary, output)
        showAdvice(summary, output)
        showChecks(output)
        showReading(output)
        showRemarks(output)
        reading?.times?.show(on: output)
        output.print()
        output.paragraph(StyledText(requirementSentence, .faint))
        output.paragraph(StyledText(summary.headline, summary.tone.role))
    }

    /// What is to be said behind the first sentence, which stands below the headline.
    private func showMeaning(_ summary: ReportSummary, _ output: Output) {
        let sentences = summary.explanation.dropFirst()
        guard !sentences.isEmpty else { return }
        output.print()
        output.print(StyledText("What that means", .strong))
        if summary.finding == .failed {
            for sentence in sentences { output.paragraph(StyledText("  - \(sentence)"), indent: 4) }
        } else {
            output.paragraph(StyledText("  " + sentences.joined(separator: " ")), indent: 2)
        }
    }

    private func showAdvice(_ summary: ReportSummary, _ output: Output) {
        output.print()
        output.print(StyledText("Now you", .strong))
        for (number, sentence) in summary.advice.enumerated() {
            output.paragraph(StyledText("  \(number + 1). \(sentence)"), indent: 5)
        }
    }

    // MARK: - Document and holder

    private func showHeading(_ output: Output) {
        output.print()
        output.print(StyledText("Document and holder", .strong))
        if source == .simulated {
            output.paragraph(StyledText("  simulated: no such document or person exists", .faint), indent: 2)
        }
        if let warning = ReportWarning.general(self) { show(warning, output) }
        if let warning = ReportWarning.of(.dg2, in: self) { show(warning, output) }
        if isRedacted { output.paragraph(StyledText("  Names, numbers, dates and images are left out.", .faint)) }
        if zone == nil { output.paragraph(StyledText("  \(zoneAbsence)"), indent: 2) }
        for group in fieldGroups {
            if let warning = group.warning { show(warning, output) }
            for field in group.fields {
                let role: StyledText.Role =
                    field.isAlarming ? .doubtful : group.warning?.tone.role ?? (field.name == "name" ? .strong : .plain)
                show(field.name, StyledText(field.value, role), output)
            }
        }
    }

    private func show(_ warning: ReportWarning, _ output: Output) {
        output.paragraph(StyledText("  ! \(warning.text)", warning.tone.role), indent: 4)
    }

    private func showInShort(_ output: Output) {
        output.print()
        output.print(StyledText("In short", .strong))
        for question in ReportQuestion.all(self) {
            output.paragraph(
                StyledText("  \(question.answer)", question.tone.role).column(Self.answerColumn)
                    + StyledText(question.question), indent: Self.answerColumn)
        }
    }

    private func show(_ name: String, _ value: StyledText, _ output: Output) {
        output.paragraph(StyledText("  \(name)", .faint).column(Self.column) + value, indent: Self.column)
    }

    // MARK: - How it was read

    private func showReading(_ output: Output) {
        output.print()
        output.print(StyledText(reading == nil ? "Saved files" : "Reading", .strong))
        for field in readingFields { show(field.name, StyledText(field.value), output) }
        for row in fileRows {
            let size = StyledText(
                row.remark.isEmpty ? row.size : "\(row.size), \(row.remark)", row.isMissing ? .doubtful : .plain)
            let title = StyledText(row.title, .faint)
            // A reason is a sentence, and no column is wide enough for it.
            show(
                row.name,
                row.isMissing ? title + ": " + size : size.column(reading == nil ? 14 : 23) + title, output)
        }
        if reading == nil, files[.sod] == nil {
            show(
                "EF.SOD",
                StyledText(
                    ambiguous.contains(.sod)
                        ? "there more than once, and the files differ, so nothing vouches for the rest"
                        : "not there, so nothing vouches for the rest", .bad), output)
        }
    }

    // MARK: - Checks

    private func showChecks(_ output: Output) {
        output.print()
        output.print(StyledText("Checks", .strong) + StyledText("  as of \(DayText.of(moment))", .faint))
        output.paragraph(StyledText("  \(sentence)", .faint), indent: 2)
        for group in output.isVerbose ? checks.map({ [$0] }) : ReportedCheck.grouped(checks) {
            guard let check = group.first else { continue }
            var line = StyledText("  ") + StyledText(check.state.words, check.role).padded(13)
            line = line + StyledText(ReportedCheck.title(group))
            if let reason = check.reason { line = line + StyledText(": \(reason)") }
            output.paragraph(line, indent: 15)
            if check.state == .failed {
                output.paragraph(
                    StyledText(String(repeating: " ", count: 15))
                        + StyledText(CheckMeaning.of(check.identifier).failure), indent: 15)
            }
            for fact in facts(of: check, output) {
                output.paragraph(
                    StyledText(String(repeating: " ", count: 15)) + StyledText("\(fact.name): \(fact.value)", .faint),
                    indent: 17)
            }
        }
    }

    /// What was seen: everything where something failed or all is wanted, else who signed and who vouches for that.
    private func facts(of check: ReportedCheck, _ output: Output) -> [Finding.Fact] {
        if output.isVerbose || check.state == .failed { return check.evidence }
        guard [Check.signature.identifier, Check.chain.identifier].contains(check.identifier) else { return [] }
        return Array(check.evidence.prefix(1))
    }

    private func showRemarks(_ output: Output) {
        if !deviations.isEmpty {
            output.print()
            output.print(StyledText("Deviations from the standard", .strong))
            for deviation in deviations {
                output.paragraph(
                    StyledText("  \(deviation.sentence)") + StyledText("  (\(deviation.clause))", .faint), indent: 4)
            }
        }
        guard !remarks.isEmpty else { return }
        output.print()
        output.print(StyledText("Remarks", .strong))
        for remark in remarks { output.paragraph(StyledText("  \(remark)"), indent: 4) }
    }
}
