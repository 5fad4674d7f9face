import Trust

/// What is told about one document of a batch, made ready on the thread that judged it.
struct VerificationResult: Sendable {
    enum Content: Sendable {
        /// Everything, for `--verbose`.
        case report(PassportReport)
        /// The headline and what did not hold.
        case lines([Line])
        /// A JSON document.
        case json(String)
        case failure(Failure)
    }

    /// A paragraph, and how far its second line is indented.
    struct Line: Sendable {
        let text: StyledText
        let indent: Int
    }

    let content: Content
    let code: ExitCode

    /// How results are told.
    struct Manner: Sendable {
        let format: Output.Format
        let isVerbose: Bool
        let redacts: Bool

        /// `alias` stands for the name where that is not to be told.
        func result(_ report: PassportReport, alias: String) -> VerificationResult {
            var report = report
            report.isRedacted = redacts
            report.alias = alias
            let content: Content =
                switch format {
                case .text: isVerbose ? .report(report) : .lines(VerificationResult.lines(report))
                case .json: .json(report.document.text(.indented, level: 2))
                case .jsonLines: .json(report.document.text(.line))
                }
            return VerificationResult(content: content, code: report.exitCode)
        }

        func result(_ failure: Failure, of name: String, alias: String) -> VerificationResult {
            let failure = redacts ? failure.redacted(alias) : failure
            let name = redacts ? alias : name
            guard format != .text else { return VerificationResult(content: .failure(failure), code: failure.exitCode) }
            let document = failure.document.appending([.init(key: "path", value: .string(name))])
            let text = format == .json ? document.text(.indented, level: 2) : document.text(.line)
            return VerificationResult(content: .json(text), code: failure.exitCode)
        }
    }

    /// The verdict stands before the name, which comes from outside and may read like a verdict.
    private static func lines(_ report: PassportReport) -> [Line] {
        let summary = report.summary
        let head =
            StyledText(summary.headline, summary.tone.role) + StyledText("  \(report.shownPath ?? "")", .strong)
        return [Line(text: head, indent: 4)]
            + report.checks.filter { $0.state == .failed }.map { check in
                let reason = check.reason.map { ": \($0)" } ?? ""
                return Line(text: StyledText("    \(check.title)\(reason)"), indent: 6)
            }
    }
}

extension Failure {
    /// Without names of files and folders, which may be those of people; kind and exit code stay. What is wrong with a line
    /// is told by its number alone in any case.
    func redacted(_ alias: String) -> Failure {
        guard kind != "malformed-line" else { return self }
        return Failure(
            exitCode, kind: kind, "\(alias) cannot be judged: \(kind.replacing("-", with: " "))",
            likely: "the words would name files, and --redact leaves names out",
            remedy: "leave out --redact to read what is the matter")
    }
}
