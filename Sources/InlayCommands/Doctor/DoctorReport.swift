import Diagnosis
import PCSC
import ReaderKnowledge

/// A report as `inlay doctor` shows it: text or JSON, for the user or for others.
struct DoctorReport {
    private let report: DiagnosisReport
    private let redaction: Redaction?

    init(_ report: DiagnosisReport, sharing: Bool) {
        self.report = report
        redaction = sharing ? Redaction(report.facts) : nil
    }

    var exitCode: ExitCode {
        switch report.outcome {
        case .couldNotLook: .interrupted
        case .nothingFound, .onlyNotes:
            report.facts.file.map { ($0.missing ?? $0.path) == $0.path } ?? true ? .done : .inputOutput
        case .causeFound: report.finding.map { ExitCode($0.ending) } ?? .done
        }
    }

    // MARK: - Text

    func print(on output: Output) {
        let asked = AskedCode(report.facts.symptom)
        if let asked { showAsked(asked, output) }
        let isAside = report.finding.map { asked?.isAside($0) ?? false } ?? false
        if let finding = report.finding {
            show(finding, isAside ? "now" : "Cause", .bad, output)
        } else {
            output.paragraph(verdict)
        }
        if let line = tapLine { output.paragraph(StyledText("  \(line)"), indent: 2) }
        if report.finding != nil, report.facts.symptom != .none {
            output.paragraph(
                StyledText(
                    isAside
                        ? "  This is how it stands now. The code comes from a reader that was there, so this is not its cause."
                        : "  This is what was asked about; it need not be so at this moment.", .faint), indent: 2)
        }
        if !report.notes.isEmpty {
            output.print()
            output.print(StyledText("Noticed besides", .strong))
            for note in report.notes { show(note, "note", .doubtful, output) }
        }
        list("Looked at and well", report.fine, output)
        if output.isVerbose, let finding = report.finding { lookAlikes(of: finding, output) }
        // Whoever is told that all is well must know what that does not cover.
        if output.isVerbose || report.finding == nil { list("Not looked at", report.skipped, output) }
        if output.isVerbose || redaction != nil { list("Versions", versions, output) }
        if let kind = report.facts.cardKind { list("For a card of that kind: \(kind.words)", reach(kind), output) }
        list("Known about the readers", knowledge, output)
        guard let finding = report.finding else { return }
        output.print()
        output.paragraph(
            StyledText("Then run inlay doctor again. ")
                + StyledText("Docs/troubleshooting.md explains \(finding.identifier) (\(finding.name)).", .faint))
    }

    /// What the code says, and which causes it is known to be met with.
    private func showAsked(_ asked: AskedCode, _ output: Output) {
        output.paragraph(
            StyledText("\(asked.digits) \(asked.name)", .strong) + StyledText("  \(asked.meaning)"), indent: 2)
        for cause in asked.causes {
            output.paragraph(
                StyledText("  \(cause.identifier)", .faint).padded(9)
                    + StyledText(
                        "\(cause.title): \(cause.sees); \(cause.remedy.text(for: report.facts.surroundings.distribution))"
                    ), indent: 9)
        }
        output.print()
    }

    private func show(_ finding: Finding, _ label: String, _ role: StyledText.Role, _ output: Output) {
        func row(_ name: String, _ text: StyledText) {
            output.paragraph(StyledText("  \(name)", .faint).padded(9) + text, indent: 9)
        }
        row(label, StyledText(shown(finding.title), role))
        row("seen", StyledText(shown(finding.evidence)))
        if !finding.remedy.isEmpty { row("do", StyledText(shown(finding.remedy), .strong)) }
    }

    private func lookAlikes(of finding: Finding, _ output: Output) {
        list(
            "Looks alike, and is not",
            finding.lookAlikes.map { other in
                let name = Cause.numbered(other.identifier)?.name ?? ""
                return "\(other.identifier) \(name): \(other.difference)"
            }, output)
    }

    private func list(_ title: String, _ lines: [String], _ output: Output) {
        guard !lines.isEmpty else { return }
        output.print()
        output.print(StyledText(title, .strong))
        for line in lines { output.paragraph(StyledText("  \(shown(line))"), indent: 4) }
    }

    private var tapLine: String? {
        guard let tap = report.facts.tap else { return nil }
        return switch tap.end {
        case .card where tap.appearances > 1: "A card came \(tap.appearances) times, and answered."
        case .card: "A card came, and answered."
        case .time: "No card came in time."
        case .serviceGone: "pcscd went away meanwhile."
        case .noReader: "No reader was there."
        case .interrupted: "You stopped the wait."
        }
    }

    private var versions: [String] {
        let facts = report.facts
        return [
            "inlay \(Inlay.version)"
                + (facts.surroundings.isKnown ? ", system: \(facts.surroundings.distribution.name)" : ""),
            kernel.map { "Linux \($0)" }, facts.service.version.map { "pcscd \($0)" },
        ].compactMap { $0 } + facts.drivers.bundles.map { "\($0.name) \($0.version.map(\.description) ?? "?")" }
    }

    /// Numbers of a version stay, whatever else they look like; a host's name can be in it.
    private var kernel: String? {
        report.facts.surroundings.kernel.map { redaction?.withoutNames($0) ?? $0 }
    }

    private func verdict(on file: FileFacts) -> StyledText {
        guard let missing = file.missing else { return StyledText("This user may read and write that file.", .good) }
        guard missing != file.path else {
            return StyledText("There is no such file; this user may make it.", .doubtful)
        }
        return StyledText("There is no folder \(shown(missing)): nothing can be read or written in it.", .doubtful)
    }

    /// Nothing was found: what may be said, and no more.
    private var verdict: StyledText {
        let facts = report.facts
        if facts.isSimulator, report.outcome != .couldNotLook {
            return StyledText("A simulator is part of inlay and needs no PC/SC: nothing stands in its way.", .good)
        }
        if let file = facts.file { return verdict(on: file) }
        switch report.outcome {
        case .couldNotLook: return StyledText("Not looked at to the end.", .doubtful)
        case _ where facts.pcsc == nil: return StyledText("No cause in the files; pcscd was not asked.", .doubtful)
        case _ where facts.cardKind.map { !isKnownToReach($0) } ?? false:
            return StyledText(
                "No cause was found, and it is not known whether a reader here reaches such a card.", .doubtful)
        case _ where facts.isOtherCardPossible:
            return StyledText(
                "A card answers, and the reader does not say whether it is the one that is meant.", .doubtful)
        case _ where facts.symptom != .none:
            return StyledText("Nothing here explains what was asked about.", .doubtful)
        case _ where report.notes.contains { $0.identifier == "C43" }:
            return StyledText(
                "No cause was found; another program uses the card, and whether it keeps others waiting was not looked "
                    + "at (--connect).", .doubtful)
        default: return StyledText("Nothing stands in the way, as far as was looked.", .good)
        }
    }

    /// Some reader is known to; the ways of phones and of several cards are not what matters about them.
    private func isKnownToReach(_ kind: CardKind) -> Bool {
        kind.technologyNames == nil && kind != .contact
            || (report.facts.pcsc?.readers ?? []).contains { kind.reach(pcscName: $0.reader) == .yes }
    }

    /// What each reader does for cards of a kind, and which models are known to reach them.
    private func reach(_ kind: CardKind) -> [String] {
        let ways = kind.technologyNames ?? "such a card"
        let lines = (report.facts.pcsc?.readers ?? []).map { reader in
            let words =
                switch kind.reach(pcscName: reader.reader) {
                case .yes: "reaches \(ways)"
                case .no: "does not reach \(ways)"
                case .unknown: "not known whether it reaches \(ways)"
                }
            return "\(reader.reader): \(words)"
        }
        let known = kind.knownModels.map(\.name)
        return lines + (known.isEmpty ? [] : ["known to reach \(ways) over PC/SC: \(known.joined(separator: ", "))"])
    }

    private var knowledge: [String] {
        let named = report.facts.pcsc?.readers.compactMap { ReaderCatalog.model(pcscName: $0.reader) } ?? []
        var told = Set<String>()
        return (named + report.facts.devices.compactMap(\.model)).filter { told.insert($0.name).inserted }
            .map { "\($0.name): \(ReaderText.abilities($0))" }
    }

    private func shown(_ text: String) -> String { redaction?.applied(to: text) ?? text }

    // MARK: - JSON

    /// `inlay.doctor/1`.
    var document: JSONValue {
        let facts = report.facts
        return [
            "schema": "inlay.doctor/1",
            "outcome": .string(report.outcome.rawValue),
            "exitCode": .int(Int(exitCode.rawValue)),
            "asked": AskedCode(facts.symptom).map {
                [
                    "code": .string($0.digits), "name": .string($0.name), "meaning": .string($0.meaning),
                    "causes": .array($0.causes.map { .string($0.identifier) }),
                ]
            } ?? .null,
            "finding": report.finding.map(document) ?? .null,
            "notes": .array(report.notes.map(document)),
            "fine": .array(report.fine.map { .string(shown($0)) }),
            "skipped": .array(report.skipped.map { .string(shown($0)) }),
            "cardKind": facts.cardKind.map(document) ?? .null,
            "inlay": .string(Inlay.version),
            "distribution": facts.surroundings.isKnown ? .string(facts.surroundings.distribution.rawValue) : .null,
            "kernel": JSONValue(kernel),
            "pcscd": JSONValue(facts.service.version?.description),
            "drivers": .array(
                facts.drivers.bundles.map {
                    ["name": .string($0.name), "version": JSONValue($0.version?.description)]
                }),
            "devices": .array(
                facts.devices.map { device in
                    [
                        "usb": .string(device.identifier.description), "name": .string(shown(device.name)),
                        "claimedBy": .array(Set(device.interfaces.compactMap(\.driver)).sorted().map { .string($0) }),
                        "knowledge": device.model.map(ReaderText.document) ?? .null,
                    ]
                }),
            "readers": .array(
                (facts.pcsc?.readers ?? []).map { reader in
                    ["name": .string(shown(reader.reader)), "card": .bool(reader.isCardPresent)]
                }),
            "tap": JSONValue(tapLine),
        ]
    }

    private func document(_ kind: CardKind) -> JSONValue {
        [
            "kind": .string(kind.rawValue),
            "readers": .array(
                (report.facts.pcsc?.readers ?? []).map { reader in
                    [
                        "name": .string(shown(reader.reader)),
                        "reaches": .string(kind.reach(pcscName: reader.reader).rawValue),
                    ]
                }),
            "knownModels": .array(kind.knownModels.map { .string($0.name) }),
        ]
    }

    private func document(_ finding: Finding) -> JSONValue {
        [
            "id": .string(finding.identifier), "name": .string(finding.name), "title": .string(shown(finding.title)),
            "evidence": .string(shown(finding.evidence)), "remedy": .string(shown(finding.remedy)),
            "lookAlikes": .array(
                finding.lookAlikes.map { ["id": .string($0.identifier), "difference": .string($0.difference)] }),
        ]
    }
}

extension ExitCode {
    /// What a command that meets such a cause ends with.
    init(_ ending: Cause.Ending) {
        self =
            switch ending {
            case .service: .noService
            case .reader: .noReader
            case .card: .noCard
            case .permission: .permissionRefused
            case .inUse: .inUse
            case .trouble: .cardError
            }
    }
}
