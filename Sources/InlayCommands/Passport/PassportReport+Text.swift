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
        output.paragraph(StyledText(sentence, conclusion == .holds ? .good : isFailed ? .bad : .doubtful))
        if let reading, let interruption = reading.reading.interruption {
            output.paragraph(
                StyledText("The read did not come to its end: ", .bad)
                    + StyledText(Failure(interruption, reader: reading.reader).message) + StyledText("."))
        }
        section("Document", documentFields, output)
        section("Holder", holderFields, output)
        if let reading { showReading(reading, output) } else { showSaved(output) }
        showChecks(output)
        showRemarks(output)
    }

    private var isFailed: Bool { if case .failed = conclusion { true } else { false } }

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

    // MARK: - Document and holder

    private var documentFields: [(name: String, value: String)] {
        guard let zone else { return [] }
        let today = moment.calendarDate
        let issue = try? vouchedFor.parsed(EFDG12.self)
        return [
            ("type", "\(zone.documentCode) (\(MRZText.name(zone.format)))"),
            ("issued by", zone.issuingState),
            ("number", redacted(zone.documentNumber)),
            ("issued on", redacted(issue?.dateOfIssue?.date?.description)),
            ("authority", issue?.issuingAuthority?.spaced ?? ""),
            ("valid until", redacted(MRZText.date(zone.dateOfExpiry, asOf: today))),
        ]
    }

    private var holderFields: [(name: String, value: String)] {
        guard let zone else { return [] }
        let today = moment.calendarDate
        let details = try? vouchedFor.parsed(EFDG11.self)
        return [
            ("full name", redacted(details?.name?.spaced)),
            ("nationality", zone.nationality),
            ("born", redacted(MRZText.date(zone.dateOfBirth, asOf: today))),
            ("in", redacted(details?.placeOfBirth?.spaced)),
            ("sex", MRZText.name(zone.sex)),
            ("personal number", redacted(details?.personalNumber?.spaced ?? zone.optionalData)),
            ("address", redacted(details?.address?.spaced)),
            ("portrait", portraitText),
        ]
    }

    private func redacted(_ text: String?) -> String { isRedacted ? "" : text ?? "" }

    private var portraitText: String {
        guard let portrait else { return "" }
        let size = portrait.width.flatMap { width in portrait.height.map { "\(width) x \($0) pixels, " } } ?? ""
        return "\(portrait.format.name), \(size)\(Count.bytes(portrait.image.count))"
    }

    // MARK: - How it was read

    private func showReading(_ reading: Reading, _ output: Output) {
        let access = reading.reading.access
        output.print()
        output.print(StyledText("Reading", .strong))
        show("reader", StyledText("\(reading.reader) (\(source.rawValue))"), output)
        show("key", StyledText(reading.keyOrigin), output)
        for attempt in access.attempts { show("access", Self.text(attempt), output) }
        if access.established == .unprotected { show("access", "none needed", output) }
        if access.renewals > 0 { show("", StyledText("set up again \(Count.of(access.renewals, "time"))"), output) }
        showFiles(reading.reading, output)
        let traffic = reading.traffic
        let own = max(.zero, reading.time - traffic.time)
        show(
            "time",
            StyledText(
                "\(DurationText.milliseconds(reading.time)), of which \(DurationText.milliseconds(traffic.time)) card and "
                    + "reader, \(DurationText.milliseconds(own)) inlay"), output)
        show(
            "traffic",
            StyledText(
                "\(Count.of(traffic.exchanges, "exchange")), \(Count.bytes(traffic.bytesSent)) sent, "
                    + "\(Count.bytes(traffic.bytesReceived)) received"), output)
    }

    private static func text(_ attempt: AccessSummary.Attempt) -> StyledText {
        switch attempt.outcome {
        case .succeeded: StyledText(attempt.name)
        case .refusedSecret(let status):
            StyledText(attempt.name) + StyledText(" refused the secret", .bad)
                + StyledText(status.map { " (\($0))" } ?? "")
        case .notOffered(let status): StyledText("\(attempt.name) is not offered (\(status))")
        case .failed(let error): StyledText(attempt.name) + StyledText(" failed: \(error.code)", .bad)
        }
    }

    private func showFiles(_ reading: EPassportReading, _ output: Output) {
        for id in files.ids {
            let count = files[id]?.count ?? 0
            let reads = reading.reads[id].map { ", \(Count.of($0, "read"))" } ?? ""
            show(
                id.name, StyledText("\(Count.bytes(count))\(reads)").padded(23) + StyledText(id.title, .faint), output)
        }
        for (id, reason) in reading.skipped.sorted(by: { $0.key < $1.key }) {
            show(id.name, StyledText("\(reason)", .doubtful), output)
        }
    }

    private func showSaved(_ output: Output) {
        output.print()
        output.print(StyledText("Saved files", .strong))
        if let path { show("folder", StyledText(path), output) }
        for id in files.ids {
            show(
                id.name, StyledText(Count.bytes(files[id]?.count ?? 0)).padded(14) + StyledText(id.title, .faint),
                output)
        }
        if files[.sod] == nil { show("EF.SOD", StyledText("not there, so nothing vouches for the rest", .bad), output) }
    }

    // MARK: - Checks

    private func showChecks(_ output: Output) {
        output.print()
        output.print(StyledText("Checks", .strong) + StyledText("  as of \(moment.isoDate)", .faint))
        for group in output.isVerbose ? checks.map({ [$0] }) : groups {
            guard let check = group.first else { continue }
            var line = StyledText("  ") + StyledText(check.state.words, check.state.role).padded(13)
            line = line + StyledText(Self.title(group))
            if let reason = check.reason { line = line + StyledText(": \(reason)") }
            output.paragraph(line, indent: 15)
            for fact in facts(of: check, output) {
                output.paragraph(
                    StyledText(String(repeating: " ", count: 15)) + StyledText("\(fact.name): \(fact.value)", .faint),
                    indent: 17)
            }
        }
    }

    /// Neighbours that have the same to say: hashes that hold, and what was not done or not offered for one reason.
    private var groups: [[ReportedCheck]] {
        var groups: [[ReportedCheck]] = []
        for check in checks {
            if let last = groups.last?.last, last.state == check.state, last.reason == check.reason,
                check.state == .notDone || check.state == .notOffered
                    || check.state == .passed && check.isDigest && last.isDigest
            {
                groups[groups.count - 1].append(check)
            } else {
                groups.append([check])
            }
        }
        return groups
    }

    private static func title(_ group: [ReportedCheck]) -> String {
        let titles = group.map(\.title)
        guard group.count > 1, group.allSatisfy(\.isDigest) else { return titles.joined(separator: ", ") }
        return "hash of " + titles.map { $0.replacing("hash of ", with: "") }.joined(separator: ", ")
    }

    /// What was seen: everything where something failed or all is wanted, else who signed and who vouches for that.
    private func facts(of check: ReportedCheck, _ output: Output) -> [Finding.Fact] {
        if output.isVerbose || check.state == .failed { return check.evidence }
        guard [Check.signature.identifier, Check.chain.identifier].contains(check.identifier) else { return [] }
        return Array(check.evidence.prefix(1))
    }

    private func showRemarks(_ output: Output) {
        guard !remarks.isEmpty else { return }
        output.print()
        output.print(StyledText("Remarks", .strong))
        for remark in remarks { output.paragraph(StyledText("  \(remark)"), indent: 4) }
    }
}
