import ISO7816
import Octets

/// `inlay trace import`.
enum TraceImportCommand {
    private static let from = CommandOption.value(
        "from", "PROGRAM",
        "which program wrote it: " + ForeignLog.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            + " (default: found out)")
    private static let out = CommandOption.value("out", "FILE", "write the trace to FILE (default: standard output)")
    private static let force = CommonOptions.force

    static let command = Command(
        "trace", "import", summary: "turn the log of another program into a trace that can be replayed",
        discussion: [
            "Logs of pcscd (--apdu), OpenSC (OPENSC_DEBUG, opensc-tool -s), GlobalPlatformPro (-d), gmrtd (its APDU log) "
                + "and proxmark3 (hf 14a apdu, trace list) are read. The trace then answers as a card does: "
                + "--reader replay:FILE.",
            "The trace holds everything that the log held, secrets and personal data too.",
        ],
        positional: Positional(placeholder: "LOG", count: 1...1, summary: "a file, or - for standard input"),
        groups: [OptionGroup(title: "Import", options: [from, out, force])],
        examples: [
            ("inlay trace import pcscd.log --out report.trace", "somebody's report becomes a card"),
            ("inlay run check.inlay --reader replay:report.trace", "and is asked the same again"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let path = arguments.positionals.first ?? "-"
        let name = path == "-" ? "standard input" : path
        let bytes = try path == "-" ? house.input.readAll(64 << 20) : BoundedFile.read(path, limit: 64 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        let kind = try kind(arguments, text, name)
        let log: ForeignLog
        do {
            log = try ForeignLog.read(text, as: kind)
        } catch {
            throw Failure(
                .malformedData, kind: "malformed-log",
                "\(name), line \(error.line), column \(error.column): \(error.message)",
                likely: "the log is cut off, or of another program than \(kind.title)", remedy: "choose with --from")
        }
        guard !log.entries.isEmpty else {
            throw Failure(
                .malformedData, kind: "empty-log", "\(name) holds no command with an answer",
                likely: "it was written without APDUs", remedy: "pcscd needs --apdu, OpenSC OPENSC_DEBUG=9, gp -d")
        }
        let trace = trace(log)
        if let file = arguments.value(out) {
            try PrivateFile.write(Array(trace.utf8), to: file, overwriting: arguments.has(force))
            output.note("it holds everything that the log held, secrets and personal data too")
        }
        if !output.isText {
            output.json([
                "schema": "inlay.imported-trace/1", "program": .string(kind.rawValue),
                "exchanges": .int(log.entries.count), "unanswered": .int(log.entries.count { $0.answer == nil }),
                "atr": log.answerToReset.map { JSONValue.hex($0) } ?? .null, "path": JSONValue(arguments.value(out)),
            ])
        } else if arguments.has(out) {
            output.print("\(Count.of(log.entries.count, "exchange")) of \(kind.title)")
        } else {
            for line in trace.split(separator: "\n") { output.print(StyledText(String(line))) }
        }
        return .done
    }

    private static func kind(
        _ arguments: Arguments, _ text: String, _ name: String
    ) throws(Failure) -> ForeignLog.Kind {
        if let word = arguments.value(from) {
            if let kind = ForeignLog.Kind(rawValue: word) { return kind }
            let known = ForeignLog.Kind.allCases.map(\.rawValue)
            throw .usage(
                "wrong-value", "--from knows no such program",
                likely: Nearest.word(to: word, among: known).map { "\($0) is meant" } ?? "",
                remedy: "programs are \(known.joined(separator: ", "))")
        }
        guard let kind = ForeignLog.kind(of: text) else {
            throw Failure(
                .malformedData, kind: "unknown-log", "\(name) is no log of a program that is known here",
                likely: "it holds no APDUs", remedy: "choose with --from if it is one all the same")
        }
        return kind
    }

    private static func trace(_ log: ForeignLog) -> String {
        let isLong = log.entries.contains { $0.command.count > 261 || ($0.answer?.count ?? 0) > 258 }
        var lines = [
            TraceLog.head(
                source: "imported", keepsSecrets: true, limits: isLong ? .extended : .short,
                answerToReset: log.answerToReset)
        ]
        var start = Duration.zero
        for (index, entry) in log.entries.enumerated() {
            let outcome: Exchange.Outcome = entry.answer.map { .answer($0) } ?? .failure(.noAnswer)
            lines.append(
                TraceLog.whole(
                    Exchange(
                        number: index + 1, start: start, duration: entry.duration, command: entry.command,
                        outcome: outcome)))
            start += entry.duration
        }
        return lines.map { $0.text(.line) + "\n" }.joined()
    }
}
