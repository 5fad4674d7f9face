import CardIdentification
import ISO7816
import Octets

/// `inlay trace show`.
enum TraceShowCommand {
    private static let from = CommandOption.value("from", "N", "begin with this line of the list (default 1)")
    private static let count = CommandOption.value("count", "N", "show at most so many (default 200, at most 100000)")
    private static let data = CommandOption.flag(
        "show-data", "show what was sent and received, as far as the trace holds it: keys, PINs, personal data")

    static let command = Command(
        "trace", "show", summary: "what a trace holds: each command, its answer, and when",
        discussion: [
            "A line has its number, the time since the beginning, the name and the header of the command with its length, and "
                + "the length and status of the answer, in words. Of a trace without secrets that is all there is; of one "
                + "with secrets --show-data shows the bytes.",
            "Frames stand set in, behind the commands of the reader that carried them.",
        ],
        positional: Positional(placeholder: "FILE", count: 1...1, summary: "a trace, as --trace writes it"),
        groups: [OptionGroup(title: "What is shown", options: [from, count, data])],
        examples: [
            ("inlay trace show report.trace", "what somebody's card was asked"),
            ("inlay trace show report.trace --from 40 --count 5", "commands 40 to 44"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, output)
    }

    private static func run(_ arguments: Arguments, _ output: Output) throws(Failure) -> ExitCode {
        let path = arguments.positionals.first ?? ""
        let first = try number(arguments, from, usual: 1, 1...Int.max, "--from takes a number from 1 on")
        let most = try number(arguments, count, usual: 200, 1...100_000, "--count takes a number from 1 to 100000")
        let trace = try RecordedTrace(path)
        let showsData = arguments.has(data)
        let lines = trace.lines.dropFirst(first - 1).prefix(most)
        guard output.isText else {
            output.json([
                "schema": "inlay.trace.show/1", "path": .string(path), "recorded": JSONValue(trace.source),
                "secrets": .bool(trace.holdsData), "exchanges": .int(trace.entries.count),
                "lines": .int(trace.lines.count),
                "shown": .array(lines.indices.map { document(trace.lines[$0], $0 + 1, showsData) }),
            ])
            return .done
        }
        let kept = trace.holdsData ? "with secrets" : "without secrets: headers, lengths and status words only"
        output.paragraph(
            StyledText(Count.of(trace.entries.count, "command"), .strong)
                + StyledText("  \(trace.source ?? "of an unknown source"), \(kept)", .faint), indent: 4)
        let column = "\(trace.lines.count)".count
        for index in lines.indices { show(trace.lines[index], index + 1, column, showsData, output) }
        let left = trace.lines.count - (first - 1) - lines.count
        if left > 0, !lines.isEmpty {
            output.note("\(Count.of(left, "more line follows", "more lines follow")): --from \(first + lines.count)")
        } else if lines.isEmpty, first > 1 {
            output.note("the trace ends before line \(first)")
        }
        return .done
    }

    private static func number(
        _ arguments: Arguments, _ option: CommandOption, usual: Int, _ range: ClosedRange<Int>, _ words: String
    ) throws(Failure) -> Int {
        guard let text = arguments.value(option) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw .usage("wrong-value", words, remedy: "write --\(option.name) 40")
        }
        return number
    }

    // MARK: - Lines

    private static func show(
        _ line: RecordedTrace.Line, _ number: Int, _ column: Int, _ showsData: Bool, _ output: Output
    ) {
        let margin = String(repeating: " ", count: max(0, column - "\(number)".count))
        let start = StyledText("\(margin)\(number)  ", .faint)
        switch line {
        case .frame(let frame):
            let words = frameWords(frame, showsData)
            output.row(start + StyledText("         frame \(words.sent)", .faint) + StyledText("  \(words.came)"))
        case .exchange(let entry):
            let time = entry.start.map(DurationText.milliseconds) ?? ""
            output.row(
                start + StyledText(time, .faint).padded(9) + StyledText(command(entry, showsData))
                    + StyledText("  → ", .faint) + answer(entry, showsData))
        }
    }

    /// Most bytes of a command or answer on one line.
    private static let bytesShown = 64

    private static func shortened(_ bytes: some Collection<UInt8>) -> String {
        Hex.string(bytes.prefix(bytesShown)) + (bytes.count > bytesShown ? "… (\(Count.bytes(bytes.count)))" : "")
    }

    private static func name(_ entry: RecordedTrace.Entry) -> String? {
        guard entry.command.count >= 4 else { return nil }
        if entry.command.first == 0xFF { return "to the reader" }
        return (try? CommandAPDU(parsing: Array(entry.command.prefix(4))))?.name
    }

    private static func command(_ entry: RecordedTrace.Entry, _ showsData: Bool) -> String {
        let name = name(entry).map { "\($0)  " } ?? ""
        if showsData, entry.isWhole { return name + shortened(entry.command) }
        let count = entry.isWhole ? entry.command.count : entry.commandCount
        let header = entry.command.isEmpty ? "a command" : Hex.string(entry.command.prefix(4))
        let data = showsData ? entry.data.map { " \(shortened($0))" } ?? "" : ""
        return name + header + data + (count.map { ", \(Count.bytes($0))" } ?? "")
    }

    private static func answer(_ entry: RecordedTrace.Entry, _ showsData: Bool) -> StyledText {
        switch entry.reply {
        case .failure(let code): return StyledText(code.description, .bad)
        case .lengths(let count, let status): return answer(count == 0 ? "" : Count.bytes(count), status)
        case .answer(let bytes):
            guard let response = try? ResponseAPDU(parsing: bytes, during: "trace") else {
                return StyledText(showsData ? shortened(bytes) : Count.bytes(bytes.count))
            }
            let count = response.data.count
            return answer(
                count == 0 ? "" : showsData ? shortened(response.data) : Count.bytes(count), response.status)
        }
    }

    private static func answer(_ data: String, _ status: StatusWord) -> StyledText {
        StyledText(data.isEmpty ? "" : data + "  ")
            + StyledText(status.description, status.isGood(for: nil) ? .good : .bad)
            + StyledText("  \(status.meaning)", .faint)
    }

    private static func frameWords(_ frame: JSONValue, _ showsData: Bool) -> (sent: String, came: String) {
        func part(_ length: String, _ whole: String) -> String {
            let bytes = frame[whole]?.string.flatMap { try? Hex.bytes($0) }
            if showsData, let bytes { return shortened(bytes) }
            return (frame[length]?.int ?? bytes?.count).map(Count.bytes) ?? ""
        }
        func word(_ key: String) -> String { String((frame[key]?.string ?? "").prefix(40)) }
        let dialect = word("dialect").isEmpty ? "" : " (\(word("dialect")))"
        let isAnswered = word("outcome") == "answer"
        return (
            part("frameLength", "frame") + dialect, isAnswered ? part("answerLength", "answer") : word("outcome")
        )
    }

    // MARK: - JSON

    private static func document(_ line: RecordedTrace.Line, _ number: Int, _ showsData: Bool) -> JSONValue {
        switch line {
        case .frame(let frame):
            let words = frameWords(frame, showsData)
            return ["line": .int(number), "kind": "frame", "sent": .string(words.sent), "came": .string(words.came)]
        case .exchange(let entry):
            var status: StatusWord?
            var length: Int?
            var bytes: [UInt8]?
            var failure: String?
            switch entry.reply {
            case .failure(let code): failure = code.description
            case .lengths(let count, let word): (length, status) = (count, word)
            case .answer(let answer):
                let response = try? ResponseAPDU(parsing: answer, during: "trace")
                status = response?.status
                length = response?.data.count ?? answer.count
                if showsData { bytes = answer }
            }
            return [
                "line": .int(number), "kind": "exchange", "number": JSONValue(entry.number),
                "start": entry.start.map { .microseconds($0) } ?? .null,
                "duration": entry.duration.map { .microseconds($0) } ?? .null, "name": JSONValue(name(entry)),
                "header": entry.command.isEmpty ? .null : .hex(entry.command.prefix(4)),
                "commandLength": JSONValue(entry.isWhole ? entry.command.count : entry.commandCount),
                "command": showsData && entry.isWhole ? .hex(entry.command) : .null,
                "answerLength": JSONValue(length), "status": JSONValue(status?.description),
                "meaning": JSONValue(status?.meaning), "answer": bytes.map { .hex($0) } ?? .null,
                "failure": JSONValue(failure),
            ]
        }
    }
}
