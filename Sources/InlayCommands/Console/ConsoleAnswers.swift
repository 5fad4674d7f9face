import CardIdentification
import CommandPresets
import InlayConsole
import Octets

/// What the console itself answers, as text or as steps of a document: `help`, `presets`, `info`, `variables`.
final class ConsoleAnswers {
    private let host: ConsoleHost
    private let view: ScriptView
    private let output: Output

    init(_ host: ConsoleHost, _ view: ScriptView, _ output: Output) {
        self.host = host
        self.view = view
        self.output = output
    }

    /// What is known about `words`; false when that is nothing.
    func help(_ words: [String], _ variables: ScriptVariables, line: Int) -> Bool {
        guard !output.isText else { return ConsoleHelp.show(words, host.catalog, variables, output) }
        var isKnown = false
        let lines = output.collecting { isKnown = ConsoleHelp.show(words, host.catalog, variables, output) }
        if isKnown {
            view.keep(
                "help", line: line,
                [
                    .init(key: "word", value: JSONValue(words.first)),
                    .init(key: "lines", value: .array(lines.map { .string($0) })),
                ])
        }
        return isKnown
    }

    /// What variables hold.
    func variables(_ variables: ScriptVariables, line: Int) {
        var members: [JSONValue.Member] = []
        for name in variables.names {
            switch variables[name] {
            case .bytes(let bytes):
                members.append(.init(key: name, value: .hex(bytes)))
                if output.isText { output.paragraph(StyledText("$\(name) = \(Hex.string(bytes))"), indent: 4) }
            case .number(let number):
                members.append(.init(key: name, value: .int(number)))
                if output.isText { output.paragraph(StyledText("$\(name) = \(number)"), indent: 4) }
            case nil: break
            }
        }
        view.keep("variables", line: line, [.init(key: "variables", value: .object(members))])
    }

    /// What the card is, and how that is known; `isDetailed`: with what was sent and what came back.
    func identity(_ identity: CardIdentity, isDetailed: Bool, line: Int) {
        view.keep(
            "info", line: line,
            CardView.document(identity) + [
                .init(key: "evidence", value: .array(identity.evidence.map(CardView.document)))
            ])
        guard output.isText else { return }
        output.paragraph(StyledText(CardView.sentence(identity), .strong))
        for evidence in identity.evidence {
            output.paragraph(StyledText("  \(evidence.probe): ", .faint) + StyledText(evidence.finding), indent: 4)
            guard isDetailed || output.isVerbose, !evidence.command.isEmpty else { continue }
            output.paragraph(StyledText("    > \(Hex.string(evidence.command))", .faint), indent: 6)
            output.paragraph(StyledText("    < \(Hex.string(evidence.answer))", .faint), indent: 6)
        }
    }

    /// Presets for the card that is `identity`, or those that `words` name: a family, or words in name and title.
    func presets(_ words: [String], for identity: CardIdentity?, line: Int) {
        let presets = identity.map(host.presets) ?? Self.named(words, host.catalog)
        view.keep(
            "presets", line: line,
            [
                .init(key: "card", value: identity.map { .object(CardView.document($0)) } ?? .null),
                .init(
                    key: "presets",
                    value: .array(
                        presets.map { PresetView.document($0, isOwn: host.catalog.ownNames.contains($0.name)) })),
            ])
        guard output.isText else { return }
        if let identity { output.paragraph(StyledText("for \(CardView.sentence(identity)):", .faint)) }
        let width = presets.map(\.name.count).max() ?? 0
        for preset in presets {
            output.paragraph(
                PresetView.row(preset, nameColumn: width, isOwn: host.catalog.ownNames.contains(preset.name)),
                indent: width + 20)
        }
        output.note(
            presets.isEmpty
                ? "0 presets; presets alone lists those for the card, help presets says how others are found"
                : "\(Count.of(presets.count, "preset")); help NAME explains one, preset NAME runs it")
    }

    /// A word that is a family means that family, and nothing else that has it in its name.
    static func named(_ words: [String], _ catalog: CommandPresetCatalog) -> [CommandPreset] {
        let words = words.map { $0.lowercased() }
        return catalog.presets.filter { preset in
            words.allSatisfy { word in
                if let family = CardFamily(rawValue: word)
                    ?? CardFamily.allCases.first(where: { $0.rawValue.lowercased() == word })
                {
                    return preset.families.contains(family) || preset.name.hasPrefix(word + ".")
                }
                return preset.name.contains(word) || preset.title.lowercased().contains(word)
            }
        }
    }
}
