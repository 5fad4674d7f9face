import ISO7816
import InlaySeams
import PCSC

/// `inlay watch`.
enum WatchCommand {
    private static let count = CommandOption.value("count", "N", "end after N events")
    private static let timeout = CommandOption.value("timeout", "SECONDS", "end after this time (default: never)")
    private static let reader = CommandOption.value(
        "reader", "NAME", "events of this reader only: its name or a part of it; INLAY_READER says the same")

    static let command = Command(
        "watch", summary: "print what changes: readers and cards that come and go, pcscd that restarts",
        discussion: [
            "One line for each event, at once, also in a pipe; --jsonl writes one document a line. No card is touched. "
                + "When pcscd goes away it is looked for again; Ctrl-C ends the watch."
        ],
        groups: [OptionGroup(title: "What to watch", options: [reader, count, timeout, CommonOptions.jsonLines])],
        examples: [
            ("inlay watch", "every event, until Ctrl-C"),
            ("inlay watch --jsonl --count 3", "the first three events for a script"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let most = try number(arguments, count, upTo: 1_000_000).map { Int($0) } ?? .max
        let limit = try number(arguments, timeout, upTo: 31_536_000).map { Duration.milliseconds(Int($0 * 1000)) }
        let wanted = arguments.value(reader) ?? house.environment("INLAY_READER")
        house.listen()
        var told: [JSONValue] = []
        do throws(Failure) {
            try house.readers.watch(atMost: limit) { event in
                if let wanted, !wanted.isEmpty, let name = event.reader,
                    !name.lowercased().contains(wanted.lowercased())
                {
                    return true
                }
                let document = document(event, at: house.time.now)
                told.append(document)
                switch output.format {
                case .text: show(event, at: house.time.now, output)
                case .jsonLines: output.json(document)
                case .json: break
                }
                output.flush()
                return told.count < most && !output.hasFailed
            }
        } catch {
            // Ctrl-C is how a watch ends; what was seen stands.
            guard error.exitCode == .interrupted else { throw error }
            if output.format == .json { output.json(whole(told)) }
            return .interrupted
        }
        if output.format == .json { output.json(whole(told)) }
        return .done
    }

    private static func number(
        _ arguments: Arguments, _ option: CommandOption, upTo most: Double
    ) throws(Failure) -> Double? {
        guard let text = arguments.value(option) else { return nil }
        guard let number = Double(text), number > 0, number <= most else {
            throw .usage("wrong-value", "\(option.spelling): a number above 0 is needed")
        }
        return number
    }

    private static func show(_ event: ReaderEvent, at moment: Moment, _ output: Output) {
        let time = StyledText("\(moment.iso8601)  ", .faint)
        let (words, role) = words(event.kind)
        let name = event.reader.map { "  \($0)" } ?? ""
        output.print(time + StyledText(words, role).padded(16) + StyledText(name))
        if case .cardInserted(let answer) = event.kind {
            guard !answer.bytes.isEmpty else {
                output.paragraph(
                    StyledText("                      gone again before it could be looked at", .faint), indent: 22)
                return
            }
            output.paragraph(StyledText("                      ATR  \(ATRDecoder.spaced(answer.bytes))"), indent: 27)
        }
    }

    private static func words(_ kind: ReaderEvent.Kind) -> (String, StyledText.Role) {
        switch kind {
        case .readerAdded: ("reader", .plain)
        case .readerRemoved: ("reader gone", .doubtful)
        case .readerFailed: ("reader in error", .bad)
        case .cardInserted: ("card", .good)
        case .cardMute: ("silent card", .bad)
        case .cardRemoved: ("card gone", .plain)
        case .serviceLost: ("service stopped", .bad)
        case .serviceReturned: ("service back", .good)
        }
    }

    private static func name(_ kind: ReaderEvent.Kind) -> String {
        switch kind {
        case .readerAdded: "reader-added"
        case .readerRemoved: "reader-removed"
        case .readerFailed: "reader-failed"
        case .cardInserted: "card-inserted"
        case .cardMute: "card-mute"
        case .cardRemoved: "card-removed"
        case .serviceLost: "service-stopped"
        case .serviceReturned: "service-returned"
        }
    }

    /// `inlay.event/1`.
    private static func document(_ event: ReaderEvent, at moment: Moment) -> JSONValue {
        var answer: AnswerToReset?
        if case .cardInserted(let bytes) = event.kind, !bytes.bytes.isEmpty { answer = bytes }
        return [
            "schema": "inlay.event/1", "event": .string(name(event.kind)), "time": .string(moment.iso8601),
            "reader": JSONValue(event.reader), "atr": answer.map { .hex($0.bytes) } ?? .null,
            "kind": JSONValue(answer.flatMap(ATRDecoder.kind)),
        ]
    }

    /// `inlay.watch/1`: all events of a watch that ended.
    private static func whole(_ events: [JSONValue]) -> JSONValue {
        ["schema": "inlay.watch/1", "events": .array(events)]
    }
}
