import CardIdentification
import CommandPresets
import Octets

/// `inlay presets list` and `inlay presets show`.
enum PresetsListCommand {
    private static let own = CommandOption.flag("own", "only those of your own")
    private static let fitting = CommandOption.flag(
        "fitting", "only those for the card on the reader, which is asked what it is as inlay info does")
    private static let text = CommandOption.flag("text", "as the file of presets has it")

    static let list = Command(
        "presets", "list", summary: "ready commands for many kinds of cards",
        discussion: [
            "A preset is a command, or a few of them, that somebody checked: what is sent, what comes back, to which "
                + "cards, and what it does to them: reads only, changes state (moves a counter), authenticates (can use "
                + "up tries), writes, irreversible."
        ],
        groups: [OptionGroup(title: "Which", options: [PresetSelection.family, own, fitting]), CommonOptions.card],
        examples: [
            ("inlay presets list --family piv", "those for PIV cards"),
            ("inlay presets list --fitting", "those for the card on the reader"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try runList(arguments, house, output)
    }

    static let show = Command(
        "presets", "show", summary: "what a preset sends, expects and does",
        positional: Positional(placeholder: "NAME…", count: 1...100, summary: "names of presets"),
        groups: [OptionGroup(title: "Form", options: [text])],
        examples: [
            ("inlay presets show piv.chuid", "one preset"), ("inlay presets show piv.chuid --text", "to start from"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try runShow(arguments, house, output)
    }

    private static func runList(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let catalogue =
            arguments.has(own) ? try PresetFile.catalogue(house) : PresetFile.catalogue(house, output)
        let families = try PresetSelection.families(arguments)
        var presets = catalogue.presets
        if !families.isEmpty { presets = presets.filter { !families.isDisjoint(with: $0.families) } }
        if arguments.has(own) { presets = presets.filter { catalogue.ownNames.contains($0.name) } }
        var card: CardIdentity?
        if arguments.has(fitting) {
            let session = try CardSession(arguments, house)
            defer { session.close(reset: false, output) }
            let identity = try session.identify(house)
            let fitting = presets.filter { $0.fit(identity, reader: session.connection.reader) == .fits }
            // What is for the card itself goes first, what is for its reader last.
            presets =
                fitting.filter { !$0.families.contains(.reader) } + fitting.filter { $0.families.contains(.reader) }
            card = identity
        }
        guard output.isText else {
            let document: JSONValue = [
                "schema": "inlay.presets/1",
                "card": card.map { .object(CardView.document($0)) } ?? .null,
                "presets": .array(
                    presets.map { PresetView.document($0, isOwn: catalogue.ownNames.contains($0.name)) }),
            ]
            output.json(document)
            return .done
        }
        if let card { output.paragraph(StyledText("for \(CardView.sentence(card))", .faint)) }
        let column = presets.map(\.name.count).max() ?? 0
        var family: Substring?
        for preset in presets {
            let word = preset.name.prefix { $0 != "." }
            if word != family {
                if family != nil { output.print() }
                let title = CardFamily(rawValue: String(word))?.title ?? String(word)
                output.print(StyledText(title, .strong))
                family = word
            }
            output.row(
                PresetView.row(preset, nameColumn: column, isOwn: catalogue.ownNames.contains(preset.name)),
                indent: column + 20)
        }
        let forReader = card == nil ? 0 : presets.count { $0.families == [.reader] }
        output.note(
            "\(Count.of(presets.count - forReader, "preset"))"
                + (forReader > 0 ? " for the card, \(forReader) for its reader" : "") + "; "
                + (presets.isEmpty
                    ? arguments.has(own)
                        ? "inlay presets add keeps one of your own" : "inlay presets list shows all of them"
                    : "inlay presets show NAME tells what one sends, inlay presets run NAME runs it"))
        return .done
    }

    private static func runShow(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        // Where one is not built in, a file of one's own that cannot be read is the reason.
        let isBuiltIn = arguments.positionals.allSatisfy { CommandPresetCatalog.builtIn.preset($0) != nil }
        let catalogue = isBuiltIn ? PresetFile.catalogue(house, output) : try PresetFile.catalogue(house)
        var presets: [CommandPreset] = []
        for name in arguments.positionals { presets.append(try PresetSelection.preset(name, catalogue)) }
        guard output.isText else {
            output.json([
                "schema": "inlay.presets/1", "card": nil,
                "presets": .array(
                    presets.map { PresetView.document($0, isOwn: catalogue.ownNames.contains($0.name)) }),
            ])
            return .done
        }
        for (index, preset) in presets.enumerated() {
            if index > 0 { output.print() }
            if arguments.has(text) {
                for line in PresetText.text(preset).split(separator: "\n") { output.print(StyledText(String(line))) }
            } else {
                PresetView.show(preset, isOwn: catalogue.ownNames.contains(preset.name), output)
            }
        }
        return .done
    }
}
