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

        func result(_ report: PassportReport) -> VerificationResult {
            var report = report
            report.isRedacted = redacts
            let content: Content =
                switch format {
                case .text: isVerbose ? .report(report) : .lines(VerificationResult.lines(report))
                case .json: .json(report.document.text(.indented, level: 2))
                case .jsonLines: .json(report.document.text(.line))
                }
            return VerificationResult(content: content, code: report.exitCode)
        }

        func result(_ failure: Failure, of name: String) -> VerificationResult {
            guard format != .text else { return VerificationResult(content: .failure(failure), code: failure.exitCode) }
            let document = failure.document.appending([.init(key: "path", value: .string(name))])
            let text = format == .json ? document.text(.indented, level: 2) : document.text(.line)
            return VerificationResult(content: .json(text), code: failure.exitCode)
        }
    }

    private static func lines(_ report: PassportReport) -> [Line] {
        let summary = report.summary
        let head = StyledText("\(report.path ?? ""): ", .strong) + StyledText(summary.headline, summary.tone.role)
        return [Line(text: head, indent: 4)]
            + report.checks.filter { $0.state == .failed }.map { check in
                let reason = check.reason.map { ": \($0)" } ?? ""
                return Line(text: StyledText("    \(check.title)\(reason)"), indent: 6)
            }
    }
}
