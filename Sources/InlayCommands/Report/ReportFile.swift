import FaceImages
import LDS

/// `--report FILE.html`.
struct ReportFile {
    static let option = CommandOption.value(
        "report", "FILE.html", "save a report for people in one file of HTML, to be shown, printed or kept")

    private let path: String
    private let overwrites: Bool
    private let pictures: Pictures?

    /// Nil when no report is wanted. Throws when it could not be saved, before anything is read.
    init?(_ arguments: Arguments, _ house: House) throws(Failure) {
        guard let path = arguments.value(Self.option) else { return nil }
        guard path.lowercased().hasSuffix(".html") || path.lowercased().hasSuffix(".htm") else {
            throw .usage(
                "wrong-value", "--report takes a name that ends in .html",
                likely: "other kinds of reports are written with --json and --out", remedy: "write --report FILE.html")
        }
        self.path = path
        overwrites = arguments.has(CommonOptions.force)
        pictures = house.pictures
        try PrivateFile.checkPlace(path, overwriting: overwrites)
    }

    /// Saves `report`; returns what to tell.
    func save(_ report: PassportReport) throws(Failure) -> String {
        let page = ReportPage(report: report, portrait: portrait(of: report))
        try PrivateFile.write(Array(page.source.utf8), to: path, overwriting: overwrites)
        return "saved: \(path)" + (report.isRedacted ? ", without names, numbers, dates and images" : "")
    }

    /// A browser gets no image that came from a chip: only the pixels that a confined process made of it.
    private func portrait(of report: PassportReport) -> ReportPage.Portrait {
        guard !report.isRedacted else { return .missing("left out") }
        guard let portrait = report.portrait else {
            return .missing(
                report.files[.dg2] == nil
                    ? MissingFile(.dg2, report.reading, ambiguous: report.ambiguous).reason(.dg2)
                    : "EF.DG2 holds no face that can be read")
        }
        guard let pictures, let kind = portrait.format.kind else {
            return .missing("an image of the kind \(portrait.format.name) cannot be shown here")
        }
        do throws(ConversionFailure) {
            return .png(try pictures.converter.png(of: portrait.image, kind: kind).bytes)
        } catch {
            return .missing("\(error)")
        }
    }
}
