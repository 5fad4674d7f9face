import EMRTD
import FaceImages
import LDS

/// What becomes of a report: shown, and saved where that was asked for.
struct PassportSaving {
    private let folder: String?
    private let portrait: String?
    private let redacts: Bool
    private let overwrites: Bool
    private let display: PortraitDisplay
    private let pictures: Pictures?
    private let page: ReportFile?

    /// Checks the options, and that nothing is in the way.
    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        display = try PortraitDisplay(arguments, house)
        pictures = house.pictures
        page = try ReportFile(arguments, house)
        folder = arguments.value(PassportOptions.out)
        portrait = arguments.value(PassportOptions.portrait)
        redacts = arguments.has(PassportOptions.redact)
        overwrites = arguments.has(CommonOptions.force)
        if redacts, portrait != nil {
            throw .usage(
                "contradiction", "--redact leaves images out, and --portrait saves one", remedy: "give one of them")
        }
        if let folder, !overwrites, PrivateFile.exists("\(folder)/\(Self.reportName)") {
            throw PrivateFile.inTheWay("\(folder)/\(Self.reportName)")
        }
    }

    private static let reportName = "report.json"

    /// Shows and saves `report`; returns the exit code.
    ///
    /// What cannot be saved is told on standard error and does not take the report away from the user.
    func finish(_ report: PassportReport, _ output: Output) -> ExitCode {
        var report = report
        report.isRedacted = redacts
        if output.isText {
            if !redacts, let portrait = report.portrait { display.show(portrait.image, portrait.format, on: output) }
            report.show(on: output)
        } else {
            output.json(report.document)
        }
        var codes = [report.exitCode]
        if let folder { codes.append(told(on: output) { () throws(Failure) in try save(report, in: folder) }) }
        if let portrait {
            codes.append(
                told(on: output) { () throws(Failure) in
                    try PortraitFile.save(report.portraits, as: portrait, overwriting: overwrites, pictures)
                })
        }
        if let page { codes.append(told(on: output) { () throws(Failure) in try page.save(report) }) }
        return ExitCode.worst(of: codes)
    }

    private func told(on output: Output, _ save: () throws(Failure) -> String) -> ExitCode {
        do throws(Failure) {
            output.note(StyledText(try save()))
            return .done
        } catch {
            output.complaint(error)
            return error.exitCode
        }
    }

    /// Raw files hold everything, so a redacted report comes without them.
    private func save(_ report: PassportReport, in folder: String) throws(Failure) -> String {
        try PrivateFile.makeFolder(folder)
        var count = 1
        // Files of an earlier document under our names would be taken for parts of this one.
        if overwrites {
            for id in FileID.allCases where report.files[id] == nil || redacts {
                PrivateFile.remove("\(folder)/\(DumpFolder.name(id))")
            }
        }
        if !redacts {
            for id in report.files.ids {
                try PrivateFile.write(
                    report.files[id] ?? [], to: "\(folder)/\(DumpFolder.name(id))", overwriting: overwrites)
                count += 1
            }
        }
        let text = report.document.text() + "\n"
        try PrivateFile.write(Array(text.utf8), to: "\(folder)/\(Self.reportName)", overwriting: overwrites)
        return "saved: \(Count.of(count, "file")) in \(folder)" + (redacts ? ", without the raw files" : "")
    }
}
