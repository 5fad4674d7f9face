import EMRTD
import LDS
import Trust

/// What a program cannot see, and the one who reads its report has to look at.
enum ReportAdvice {
    /// What to do next, in this order.
    static func all(for finding: ReportSummary.Finding, _ report: PassportReport) -> [String] {
        guard !report.isRedacted else {
            return [
                "This report leaves out names, numbers, dates and images: it identifies nobody, and is for whoever looks "
                    + "for a fault."
            ]
        }
        switch finding {
        case .failed: return failed(report)
        case .incomplete: return ["Decide nothing by this report.", again(report)]
        case .expired:
            return [
                "An expired \(report.kind) is no valid proof of identity: ask for another, or follow your house rules."
            ]
                + comparison(report)
        case .signerDoesNotFit, .unknownIssuer:
            return [examination] + comparison(report) + [
                "For whoever looks after this computer: inlay trust import takes "
                    + (finding == .unknownIssuer
                        ? "the state's CSCA certificate or a master list."
                        : "newer CSCA certificates of the state, or a newer master list.")
            ]
        case .withheld: return [again(report), examination] + comparison(report)
        case .partial:
            return [
                report.reading == nil ? "Save all files for a full report." : "Leave out --files for a full report."
            ]
                + comparison(report)
        case .notEstablished:
            let again =
                report.ambiguous.isEmpty
                ? []
                : ["Keep one file of each name, those of one reading, or save the document anew in an empty folder."]
            return again + [examination] + comparison(report)
        case .authentic: return comparison(report)
        }
    }

    private static let examination =
        "Examine the document as you would one without a chip, or ask for a second document."

    private static func again(_ report: PassportReport) -> String {
        report.reading == nil
            ? "Read the document again." : "Lay it on the reader again, and leave it there until the report comes."
    }

    private static func failed(_ report: PassportReport) -> [String] {
        [
            "Do not identify anybody with this document.",
            report.reading == nil
                ? "Read it once more, to rule out a damaged file; if it stays so, follow your house rules."
                : "Lay it on the reader once more, to rule out a fault of reading; if it stays so, follow your house rules.",
            "It does not prove that the person who brought it has done it.",
        ]
    }

    private static func comparison(_ report: PassportReport) -> [String] {
        let printed = report.allChecks.filter { $0.identifier == Check.printedZone.identifier }
        let face = report.portrait == nil ? "the photo on the printed page" : "the portrait"
        return ["Does \(face) show the person before you?"]
            + (printed.contains { $0.holds } ? [] : ["Are name, number and dates the same as on the printed page?"])
            + ["Is the document itself untouched? A program sees neither person nor paper."]
    }
}
