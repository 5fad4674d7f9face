import EMRTD
import ISO7816
import InlaySeams
import LDS
import Trust

extension PassportReport {
    private static let column = 18

    /// The whole report for people.
    func show(on output: Output) {
        showHeading(output)
        output.print()
        output.paragraph(StyledText(sentence, isFailed ? .bad : isAuthentic ? .good : .doubtful))
        output.paragraph(StyledText(requirementSentence, .faint))
        if let reading, let interruption = reading.reading.interruption {
            output.paragraph(
                StyledText("The read did not come to its end: ", .bad)
                    + StyledText(Failure(interruption, reader: reading.reader).message) + StyledText("."))
        }
        section("Document", documentFields, output)
        section("Holder", holderFields, output)
        showReading(output)
        showChecks(output)
        showRemarks(output)
        reading?.times?.show(on: output)
    }

    private func showHeading(_ output: Output) {
        guard let zone else {
            output.print(StyledText("Document without a readable machine readable zone", .strong))
            return
        }
        let name = [zone.names.primary, zone.names.secondary].filter { !$0.isEmpty }.joined(separator: ", ")
        let remark = source == .simulated ? "  simulated: no such document or person exists" : ""
        output.paragraph(StyledText(isRedacted ? "(name left out)" : name, .strong) + StyledText(remark, .faint))
    }

    private func section(_ title: String, _ fields: [(name: String, value: String)], _ output: Output) {
        let shown = fields.filter { !$0.value.isEmpty }
        guard !shown.isEmpty else { return }
        output.print()
        output.print(StyledText(title, .strong))
        for field in shown { show(field.name, StyledText(field.value), output) }
    }

    private func show(_ name: String, _ value: StyledText, _ output: Output) {
        output.paragraph(StyledText("  \(name)", .faint).padded(Self.column) + value, indent: Self.column)
    }

    // MARK: - How it was read

    private func showReading(_ output: Output) {
        output.print()
        output.print(StyledText(reading == nil ? "Saved files" : "Reading", .strong))
        for field in readingFields { show(field.name, StyledText(field.value), output) }
        for row in fileRows {
            let size = StyledText(
                row.remark.isEmpty ? row.size : "\(row.size), \(row.remark)", row.isMissing ? .doubtful : .plain)
            show(row.name, size.padded(reading == nil ? 14 : 23) + StyledText(row.title, .faint), output)
        }
        if reading == nil, files[.sod] == nil {
            show("EF.SOD", StyledText("not there, so nothing vouches for the rest", .bad), output)
        }
    }

    // MARK: - Checks

    private func showChecks(_ output: Output) {
        output.print()
        output.print(StyledText("Checks", .strong) + StyledText("  as of \(moment.isoDate)", .faint))
        for group in output.isVerbose ? checks.map({ [$0] }) : ReportedCheck.grouped(checks) {
            guard let check = group.first else { continue }
            var line = StyledText("  ") + StyledText(check.state.words, check.state.role).padded(13)
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
