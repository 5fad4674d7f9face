import Dispatch
import Synchronization
import Trust

/// `inlay passport verify`.
enum PassportVerifyCommand {
    static let command = Command(
        "passport", "verify", summary: "judge saved documents again, offline",
        discussion: [
            "Each PATH is a folder with the raw files of one document, as --out of passport read and other tools write "
                + "them (EF.DG1.bin, EF_DG1.bin, DG1.bin, Datagroup1.bin, ef0101.bin), or the report.json inside of it.",
            "A saved document shows what a chip gave at that time. Whether that chip was the original cannot be checked "
                + "any more. The exit code is the worst of all documents; 0 means what --require says (default: "
                + "authentic).",
        ],
        positional: Positional(placeholder: "PATH…", count: 1...100_000, summary: "folders of saved documents"),
        groups: [
            PassportOptions.judging,
            OptionGroup(title: "Saving", options: [ReportFile.option, PassportOptions.redact, CommonOptions.force]),
        ],
        output: OptionGroup(
            title: "Output",
            options: [
                CommonOptions.json, CommonOptions.jsonLines, CommonOptions.quiet, CommonOptions.verbose,
                CommonOptions.noColor, CommonOptions.help,
            ]),
        examples: [
            ("inlay passport verify saved/ --trust csca/", "one document against CSCA certificates"),
            ("inlay passport verify --jsonl --require signature */", "many documents, one line of JSON each"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let judge = try PassportJudge(arguments, house, usually: .authentic)
        for remark in judge.trustRemarks { output.detail(StyledText(remark)) }
        let paths = arguments.positionals
        let redacts = arguments.has(PassportOptions.redact)
        let isAlone = paths.count == 1
        let page = try ReportFile(arguments, house)
        if page != nil, !isAlone {
            throw .usage(
                "contradiction", "--report is about one document, and there are \(paths.count)",
                remedy: "name one document, or use --jsonl")
        }
        var codes: [ExitCode] = []
        var documents: [JSONValue] = []
        for start in stride(from: 0, to: paths.count, by: Self.batch) {
            let some = Array(paths[start..<min(start + Self.batch, paths.count)])
            for (path, result) in zip(some, judged(some, judge)) {
                let document: JSONValue
                switch result {
                case .success(var report):
                    report.isRedacted = redacts
                    codes.append(report.exitCode)
                    document = report.document
                    if output.isText { show(report, path, isAlone: isAlone, output) }
                    if let page { codes.append(Self.told(page, report, output)) }
                case .failure(let failure):
                    // One folder that cannot be read does not keep the others from being judged.
                    guard !isAlone else { throw failure }
                    codes.append(failure.exitCode)
                    document = failure.document.appending([.init(key: "path", value: .string(path))])
                    if output.isText { output.failure(failure) }
                }
                switch output.format {
                case .text: break
                case .json: documents.append(document)
                case .jsonLines: output.json(document)
                }
            }
        }
        if output.format == .json {
            output.json(["schema": "inlay.verification/1", "items": .array(documents)])
        }
        return ExitCode.worst(of: codes)
    }

    /// What cannot be saved does not take the result away from the user.
    private static func told(_ page: ReportFile, _ report: PassportReport, _ output: Output) -> ExitCode {
        do throws(Failure) {
            output.note(StyledText(try page.save(report)))
            return .done
        } catch {
            output.complaint(error)
            return error.exitCode
        }
    }

    /// Documents that are judged at the same time, before their results are shown in order.
    private static let batch = 64

    /// Judges on every core.
    private static func judged(_ paths: [String], _ judge: PassportJudge) -> [Result<PassportReport, Failure>] {
        guard paths.count > 1 else { return paths.map { path in Self.judged(path, judge) } }
        let results = Mutex<[Int: Result<PassportReport, Failure>]>([:])
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let result = Self.judged(paths[index], judge)
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in paths.indices.compactMap { results[$0] } }
    }

    private static func judged(_ path: String, _ judge: PassportJudge) -> Result<PassportReport, Failure> {
        Result { () throws(Failure) in judge.report(try DumpFolder(path)) }
    }

    /// All about one document; of many, the sentence and what did not hold.
    private static func show(_ report: PassportReport, _ path: String, isAlone: Bool, _ output: Output) {
        guard !isAlone, !output.isVerbose else {
            report.show(on: output)
            if !isAlone { output.print() }
            return
        }
        let role: StyledText.Role =
            switch report.conclusion {
            case .holds: .good
            case .failed: .bad
            case .notEstablished: .doubtful
            }
        output.paragraph(StyledText("\(path): ", .strong) + StyledText(report.sentence, role), indent: 4)
        for check in report.checks where check.state == .failed {
            let reason = check.reason.map { ": \($0)" } ?? ""
            output.paragraph(StyledText("    \(check.title)\(reason)"), indent: 6)
        }
    }
}
