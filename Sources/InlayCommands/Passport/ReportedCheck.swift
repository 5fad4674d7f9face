import LDS
import Trust

/// One line of the report's checks: a finding of passive authentication, or something that only the reader knows.
struct ReportedCheck: Hashable, Sendable {
    /// Stable, for scripts.
    let identifier: String
    /// For people.
    let title: String
    /// How it came out (Docs/rules.md 9).
    let state: State
    /// Why; nil where the state says all.
    var reason: String?
    /// What was seen, by name.
    var evidence: [Finding.Fact] = []
    /// Why, for the program; nil where nothing is wrong or open, and for checks of our own.
    private(set) var cause: Reason?
    /// A data group that EF.SOD does not list.
    var isUnlisted: Bool { cause == .notCovered }

    /// The name of the check of the document's own date.
    static let expiry = "expiry"

    /// How a check came out.
    enum State: String, Hashable, Sendable, CaseIterable {
        case passed
        case failed
        case notOffered
        case notDone
        case warning
        /// A saved answer of the chip, right but not fresh.
        case recorded
    }

    init(_ identifier: String, _ title: String, _ state: State, _ reason: String? = nil) {
        self.identifier = identifier
        self.title = title
        self.state = state
        self.reason = reason
    }

    init(_ finding: Finding) {
        let state: State =
            switch finding.verdict {
            case .passed: .passed
            case .failed: .failed
            case .notOffered: .notOffered
            case .notDone(.recorded): .recorded
            case .notDone: .notDone
            case .warning: .warning
            }
        self.init(finding.check.identifier, finding.check.title, state, finding.verdict.explanation)
        evidence = finding.evidence
        cause = finding.verdict.reason
    }

    /// The hash of one data group.
    var isDigest: Bool { identifier.hasPrefix("digest.") }

    /// The data group whose hash it is; nil for another check.
    var dataGroup: FileID? {
        guard isDigest, let number = Int(identifier.drop { !$0.isNumber }) else { return nil }
        return FileID(dataGroupNumber: number)
    }

    /// The file that would be needed and is not there.
    var missingFile: FileID? { if case .fileMissing(let file) = cause { file } else { nil } }

    /// How its state looks: what was not done and matters is not to look as if it did not.
    var role: StyledText.Role {
        let mattering = [Check.securityObject, .signature, .chain, .issuingState].map(\.identifier)
        guard state == .notDone, isDigest || mattering.contains(identifier) else { return state.role }
        // Only authorities read these.
        return missingFile == .dg3 || missingFile == .dg4 ? state.role : .doubtful
    }

    /// It failed because a certificate has run out since.
    var isRunOut: Bool { if case .expired = cause { state == .failed } else { false } }

    /// It holds, perhaps with something that is not as it should be.
    var holds: Bool { state == .passed || state == .warning }

    /// Without what narrows down whose document it is: the time of signing is nearly the time of issue. What is not on
    /// the list of harmless facts is left out.
    var redacted: ReportedCheck {
        var check = self
        check.evidence = evidence.filter { Self.harmless.contains($0.name) }
        return check
    }

    private static let harmless: Set<String> = [
        "CMS version", "LDS security object version", "digest algorithm", "data groups", "document signer", "issuer",
        "key", "signature algorithm", "CSCA", "CSCA SHA-256", "CSCA's country", "link certificate", "revocation list",
        "issuing state", "document code", "signer's document types", "protocol", "key id",
    ]

    var document: JSONValue {
        [
            "check": .string(identifier), "title": .string(title), "state": .string(state.rawValue),
            "reason": JSONValue(reason),
            "evidence": .object(evidence.map { .init(key: $0.name, value: .string($0.value)) }),
        ]
    }
}

extension ReportedCheck {
    /// Neighbours that have the same to say: hashes that hold in the same way, and what was not done or not offered for one reason.
    static func grouped(_ checks: [ReportedCheck]) -> [[ReportedCheck]] {
        var groups: [[ReportedCheck]] = []
        for check in checks {
            if let last = groups.last?.last, last.state == check.state, last.reason == check.reason,
                check.state == .notDone || check.state == .notOffered
                    || check.holds && check.isDigest && last.isDigest
            {
                groups[groups.count - 1].append(check)
            } else {
                groups.append([check])
            }
        }
        return groups
    }

    /// What a group is about.
    static func title(_ group: [ReportedCheck]) -> String {
        let titles = group.map(\.title)
        guard group.count > 1, group.allSatisfy(\.isDigest) else { return titles.joined(separator: ", ") }
        return "hash of " + titles.map { $0.replacing("hash of ", with: "") }.joined(separator: ", ")
    }
}

extension ReportedCheck.State {
    /// For pages, beside the words.
    var symbol: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .warning: "!"
        case .notOffered, .notDone, .recorded: "–"
        }
    }

    /// For the terminal.
    var words: String {
        switch self {
        case .passed: "passed"
        case .failed: "FAILED"
        case .notOffered: "not offered"
        case .notDone: "not done"
        case .warning: "warning"
        case .recorded: "recorded"
        }
    }

    var role: StyledText.Role {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .warning: .doubtful
        case .notOffered, .notDone, .recorded: .faint
        }
    }
}
