import ISO7816

/// `inlay readers`.
enum ReadersCommand {
    static let command = Command(
        "readers", summary: "list readers, what lies on them, and simulators that can be used as readers",
        discussion: [
            "What is known about a model is told with it; what no source says stays unknown. Simulators need no reader and "
                + "are explained by inlay sim list."
        ],
        examples: [
            ("inlay readers", "readers by name, the state of each, the answer to reset of its card"),
            ("inlay readers --json", "the same for a script"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(house, output)
    }

    private static func run(_ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let readers: [ReaderSummary]
        do throws(Failure) {
            readers = try house.readers.list()
            if readers.isEmpty { throw Failure.noReader }
        } catch {
            // Simulators work without readers and without a service, so they are shown all the same.
            if output.isText { show(house.simulators, output) }
            throw error
        }
        guard output.isText else {
            output.json(document(readers, house.simulators))
            return .done
        }
        for reader in readers {
            output.print(StyledText(reader.name, .strong))
            output.print(StyledText("  \(reader.state)", reader.hasCard ? .plain : .faint))
            if let text = ReaderText.line(pcscName: reader.name) {
                output.paragraph(StyledText("  \(text)", .faint), indent: 4)
            }
            if case .card(let answer) = reader.presence {
                output.paragraph(StyledText("  ATR  \(ATRDecoder.spaced(answer.bytes))"), indent: 7)
                if let kind = ATRDecoder.kind(answer) {
                    output.paragraph(StyledText("       \(kind)", .faint), indent: 7)
                }
            }
        }
        output.print()
        show(house.simulators, output)
        return .done
    }

    private static func show(_ simulators: [SimulatorEntry], _ output: Output) {
        // A few by name; those with a setting in their name and those after reports would fill the screen.
        let usual = simulators.filter { $0.seen == nil && !$0.name.contains("-") }.prefix(3)
        guard !simulators.isEmpty else { return }
        let others = simulators.count - usual.count
        let names = usual.map(\.readerName).joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        output.paragraph(
            StyledText("Without a reader: \(names)", .faint) + StyledText(" (inlay sim list)", .faint), indent: 2)
    }

    private static func document(_ readers: [ReaderSummary], _ simulators: [SimulatorEntry]) -> JSONValue {
        [
            "schema": "inlay.readers/1",
            "readers": .array(readers.map(document)),
            "simulators": .array(
                simulators.map { ["name": .string($0.readerName), "summary": .string($0.summary)] }),
        ]
    }

    private static func document(_ reader: ReaderSummary) -> JSONValue {
        var answer: AnswerToReset?
        let card: JSONValue
        switch reader.presence {
        case .empty: card = false
        case .card(let bytes):
            card = true
            answer = bytes
        case .mute: card = true
        case .unknown: card = nil
        }
        return [
            "name": .string(reader.name),
            "state": .string(reader.state),
            "card": card,
            "answers": .bool(answer != nil),
            "inUse": .bool(reader.isShared || reader.isExclusive),
            "exclusive": .bool(reader.isExclusive),
            "atr": answer.map { .hex($0.bytes) } ?? .null,
            "kind": JSONValue(answer.flatMap(ATRDecoder.kind)),
            "knowledge": ReaderText.document(pcscName: reader.name),
        ]
    }
}
