import CardIdentification
import CommandPresets
import ISO7816
import InlayConsole
import Octets

/// What a script does, shown line by line, and kept for the JSON document.
final class ScriptView {
    private let output: Output
    /// Line numbers stand in front, which a console does not need.
    private let showsLines: Bool
    /// Lines of the input in front of the script that runs.
    var linesBefore = 0
    private var hand = FamilyAtHand()
    /// One document for each thing that happened; with `--jsonl` each goes out at once, and none stays here.
    private(set) var steps: [JSONValue] = []
    private var shownLine = 0
    /// Commands travel protected, those of presets too.
    private var isProtected = false
    /// What passed over the link since the last event of another kind.
    private var wires: [Exchange] = []

    /// Columns in front of what a line says.
    private var margin: Int { showsLines ? 6 : 0 }

    init(_ output: Output, showsLines: Bool) {
        self.output = output
        self.showsLines = showsLines
    }

    /// Expectations that were met.
    private(set) var expectations = 0
    /// Commands and frames that were sent.
    private(set) var exchanges = 0

    /// Shows and keeps.
    func show(_ event: ScriptEvent) {
        switch event.kind {
        case .exchange(let exchange): show(exchange, event)
        case .wire(let exchange, let isOpening): showWire(exchange, isOpening, event)
        case .frame(let frame, let reply, let dialect): show(frame, reply, dialect, event)
        case .expectation(let words, let isMet):
            if isMet { expectations += 1 }
            line(event, StyledText(isMet ? "ok  " : "no  ", isMet ? .good : .bad) + StyledText(words, .faint))
            keep("expectation", event, ["expected": .string(words), "met": .bool(isMet)])
        case .reset(let kind, let answer):
            hand.reset()
            isProtected = false
            line(event, StyledText("reset  ", .strong) + StyledText("ATR \(Hex.string(answer.bytes, separator: " "))"))
            keep("reset", event, ["reset": kind == .cold ? "cold" : "warm", "atr": .hex(answer.bytes)])
        case .secure(let mode): showMode(mode, event)
        case .captured(let name, let bytes):
            line(event, StyledText("$\(name) = ", .faint) + StyledText(Self.shortened(bytes)))
            keep("capture", event, ["name": .string(name), "value": .hex(bytes)])
        case .text(let text):
            if isQuiet, output.isText { output.print(StyledText(text)) }
            line(event, StyledText(text))
            keep("text", event, ["text": .string(text)])
        case .nothingDone(let words):
            line(event, StyledText(words, .faint))
            keep("nothing", event, ["text": .string(words)])
        case .entered(let folder):
            line(event, StyledText(folder.name, .strong) + StyledText("  \(folder.title)"))
            keep("folder", event, ["folder": .string(folder.name)])
        case .folder(let folder, let others): show(folder, others, event)
        case .cameBack(let folder, let isAsBefore): showReturn(to: folder, isAsBefore, event)
        case .returned(let back): show(back, event)
        case .remark(let words):
            note(event, words)
            keep("remark", event, ["text": .string(words)])
        case .file(let file, let bytes): show(file, bytes, event)
        case .preset(let name, let result): show(name, result, event)
        case .saved(let path):
            line(
                event,
                StyledText("saved \(path): everything that was sent and received, secrets too", .doubtful))
            keep("saved", event, ["path": .string(path)])
        }
    }

    // MARK: - Kinds of events

    private func show(_ exchange: ScriptExchange, _ event: ScriptEvent) {
        wires = []
        exchanges += 1
        hand.note(exchange.command, exchange.response)
        let view = ReplyView(exchange.response, to: exchange.command, hand)
        line(event, [.init(exchange.isProtected ? "}> " : "> ", .faint), .init(Hex.string(exchange.command))])
        reply(view, prefix: exchange.isProtected ? "<{ " : "< ", exchange.duration, event)
        keep(
            "exchange", event,
            JSONValue.object(
                [
                    .init(key: "command", value: .hex(exchange.command)),
                    .init(key: "protected", value: .bool(exchange.isProtected)),
                ] + view.members + [.init(key: "microseconds", value: .microseconds(exchange.duration))]))
    }

    private func reply(_ view: ReplyView, prefix: String, _ duration: Duration, _ event: ScriptEvent) {
        var text = view.line(prefix)
        if output.isVerbose { text += .init("  \(DurationText.milliseconds(duration))", .faint) }
        line(event, text)
        if output.isText, !isQuiet { view.show(margin: margin + prefix.count, on: output) }
    }

    /// What travelled below: protected commands, reader commands around a frame, the reading of a file.
    ///
    /// What opened the chip is shown and kept with --verbose only: a CAN or a zone can be found from it (Docs/rules.md 11).
    private func showWire(_ exchange: Exchange, _ isOpening: Bool, _ event: ScriptEvent) {
        wires.append(exchange)
        var answer = "no answer"
        var bytes: [UInt8]?
        if case .answer(let found) = exchange.outcome {
            answer = Hex.string(found)
            bytes = found
        }
        if output.isVerbose {
            line(event, StyledText("  wire > \(Hex.string(exchange.command))", .faint))
            line(event, StyledText("  wire < \(answer)", .faint))
        }
        guard output.isVerbose || !isOpening else { return }
        keep(
            "wire", event, ["command": .hex(exchange.command), "answer": bytes.map { JSONValue.hex($0) } ?? .null])
    }

    private func show(_ frame: [UInt8], _ reply: ReplyPattern.Reply, _ dialect: String, _ event: ScriptEvent) {
        exchanges += 1
        line(event, StyledText("frame > ", .faint) + StyledText(Hex.string(frame)) + StyledText("  \(dialect)", .faint))
        showReader(carrying: frame, event)
        let words = PresetReplyView.words(reply)
        line(
            event,
            StyledText("frame < ", .faint) + StyledText(PresetReplyView.text(reply))
                + StyledText(words.isEmpty ? "" : "  \(words)"))
        wires = []
        if output.isText, !isQuiet, case .bytes(let bytes) = reply, let told = FeliCaReply.explain(bytes, to: frame) {
            told.lines.show(margin: margin + 8, on: output)
        }
        keep(
            "frame", event,
            ["frame": .hex(frame), "dialect": .string(dialect), "answer": .string(Self.words(reply))])
    }

    /// The command of the reader that the frame travelled in. Those that found out its dialect are shown with --verbose.
    private func showReader(carrying frame: [UInt8], _ event: ScriptEvent) {
        let carrier = wires.last { Hex.string($0.command).contains(Hex.string(frame)) } ?? wires.last
        guard let carrier else { return }
        line(event, StyledText("  reader > \(Hex.string(carrier.command))", .faint))
        if case .answer(let bytes) = carrier.outcome {
            line(event, StyledText("  reader < \(Hex.string(bytes))", .faint))
        }
    }

    private func showMode(_ mode: SecureMode, _ event: ScriptEvent) {
        hand.reset()
        isProtected = mode != .off
        let words =
            switch mode {
            case .pace: "opened with PACE; commands travel protected, the master file is current"
            case .bac: "opened with BAC; commands travel protected, the passport application is current"
            case .off: "commands travel as they are"
            }
        line(event, StyledText(words, mode == .off ? .plain : .good))
        keep("secure", event, ["mode": .string(mode.rawValue)])
    }

    /// What became of the card after it was asked what it is.
    private func showReturn(to folder: CardFolder?, _ isAsBefore: Bool, _ event: ScriptEvent) {
        hand.reset()
        let place =
            switch folder {
            case .some(let folder) where folder.application == nil: "it is as after power-up"
            case .some(let folder): "\(folder.name) is selected again"
            case nil: "what you had selected is selected again"
            }
        let words =
            isAsBefore
            ? "asked what the card is, and restarted it: \(place)"
            : "asking what the card is has changed what you had selected or opened: it was restarted, and \(place)"
        note(event, words)
        keep("restarted", event, ["text": .string(words), "asBefore": .bool(isAsBefore)])
    }

    private func show(_ back: CardReturn, _ event: ScriptEvent) {
        hand.reset()
        isProtected = false
        let which =
            switch back.sameness {
            case .same: "the card lies there again"
            case .other: "another card lies there"
            case .unknown: "a card lies there again, of the same kind"
            }
        let atr = Hex.string(back.answerToReset.bytes, separator: " ")
        line(event, StyledText("\(which): a new session  ", .strong) + StyledText("ATR \(atr)"))
        keep(
            "returned", event,
            [
                "atr": .hex(back.answerToReset.bytes),
                "sameCard": back.sameness == .unknown ? .null : .bool(back.sameness == .same),
            ])
    }

    private func show(_ folder: CardFolder, _ others: [CardFolder], _ event: ScriptEvent) {
        line(event, StyledText(folder.name, .strong) + StyledText("  \(folder.title)"))
        let width = (folder.files.map(\.name) + others.map { "\($0.name)/" }).map(\.count).max() ?? 0
        for file in folder.files {
            line(event, StyledText("  " + file.name).padded(width + 4) + StyledText(file.title, .faint))
        }
        for other in others {
            line(event, StyledText("  \(other.name)/").padded(width + 4) + StyledText(other.title, .faint))
        }
        keep("folder", event, ["folder": .string(folder.name), "files": .array(folder.files.map { .string($0.name) })])
    }

    private func show(_ file: CardFile, _ bytes: [UInt8], _ event: ScriptEvent) {
        line(
            event,
            StyledText(file.name, .strong) + StyledText("  \(file.title), \(Count.bytes(bytes.count))", .faint))
        if bytes.isEmpty { note(event, "the file is there and holds nothing") }
        let explanation: Explanation?
        switch file.contents {
        case .passport(let id): explanation = FileDecoder.explain(bytes, as: id)
        case .objects: explanation = TLVDecoder.explain(bytes)
        case .ndef, .bytes: explanation = nil
        }
        if isQuiet, output.isText { return }
        if let explanation, output.isText {
            explanation.lines.show(margin: margin + 2, on: output)
        } else {
            line(event, StyledText("  " + Hex.string(bytes)))
        }
        keep(
            "file", event,
            JSONValue.object(
                [
                    .init(key: "name", value: .string(file.name)), .init(key: "bytes", value: .hex(bytes)),
                ] + (explanation?.members.filter { $0.key == "objects" } ?? [])))
    }

    private func show(_ name: String, _ result: PresetRun.StepResult, _ event: ScriptEvent) {
        exchanges += 1
        let way = result.way == .send ? "" : "\(result.way.rawValue) "
        let isBraced = isProtected && result.way == .send
        line(
            event,
            StyledText(isBraced ? "}> " : "> ", .faint) + StyledText(way, .faint) + StyledText(result.shown)
                + StyledText("  \(name)", .faint))
        let view = PresetReplyView(result)
        if case .bytes(let bytes) = result.reply, result.way == .send,
            let response = try? ResponseAPDU(parsing: bytes, during: "preset")
        {
            reply(
                ReplyView(response, for: result.family, instruction: result.instruction),
                prefix: isBraced ? "<{ " : "< ", .zero, event)
        } else {
            let role: StyledText.Role = !result.matches || view.isRefusal ? .bad : .good
            line(
                event,
                StyledText("< ", .faint) + StyledText(view.text, role)
                    + StyledText(view.words.isEmpty ? "" : "  \(view.words)"))
        }
        // What a reply of data objects says stands below it already.
        if output.isText, !result.isInterim, result.way != .send || !result.kept.isEmpty,
            let explanation = view.explanation
        {
            explanation.lines.show(margin: margin + 2, on: output)
        }
        if !result.matches { line(event, StyledText("the preset expects another answer", .doubtful)) }
        keep(
            "preset", event,
            [
                "preset": .string(name), "sent": .string(result.shown), "answer": .string(Self.words(result.reply)),
                "matches": .bool(result.matches),
            ])
    }

    // MARK: - Lines

    /// A script that runs quietly says what it was told to print, and nothing else.
    private var isQuiet: Bool { showsLines && output.isQuiet }

    /// A line of output; the number of its statement stands in front of the first.
    private func line(_ event: ScriptEvent, _ text: StyledText) {
        guard output.isText, !isQuiet else { return }
        guard showsLines, shownLine != event.line else {
            return output.paragraph(text, margin: margin, indent: margin + 2)
        }
        shownLine = event.line
        output.paragraph(StyledText("\(event.line)", .faint).padded(margin) + text, indent: margin + 2)
    }

    /// What is no answer of the card, and not what somebody asked for.
    private func note(_ event: ScriptEvent, _ words: String) {
        if !output.isQuiet { line(event, StyledText("· \(words)", .faint)) }
    }

    private func keep(_ kind: String, _ event: ScriptEvent, _ members: @autoclosure () -> JSONValue) {
        guard !output.isText else { return }
        keep(kind, line: linesBefore + event.line, members().members)
    }

    /// Keeps something that is no event of a script: an answer of the console itself, or why a line failed.
    func keep(_ kind: String, line: Int, _ members: [JSONValue.Member]) {
        guard !output.isText else { return }
        let step: JSONValue = ["line": .int(line), "kind": .string(kind)]
        guard output.format == .jsonLines else { return steps.append(step.appending(members)) }
        let head: JSONValue = ["schema": "inlay.run.step/1"]
        output.json(head.appending(step.members + members))
        output.flush()
    }

    /// Steps that were done, for the document of a failure; none where they went out already.
    var stepsMember: [JSONValue.Member] {
        output.format == .jsonLines ? [] : [.init(key: "steps", value: .array(steps))]
    }

    /// The document of a run, or of a console: what was done, and why it ended where it did. With `--jsonl` the steps
    /// stand on the lines before it.
    func document(_ session: CardSession, script: String, isPassed: Bool, failure: JSONValue) -> JSONValue {
        let head: JSONValue = [
            "schema": "inlay.run/1", "source": .string(session.connection.source.rawValue),
            "reader": .string(session.connection.reader), "script": .string(script), "passed": .bool(isPassed),
            "failure": failure,
        ]
        return output.format == .jsonLines ? head : head.appending([.init(key: "steps", value: .array(steps))])
    }

    private static func shortened(_ bytes: [UInt8]) -> String {
        bytes.count <= 32 ? Hex.string(bytes) : "\(Hex.string(bytes.prefix(32)))… (\(Count.bytes(bytes.count)))"
    }

    private static func words(_ reply: ReplyPattern.Reply) -> String {
        switch reply {
        case .bytes(let bytes): Hex.string(bytes)
        case .nibble(0xA): "ACK"
        case .nibble(let value): "NAK\(String(value & 0xF, radix: 16, uppercase: true))"
        case .silence: "no answer"
        }
    }
}
