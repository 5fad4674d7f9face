import ISO7816
import Octets

/// `inlay trace import`.
enum TraceImportCommand {
    private static let from = CommandOption.value(
        "from", "PROGRAM",
        "which program wrote it: " + ForeignLog.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            + " (default: found out)")
    private static let client = CommandOption.value(
        "client", "N",
        "only what the Nth program in the log of pcscd sent, or all (default: refused where there are several)")
    private static let out = CommandOption.value("out", "FILE", "write the trace to FILE (default: standard output)")
    private static let force = CommonOptions.force

    static let command = Command(
        "trace", "import", summary: "turn the log of another program into a trace that can be replayed",
        discussion: [
            "Logs of pcscd (--apdu), OpenSC (OPENSC_DEBUG, opensc-tool -s), GlobalPlatformPro (-d), gmrtd (its APDU log) "
                + "and proxmark3 (hf 14a apdu, trace list) are read, and what scriptor prints. The trace then answers as a card does: "
                + "--reader replay:FILE.",
            "The trace holds everything that the log held, secrets and personal data too.",
        ],
        positional: Positional(placeholder: "LOG", count: 1...1, summary: "a file, or - for standard input"),
        groups: [OptionGroup(title: "Import", options: [from, client, out, force])],
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
        guard !text.utf8.prefix(4096).starts(with: Array("{\"schema\":\"inlay.trace/1\"".utf8)) else {
            throw Failure(
                .malformedData, kind: "trace-already", "\(name) is a trace already",
                remedy: "--reader replay:FILE uses it")
        }
        guard !bytes.prefix(65_536).contains(0) else {
            throw Failure(
                .malformedData, kind: "unknown-log", "\(name) is no text, and so no log",
                likely: "it is a program, an archive or a dump of a card", remedy: "give what the other program printed"
            )
        }
        let kind = try kind(arguments, text, name)
        var log: ForeignLog
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
        let others = try choose(arguments, &log, name)
        let trace = trace(log)
        if let file = arguments.value(out) {
            try PrivateFile.write(Array(trace.utf8), to: file, overwriting: arguments.has(force))
            output.note("it holds everything that the log held, secrets and personal data too")
        }
        if !output.isText {
            output.json([
                "schema": "inlay.imported-trace/1", "program": .string(kind.rawValue),
                "exchanges": .int(log.entries.count), "unanswered": .int(log.entries.count { $0.answer == nil }),
                "leftOut": .array(
                    omitted(log, others).map { ["what": .string($0.what), "count": .int($0.count)] }),
                "atr": log.answerToReset.map { JSONValue.hex($0) } ?? .null, "path": JSONValue(arguments.value(out)),
            ])
        } else if arguments.has(out) {
            output.print("\(Count.of(log.entries.count, "exchange")) of \(kind.title)")
        } else {
            for line in trace.split(separator: "\n") { output.print(StyledText(String(line))) }
        }
        for left in omitted(log, others) { output.note("left out: \(left.count) × \(left.what)") }
        return .done
    }

    /// Keeps what one program sent, where the log holds several; returns how many exchanges were of others.
    private static func choose(_ arguments: Arguments, _ log: inout ForeignLog, _ name: String) throws(Failure) -> Int {
        let wanted = arguments.value(client)
        guard log.clients > 1 else {
            guard wanted == nil || wanted == "all" || wanted == "1" else {
                throw .usage("wrong-value", "\(name) is of one program", remedy: "leave --client out")
            }
            return 0
        }
        if wanted == "all" { return 0 }
        let clients = Set(log.entries.map(\.client)).sorted()
        if let wanted, let number = Int(wanted), clients.indices.contains(number - 1) {
            let before = log.entries.count
            log.entries.removeAll { $0.client != clients[number - 1] }
            return before - log.entries.count
        }
        let list = clients.enumerated().map { number, client in
            let own = log.entries.filter { $0.client == client }
            let first = own.first.map { Hex.string($0.command.prefix(4)) } ?? ""
            return "\(number + 1): \(Count.of(own.count, "command")), the first \(first)"
        }
        throw .usage(
            "several-programs",
            "\(name) holds commands of \(clients.count) programs: \(list.prefix(20).joined(separator: "; "))",
            likely: "pcscd logs whoever uses it, each on a thread of its own",
            remedy: "add --client 1 for those of the first, or --client all if they are of one program all the same")
    }

    private static func omitted(_ log: ForeignLog, _ others: Int) -> [(what: String, count: Int)] {
        log.omitted + (others > 0 ? [("commands of other programs", others)] : [])
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
