import Diagnosis
import InlaySeams

/// `inlay doctor`.
enum DoctorCommand {
    static let command = Command(
        "doctor", summary: "find out why a reader or card does not work, and what to do",
        discussion: [
            "It looks at the service, permissions, USB, kernel modules, drivers, other programs and readers, the cheapest "
                + "first, and stops at the first cause. It changes nothing, needs no rights of an administrator, and "
                + "touches no card unless --tap or --connect say so. Docs/troubleshooting.md lists every cause.",
            "The exit code is the one that a command would end with: 3 service, 4 reader, 5 card, 6 permission, 12 held "
                + "by another program, 8 reader or program in trouble; 0 when nothing stands in the way.",
        ], groups: [DoctorOptions.group],
        examples: [
            ("inlay doctor", "one cause, what is seen of it, and what to do"),
            ("inlay doctor --tap", "wait for a card: does the reader see it at all?"),
            ("inlay doctor --card vicinity", "can this reader reach such a card?"),
            ("inlay doctor --code 0x8010000B", "what does this code of another program mean here?"),
            ("inlay doctor --file FILE", "why may this file not be read or written?"),
            ("inlay doctor --share", "a report that can be shown to others"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        guard let machine = house.machine else {
            throw Failure(.defect, kind: "no-machine", "there is no machine to look at")
        }
        var examination = Examination(of: machine, depth: try DoctorOptions.depth(arguments))
        examination.symptom = try DoctorOptions.symptom(arguments)
        examination.cardKind = try DoctorOptions.kind(arguments)
        let reader = arguments.value(DoctorOptions.reader) ?? house.environment("INLAY_READER")
        if let reader, let (name, _) = SimulatorEntry.named(reader) {
            // Simulators are never out of order, but one can be misspelled.
            if house.simulators.contains(where: { $0.name == name }) {
                examination.isSimulator = true
            } else {
                examination.unknownSimulator = house.simulator(like: name)
            }
        } else {
            examination.wantedReader = reader.flatMap { $0.hasPrefix("replay:") || $0.isEmpty ? nil : $0 }
        }
        let patience = try DoctorOptions.patience(arguments)
        house.listen()
        if arguments.has(DoctorOptions.tap), !examination.isSimulator {
            // What stands in the way of any card comes first; nobody should wait for a dead service.
            let before = look(examination, output)
            guard before.finding.map(TapWait.isAnswerable) ?? true else { return show(before, arguments, output) }
            let tap = TapWait(machine: machine, reader: examination.wantedReader).run(patience, output)
            if tap.end == .interrupted {
                // What was seen before stands; nothing is looked at any more.
                var report = before
                (report.finding, report.outcome, report.facts.tap) = (nil, .couldNotLook, tap)
                return show(report, arguments, output)
            }
            examination.tap = tap
        }
        return show(look(examination, output), arguments, output)
    }

    private static func look(_ examination: Examination, _ output: Output) -> DiagnosisReport {
        var said = false
        let report = examination.run { stage in
            output.progress("looking at \(stage.words)")
            if stage.isActive, !said {
                said = true
                output.detail("from here on pcscd is spoken to, which starts it where systemd does so on demand")
            }
            if stage == .connection { output.note("connecting to the card, which powers it") }
        }
        output.clearProgress()
        return report
    }

    private static func show(_ report: DiagnosisReport, _ arguments: Arguments, _ output: Output) -> ExitCode {
        let shown = DoctorReport(report, sharing: arguments.has(DoctorOptions.share))
        if output.isText { shown.print(on: output) } else { output.json(shown.document) }
        return shown.exitCode
    }
}
