import EMRTD
import FaceImages
import InlaySeams
import LDS
import Octets

/// What becomes of a report: shown, and saved where that was asked for.
struct PassportSaving {
    private let folder: String?
    private let portrait: String?
    private let redacts: Bool
    private let overwrites: Bool
    private let display: PortraitDisplay
    private let pictures: Pictures?
    private let page: ReportFile?
    private let time: TimeSource

    /// Checks the options, and that nothing is in the way.
    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        display = try PortraitDisplay(arguments, house)
        pictures = house.pictures
        time = house.time
        page = try ReportFile(arguments, house)
        folder = arguments.value(PassportOptions.out)
        portrait = arguments.value(PassportOptions.portrait)
        redacts = arguments.has(PassportOptions.redact)
        overwrites = arguments.has(CommonOptions.force)
        if redacts, portrait != nil {
            throw .usage(
                "contradiction", "--redact leaves images out, and --portrait saves one", remedy: "give one of them")
        }
        if let folder { try PrivateFolder.check(folder, for: Self.names, overwriting: overwrites) }
        // Nobody wants to learn behind a long read that there is no place for it.
        if let folder { try PrivateFile.checkFolder(folder) }
        if let portrait { try PortraitFile.check(portrait, overwriting: overwrites) }
    }

    private static let reportName = "report.json"
    /// Everything that --out can write. Files of an earlier document under our names would be taken for parts of this one.
    private static let names = [reportName, EvidenceFile.name] + FileID.allCases.map(DumpFolder.name)

    /// Shows and saves `report`; returns its exit code.
    func finish(_ report: PassportReport, _ output: Output) -> ExitCode {
        var report = report
        report.isRedacted = redacts
        if output.isText {
            if !redacts, let portrait = report.portrait { display.show(portrait.image, portrait.format, on: output) }
            report.show(on: output)
        } else {
            output.json(report.document)
        }
        // What doctor could explain ends as it does where there is no report at all.
        if let interruption = report.interruption, interruption.concern != nil { output.complaint(interruption) }
        if let folder { output.beside { () throws(Failure) in try save(report, in: folder) } }
        if let portrait {
            output.beside { () throws(Failure) in
                try PortraitFile.save(report.portraits, as: portrait, overwriting: overwrites, pictures)
            }
        }
        if let page { output.beside { () throws(Failure) in try page.save(report) } }
        return report.exitCode
    }

    /// Raw files hold everything, so a redacted report comes without them.
    private func save(_ report: PassportReport, in folder: String) throws(Failure) -> String {
        var files = [(name: Self.reportName, bytes: Array((report.document.text() + "\n").utf8))]
        if !redacts {
            files += report.files.ids.map { (DumpFolder.name($0), report.files[$0] ?? []) }
            let evidence = report.reading?.reading.evidence ?? ChipEvidence()
            if let bytes = EvidenceFile.bytes(evidence, recorded: time.now, from: report.source) {
                files.append((EvidenceFile.name, bytes))
            }
        }
        try PrivateFolder(folder).write(files, removing: overwrites ? Self.names : [], overwriting: overwrites)
        return "saved: \(Count.of(files.count, "file")) in \(folder)" + (redacts ? ", without the raw files" : "")
    }
}
