import EMRTD
import LDS
import Trust

/// The verdict in words for people who have never heard of certificates: one value, which page, terminal and JSON show.
///
/// It claims no more than the checks behind it. Dates are left out of a redacted one.
struct ReportSummary: Hashable, Sendable {
    /// What was found, the worst first: of several that apply, the first one is told.
    enum Finding: String, Hashable, Sendable, CaseIterable {
        /// A check failed.
        case failed
        /// The reading ended early.
        case incomplete
        /// The document has run out; its contents are as its state signed them. Certificates may have run out as well.
        case expired
        /// Certificates of the signer's state are at hand, and none of them issued the signer.
        case signerDoesNotFit
        /// No certificate of the signer's state is at hand.
        case unknownIssuer
        /// The signed list names a part that the chip does not give.
        case withheld
        /// Only a part was asked for, or saved.
        case partial
        /// Something else that authenticity needs was not established.
        case notEstablished
        /// The contents are those that a trusted state signed.
        case authentic
    }

    let finding: Finding
    /// How it is to be taken.
    let tone: ReportQuestion.Tone
    /// A word or two in capitals, to be seen at once.
    let label: String
    /// The verdict, a sentence with its full stop that goes on behind the label.
    let statement: String
    /// What that means, sentence by sentence.
    let explanation: [String]
    /// What the one who reads this has to do, in this order.
    let advice: [String]

    /// Label and statement.
    var headline: String { "\(label): \(statement)" }

    /// For pages, beside the words.
    var sign: String {
        switch tone {
        case .good: "✓"
        case .bad: "✗"
        case .open, .neutral: "!"
        }
    }
}

extension PassportReport {
    /// The verdict in words.
    var summary: ReportSummary { ReportSummary(self) }

    /// The state of the check with this name; nil when it was not made.
    func check(_ check: Check) -> ReportedCheck? { allChecks.first { $0.identifier == check.identifier } }

    /// The document's date of expiry is over.
    var isExpired: Bool { allChecks.contains { $0.identifier == ReportedCheck.expiry && $0.state == .warning } }

    /// All that failed is that certificates have run out, behind a document that has run out itself.
    var isRunOut: Bool {
        let failures = allChecks.filter { $0.state == .failed }
        return isExpired && !failures.isEmpty && failures.allSatisfy(\.isRunOut)
    }

    /// The day on which it runs out, for people; nil when it is not known or not to be told.
    var lastDay: String? {
        guard !isRedacted, let zone, let today = moment.calendarDate else { return nil }
        return zone.dateOfExpiry.resolved(asOf: today).map { DayText.of($0) }
    }

    /// A state's certificates are at hand, and none of them issued the signer that names this state.
    var signerDoesNotFit: Bool {
        guard case .issuerUnknown = check(.chain)?.cause else { return false }
        return stateAnchorCount > 0
    }

    /// Why no zone is shown.
    var zoneAbsence: String {
        ambiguous.contains(.dg1)
            ? "The saved files hold machine readable zones that differ, so none is shown."
            : "The chip gave no machine readable zone that can be read."
    }

    /// Data groups of the signed list that were not read, each with the reason.
    var missingParts: [(file: FileID, why: MissingFile)] {
        allChecks.compactMap { check in
            guard let file = check.dataGroup, check.missingFile == file else { return nil }
            return (file, MissingFile(file, reading, ambiguous: ambiguous))
        }
    }
}
