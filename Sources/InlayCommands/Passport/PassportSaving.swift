import EMRTD
import LDS

/// What becomes of a report: shown, and saved where that was asked for.
struct PassportSaving {
    private let folder: String?
    private let portrait: String?
    private let redacts: Bool
    private let overwrites: Bool

    /// Checks the options, and that nothing is in the way.
    init(_ arguments: Arguments) throws(Failure) {
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
        if output.isText { report.show(on: output) } else { output.json(report.document) }
        var codes = [report.exitCode]
        if let folder { codes.append(told(on: output) { () throws(Failure) in try save(report, in: folder) }) }
        if let portrait {
            codes.append(told(on: output) { () throws(Failure) in try savePortrait(report, as: portrait) })
        }
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

    /// The image as it is stored: turning it into another format would need a decoder.
    private func savePortrait(_ report: PassportReport, as path: String) throws(Failure) -> String {
        guard let image = report.portrait else {
            throw Failure(
                .notEstablished, kind: "no-portrait", "there is no portrait to save",
                likely: "EF.DG2 was not read, or cannot be taken apart", remedy: "read it with --files all")
        }
        let name = Self.path(path, ending: image.format.fileSuffix)
        try PrivateFile.write(Array(image.image), to: name, overwriting: overwrites)
        return "saved: \(name) (\(image.format.name))"
    }

    /// `path` with the ending that fits its contents, so that no program is misled.
    static func path(_ path: String, ending: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if name.lowercased().hasSuffix(".\(ending)") || ending == "jpg" && name.lowercased().hasSuffix(".jpeg") {
            return path
        }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path).\(ending)" }
        return String(path.dropLast(name[dot...].count)) + ".\(ending)"
    }
}
