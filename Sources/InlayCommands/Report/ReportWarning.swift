import LDS
import Trust

/// What must stand beside details that nobody vouches for.
struct ReportWarning: Hashable, Sendable {
    let tone: ReportQuestion.Tone
    /// A sentence.
    let text: String

    /// About all that is shown of the document; nil where a state vouches for it.
    static func general(_ report: PassportReport) -> ReportWarning? {
        guard !report.files.isEmpty else { return nil }
        if report.isOnlyCopied {
            return ReportWarning(
                tone: .bad,
                text: "This is the data of a real \(report.kind), but this chip is not that \(report.kind)'s.")
        }
        guard report.check(.signature)?.holds ?? false, report.check(.securityObject)?.holds ?? false else {
            return ReportWarning(
                tone: report.isFailed ? .bad : .open,
                text: "Not confirmed: nobody vouches for this; anybody could have put it on a chip.")
        }
        if report.isFailed, !report.isRunOut {
            return ReportWarning(tone: .bad, text: "Do not rely on this: see above what is wrong.")
        }
        guard report.check(.chain)?.holds ?? false else {
            return ReportWarning(
                tone: .open, text: "Not confirmed: anybody could have put this name and photo on a chip.")
        }
        return nil
    }

    /// About what comes from `file`; nil where there is nothing to say but what `general` says.
    static func of(_ file: FileID, in report: PassportReport) -> ReportWarning? {
        guard report.files[file] != nil, let digest = report.check(.digest(file)) else { return nil }
        let what = PlainWords.capitalized(PlainWords.part(file))
        if digest.state == .failed {
            return ReportWarning(
                tone: .bad, text: "\(what): changed, not what was signed (hash of \(file.name)).")
        }
        guard !digest.holds, report.check(.signature)?.holds ?? false else { return nil }
        return ReportWarning(
            tone: .open, text: "\(what): not what is signed on this chip; anybody could have added it.")
    }
}
