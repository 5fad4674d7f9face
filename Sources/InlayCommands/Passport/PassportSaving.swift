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
            codes.append(told(on: output) { () throws(Failure) in try savePortrait(report, as: portrait) })
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

    /// The first image under `path`, further ones beside it with a number.
    private func savePortrait(_ report: PassportReport, as path: String) throws(Failure) -> String {
        guard !report.portraits.isEmpty else {
            throw Failure(
                .notEstablished, kind: "no-portrait", "there is no portrait to save",
                likely: "EF.DG2 was not read, or cannot be taken apart", remedy: "read it with --files all")
        }
        var saved: [String] = []
        for (index, portrait) in report.portraits.enumerated() {
            let (bytes, ending, remark) = try picture(portrait, for: path)
            let name = Self.path(Self.numbered(path, index), ending: ending)
            try PrivateFile.write(bytes, to: name, overwriting: overwrites)
            saved.append("\(name) (\(remark))")
        }
        return "saved: \(saved.joined(separator: ", "))"
    }

    /// PNG when `path` asks for it, otherwise the image as it is stored.
    private func picture(
        _ portrait: FaceImage, for path: String
    ) throws(Failure) -> (bytes: [UInt8], ending: String, remark: String) {
        guard path.lowercased().hasSuffix(".png"), let pictures else {
            return (Array(portrait.image), portrait.format.fileSuffix, portrait.format.name)
        }
        guard let kind = portrait.format.kind else {
            throw Self.undecodable("it is in an \(portrait.format.name)", .malformed)
        }
        do throws(ConversionFailure) {
            let png = try pictures.converter.png(of: portrait.image, kind: kind)
            let damage = png.isDamaged ? ", parts of which are missing or damaged" : ""
            return (png.bytes, "png", "PNG from \(portrait.format.name)\(damage)")
        } catch {
            throw Self.undecodable("\(error)", error)
        }
    }

    private static func undecodable(_ reason: String, _ failure: ConversionFailure) -> Failure {
        let isOurs = if case .unusable = failure { true } else { false }
        return Failure(
            isOurs ? .inputOutput : .malformedData, kind: "undecodable-image",
            "the portrait could not be turned into PNG: \(reason)",
            likely: isOurs ? "the machine is out of processes or memory" : "the image is damaged, or made to do harm",
            remedy: "leave the ending .png out: then the image is saved as it is stored")
    }

    /// `face.png`, `face-2.png`, …
    static func numbered(_ path: String, _ index: Int) -> String {
        guard index > 0 else { return path }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(index + 1)" }
        let ending = name[dot...]
        return "\(path.dropLast(ending.count))-\(index + 1)\(ending)"
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
