import CProcess
import Dispatch
import Trust

/// `inlay passport verify`.
enum PassportVerifyCommand {
    private static let jobs = CommandOption.value(
        "jobs", "N", "judge on N threads at once (default: as many as there are processors)")

    static let command = Command(
        "passport", "verify", summary: "judge saved documents again, offline",
        discussion: [
            "Each PATH is one document: a folder with its raw files, as --out of passport read and other tools write them "
                + "(EF.DG1.bin, EF_DG1.bin, DG1.bin, Datagroup1.bin, ef0101.bin), the report.json inside of it, or a ZIP "
                + "file; or a folder or ZIP file with many such folders.",
            "For - documents come from standard input, one a line: a path, a ZIP file or the files one behind the other in "
                + "base64, or {\"id\": \"…\", \"sod\": \"BASE64\", \"dg1\": \"BASE64\"}. Results come in the same order, "
                + "each as soon as it is there.",
            "A saved document shows what a chip gave at that time. Whether that chip was the original cannot be checked "
                + "any more. The exit code is the worst of all documents; 0 means what --require says (default: "
                + "authentic).",
        ],
        positional: Positional(
            placeholder: "PATH…", count: 1...100_000, summary: "saved documents, folders of them, or -"),
        groups: [
            PassportOptions.judging,
            OptionGroup(title: "Saving", options: [ReportFile.option, PassportOptions.redact, CommonOptions.force]),
            OptionGroup(title: "Batches", options: [jobs]),
        ],
        output: CommonOptions.stream,
        examples: [
            ("inlay passport verify saved/ --trust csca/", "one document against CSCA certificates"),
            ("inlay passport verify --jsonl --require signature tray/", "many documents, one line of JSON each"),
            ("find . -name '*.zip' | inlay passport verify --jsonl -", "the same as a filter"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let threads = try threads(arguments)
        let page = try ReportFile(arguments, house)
        let judge = try PassportJudge(arguments, house, usually: .authentic)
        for remark in judge.trustRemarks { output.detail(StyledText(remark)) }
        let paths = arguments.positionals
        let redacts = arguments.has(PassportOptions.redact)
        guard try Self.unnamed(redacts, { () throws(Failure) in try DocumentSources.isOne(paths) }),
            let path = paths.first
        else {
            guard page == nil else { throw Self.severalDocuments }
            return try batch(paths, judge, redacts, threads, house, output)
        }
        guard let dump = try Self.only(path, redacts) else {
            guard page == nil else { throw Self.severalDocuments }
            return try batch(paths, judge, redacts, threads, house, output)
        }
        var report = judge.report(dump)
        report.isRedacted = redacts
        switch output.format {
        case .text: report.show(on: output)
        case .json: output.json(["schema": "inlay.verification/1", "items": .array([report.document])])
        case .jsonLines: output.json(report.document)
        }
        if let page { output.beside { () throws(Failure) in try page.save(report) } }
        return report.exitCode
    }

    /// Does `body`; when that fails and names are not to be told, so without them.
    private static func unnamed<Result>(
        _ redacts: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw redacts ? error.redacted("document 1") : error
        }
    }

    /// The one document at `path`; nil when there are several.
    private static func only(_ path: String, _ redacts: Bool) throws(Failure) -> DumpFolder? {
        try unnamed(redacts) { () throws(Failure) in
            let documents = try DocumentSource.path(path, number: 1).documents()
            guard documents.count == 1, let document = documents.first else { return nil }
            return try document.dump.get()
        }
    }

    private static var severalDocuments: Failure {
        .usage(
            "contradiction", "--report writes a page about one document, and there are several",
            remedy:
                "give --report with the path of one document; for all of them leave it out, --jsonl tells each in a "
                + "line")
    }

    private static func threads(_ arguments: Arguments) throws(Failure) -> Int {
        guard let text = arguments.value(jobs) else { return Int(inlay_processor_count()) }
        guard let number = Int(text), (1...1024).contains(number) else {
            throw .usage("wrong-value", "--jobs takes a number from 1 to 1024", remedy: "leave it out")
        }
        return number
    }

    // MARK: - Batches

    /// Documents that may wait for their turn to be told, for each thread.
    private static let window = 32

    private static func batch(
        _ paths: [String], _ judge: PassportJudge, _ redacts: Bool, _ threads: Int, _ house: House, _ output: Output
    ) throws(Failure) -> ExitCode {
        var sources = try unnamed(redacts) { () throws(Failure) in try DocumentSources(paths, house.input) }
        var progress = BatchProgress(output, house.time, total: sources.total)
        let manner = VerificationResult.Manner(
            format: output.format, isVerbose: output.isVerbose, redacts: redacts)
        let work = OrderedWork<DocumentSource, [VerificationResult]>(
            threads: threads, window: threads * window, source: { () throws(Failure) in try sources.next() },
            work: { source in Self.judged(source, judge, manner) })
        var codes: Set<ExitCode> = []
        output.beginArray(schema: "inlay.verification/1")
        try work.forEach(
            every: .milliseconds(100),
            idle: {
                // Whoever reads this waits for it.
                output.flush()
                progress.show()
            }
        ) { results in
            for result in results {
                show(result, number: progress.count, output)
                codes.insert(result.code)
                progress.add(result.code)
            }
            // Whoever closes the pipe changes no exit code; a stream may have no end, and ends then.
            return output.isTaken || !paths.contains("-")
        }
        output.endArray(count: progress.count)
        guard progress.count > 0 else {
            // A JSON document stands there already.
            if output.format == .json { output.complaint(Self.nothing) } else { output.failure(Self.nothing) }
            return Self.nothing.exitCode
        }
        if output.isText { progress.finish() }
        return ExitCode.worst(of: codes.sorted { $0.rawValue < $1.rawValue })
    }

    /// One that cannot be read does not keep the others from being judged.
    private static func judged(
        _ source: DocumentSource, _ judge: PassportJudge, _ manner: VerificationResult.Manner
    ) -> [VerificationResult] {
        do throws(Failure) {
            let documents = try source.documents()
            return documents.enumerated().map { number, document in
                let alias = documents.count == 1 ? source.alias : "\(source.alias).\(number + 1)"
                switch document.dump {
                case .success(let dump): return manner.result(judge.report(dump), alias: alias)
                case .failure(let failure): return manner.result(failure, of: document.name, alias: alias)
                }
            }
        } catch {
            return [manner.result(error, of: source.name, alias: source.alias)]
        }
    }

    /// Nobody is to take an empty input for documents that hold.
    private static var nothing: Failure {
        Failure(
            .notEstablished, kind: "no-documents", "no document came, so nothing was judged",
            likely: "the program that writes the lines ended early, or found nothing",
            remedy: "look at what it says; each line is a path, base64 or JSON")
    }

    private static func show(_ result: VerificationResult, number: Int, _ output: Output) {
        switch result.content {
        case .report(let report):
            report.show(on: output)
            output.print()
        case .lines(let lines): for line in lines { output.paragraph(line.text, indent: line.indent) }
        case .json(let text): output.json(text: text, number: number)
        case .failure(let failure): output.failure(failure)
        }
    }
}
