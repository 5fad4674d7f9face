import EMRTD
import InlaySeams
import LDS
import Trust

/// Everything that is told about a document, put together once for the terminal and for JSON.
struct PassportReport: Sendable {
    /// How the document was read; nil for one that was saved.
    struct Reading: Sendable {
        let reader: String
        let reading: EPassportReading
        /// Where the key came from, in words.
        let keyOrigin: String
        let traffic: CardSession.Traffic
        /// From the first command to the last answer.
        let time: Duration
        /// Only some files were asked for.
        var isSelection = false
        /// Where it went, when that was asked for.
        var times: ReadingTimes?
    }

    let source: CardConnection.Source
    /// Folder of a saved document.
    var path: String?
    /// What stands for it in a redacted report.
    var alias = "document 1"
    let files: LDSFiles
    var reading: Reading?
    /// The day that the document was judged for.
    let moment: Moment
    let allChecks: [ReportedCheck]
    let requirement: Requirement
    let conclusion: Conclusion
    /// What is not established although a chosen requirement of the same name would not ask for it; nil when all is.
    var usualDemand: String?
    /// The contents are those that a trusted state signed, whatever is required.
    let isAuthentic: Bool
    /// How many trusted CSCA certificates there are of the state that the document names, or else of the signer's.
    let stateAnchorCount: Int
    /// The country of those certificates, in two letters; nil when there are none.
    var anchorCountry: String?
    /// When the report was made.
    let made: Moment
    let sentence: String
    /// The certificates that the verdict rests on: the signer's, one that links, the CSCA's.
    let certificates: [ReportedCertificate]
    /// What the chip did and the files hold that the standard does not allow, none of which makes a check fail.
    var deviations: [ReportedDeviation] = []
    /// What else is to be said.
    var allRemarks: [Remark] = []
    /// Files of a saved document that are there more than once, and differ.
    var ambiguous: Set<FileID> = []
    /// Names, numbers, dates and images are left out.
    var isRedacted = false

    /// Something that is told besides, and the same without names of files: they may be those of people.
    struct Remark: Hashable, Sendable {
        let text: String
        let redacted: String

        init(_ text: String, redacted: String? = nil) {
            self.text = text
            self.redacted = redacted ?? text
        }
    }

    /// What else is to be said, as it may be told.
    var remarks: [String] { allRemarks.map { isRedacted ? $0.redacted : $0.text } }

    /// Where it came from, as it may be told; nil for one that was read.
    var shownPath: String? { isRedacted ? path.map { _ in alias } : path }

    /// Without data groups that EF.SOD does not list: anybody could have put them there, so nothing of them is shown as the
    /// holder's.
    var vouchedFor: LDSFiles {
        var kept = files
        for check in allChecks where check.isDigest && check.isUnlisted {
            for id in files.ids where check.identifier == "digest.dg\(id.dataGroupNumber ?? 0)" { kept[id] = nil }
        }
        return kept
    }

    /// The machine readable zone in the chip, when EF.DG1 was read and understood.
    var zone: MRZ? { (try? files.parsed(EFDG1.self))?.mrz }
    /// The images of EF.DG2.
    var portraits: [FaceImage] { (try? vouchedFor.parsed(EFDG2.self))?.faces ?? [] }
    /// The first of them.
    var portrait: FaceImage? { portraits.first }

    /// What was checked, as it may be told.
    var checks: [ReportedCheck] { isRedacted ? allChecks.map(\.redacted) : allChecks }

    /// A check failed.
    var isFailed: Bool { if case .failed = conclusion { true } else { false } }

    /// What was asked for with `--require`, and whether that holds: less than authenticity is not to be taken for it.
    var requirementSentence: String {
        let meaning =
            switch requirement {
            case .authentic: "hashes, signature, and a signer that a trusted state appointed"
            case .signature:
                usualDemand.map { "the usual one, and not named: also that \($0)" }
                    ?? "hashes and signature; it does not ask who signed"
            case .hashes: "hashes only; it does not ask who wrote them"
            case .none: "nothing"
            }
        let outcome: String
        switch conclusion {
        case .holds: outcome = "holds"
        case .failed: outcome = "a check failed"
        case .notEstablished(let missing):
            let names = missing.map(\.title).joined(separator: ", ")
            outcome = "not established" + (names.isEmpty ? "" : ": \(names)")
        }
        return "--require \(requirement.rawValue) (\(meaning)): \(outcome)."
    }

    /// What ended the read before its end.
    var interruption: Failure? {
        reading.flatMap { reading in reading.reading.interruption.map { Failure($0, reader: reading.reader) } }
    }

    /// What the process says when this is all it did.
    var exitCode: ExitCode {
        let interruption = interruption?.exitCode
        switch conclusion {
        case .failed: return interruption == .interrupted ? .interrupted : .checkFailed
        case .holds: return interruption ?? .done
        case .notEstablished: return interruption ?? .notEstablished
        }
    }
}
