import EMRTD
import LDS

/// Why a file is not there: "missing" alone would let people suspect a document of which nobody asked more.
enum MissingFile: Hashable, Sendable {
    /// The read ended before it.
    case interrupted
    /// `--files` left it out.
    case notAsked
    /// Only authorities may read it, which is usual.
    case locked
    /// It was asked for, and the chip did not give it.
    case notGiven(SkipReason)
    /// It is not among the saved files.
    case notSaved
    /// It is among the saved files more than once, and they differ.
    case ambiguous
    /// The chip does not list it.
    case notListed

    /// What became of `file`, which `reading` has not; nil `reading` means saved files, of which some may be `ambiguous`.
    init(_ file: FileID, _ reading: PassportReport.Reading?, ambiguous: Set<FileID>) {
        guard let reading else {
            self = ambiguous.contains(file) ? .ambiguous : .notSaved
            return
        }
        switch reading.reading.skipped[file] {
        case .interrupted: self = .interrupted
        case .needsTerminalAuthentication, .rightNotGranted: self = .locked
        case .notPermitted where file == .dg3 || file == .dg4: self = .locked
        case let reason?: self = .notGiven(reason)
        case nil:
            self =
                reading.reading.interruption != nil ? .interrupted : reading.isSelection ? .notAsked : .notListed
        }
    }

    /// Why, as the end of a sentence about the file.
    func reason(_ file: FileID) -> String {
        switch self {
        case .interrupted: "\(file.name) was not read: the reading ended before it"
        case .notAsked: "\(file.name) was not read, because it was not asked for (--files)"
        case .locked: "\(file.name) is locked: only authorities can read it, which is usual"
        case .notGiven(.absent(let status)):
            "the chip does not give \(file.name): it says that there is none (\(status))"
        case .notGiven(let reason): "the chip does not give \(file.name): \(reason)"
        case .notSaved: "\(file.name) is not among the saved files"
        case .ambiguous: "\(file.name) is among the saved files more than once, and they differ"
        case .notListed: "\(file.name) is missing: the chip does not list it"
        }
    }
}
