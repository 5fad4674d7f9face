import CardIdentification
import CommandPresets
import ISO7816
import Octets

/// `inlay presets add`, `edit` and `remove`.
enum PresetsEditCommands {
    private static let title = CommandOption.value("title", "TEXT", "what it does, for people")
    private static let families = CommandOption.value("for", "FAMILIES", "families of cards, with commas between them")
    private static let chips = CommandOption.value("chip", "CHIPS", "exact chips, with commas between them")
    private static let readers = CommandOption.value("for-reader", "NAMES", "parts of reader names, with commas")
    private static let effect = CommandOption.value(
        "effect", "EFFECT", Effect.allCases.map(\.rawValue).joined(separator: ", "))
    private static let source = CommandOption.value("source", "TEXT", "where the bytes come from")
    private static let note = CommandOption.value("note", "TEXT", "what else one should know")
    private static let before = CommandOption.value("after", "NAME", "the preset that must run before")
    private static let ask = CommandOption.repeated(
        "ask", "TEXT", "a parameter: NAME TYPE \"words\" = VALUE, as inlay presets show --text has them")
    private static let step = CommandOption.repeated(
        "step", "TEXT", "what is sent: send, frame or escape, and the bytes; {name} is a parameter, [ ] a length")
    private static let reply = CommandOption.repeated(
        "reply", "TEXT", "what must come back, one for each --step: 61 .. 90 00 / 6A 82")

    private static let parts = OptionGroup(
        title: "Preset",
        options: [title, families, chips, readers, effect, source, note, before, ask, step, reply])

    static let add = Command(
        "presets", "add", summary: "keep a preset of your own",
        discussion: [
            "It is kept in a file of text, presets.txt in the folder inlay of the XDG configuration folder, which can be "
                + "edited by hand and passed on. What it says of its effect is checked against what is known of its "
                + "commands: a write cannot be called a reading.",
            "An example: inlay presets add piv.printed --title 'Printed information' --for piv --effect readsOnly --after "
                + "piv.select --step 'send 00 CB 3F FF [5C [5F C1 09]] 00' --reply '53 .. 90 00 / 69 82'",
        ],
        positional: Positional(placeholder: "NAME", count: 1...1, summary: "its name, FAMILY.NAME"), groups: [parts],
        examples: [
            ("inlay presets show piv.chuid --text", "how a preset is written"),
            ("inlay presets import mine.txt", "presets that were written by hand"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        let name = arguments.positionals.first ?? ""
        guard CommandPresetCatalog.builtIn.preset(name) == nil else {
            throw .usage(
                "preset-exists", "\(name) is built in", likely: "it can be changed for yourself",
                remedy: "inlay presets edit \(name) makes one of your own in its place")
        }
        let preset = try preset(name, over: [], arguments)
        try PresetFile.required(house).change { presets throws(Failure) in
            guard !presets.contains(where: { $0.name == preset.name }) else {
                throw .usage(
                    "preset-exists", "you have a preset \(preset.name)",
                    remedy: "inlay presets edit \(preset.name) changes it")
            }
            return presets + [preset]
        }
        return try confirm(preset, house, output)
    }

    static let edit = Command(
        "presets", "edit", summary: "change a preset of your own, or make one in place of a built-in one",
        discussion: [
            "Options replace what the preset has; --step, --reply and --ask replace all of them. The file of presets can be "
                + "edited by hand as well."
        ],
        positional: Positional(placeholder: "NAME", count: 1...1, summary: "name of the preset"), groups: [parts],
        examples: [("inlay presets edit piv.chuid --note 'ask twice'", "the built-in one with a note of your own")]
    ) { (arguments, house, output) throws(Failure) in
        let name = arguments.positionals.first ?? ""
        let file = try PresetFile.required(house)
        var changed: CommandPreset?
        try file.change { presets throws(Failure) in
            let catalogue = CommandPresetCatalog(CommandPresetCatalog.builtIn.presets, own: presets)
            let old = try PresetSelection.preset(name, catalogue)
            guard parts.options.contains(where: { arguments.has($0) }) else {
                throw .usage(
                    "missing-option", "nothing says what to change",
                    remedy: "give --title, --step or another option, or edit \(file.path)")
            }
            let lines = PresetText.text(old).split(separator: "\n").map(String.init)
            let new = try preset(name, over: lines, arguments)
            changed = new
            guard let place = presets.firstIndex(where: { $0.name == name }) else { return presets + [new] }
            var all = presets
            all[place] = new
            return all
        }
        guard let changed else { return .done }
        return try confirm(changed, house, output)
    }

    static let remove = Command(
        "presets", "remove", summary: "remove presets of your own",
        positional: Positional(placeholder: "NAME…", count: 1...100, summary: "their names"),
        examples: [("inlay presets remove piv.printed", "that one; the built-in one of the same name is back")]
    ) { (arguments, house, output) throws(Failure) in
        let names = Set(arguments.positionals)
        try PresetFile.required(house).change { presets throws(Failure) in
            for name in names.sorted() where !presets.contains(where: { $0.name == name }) {
                let isBuiltIn = CommandPresetCatalog.builtIn.preset(name) != nil
                throw .usage(
                    "unknown-preset", "you have no preset \(Nearest.shown(name))",
                    likely: isBuiltIn ? "it is built in, and stays" : "", remedy: "inlay presets list --own")
            }
            return presets.filter { !names.contains($0.name) }
        }
        if output.isText {
            output.note("\(names.count) removed")
        } else {
            output.json([
                "schema": "inlay.presets.change/1", "added": [], "changed": [],
                "removed": .array(names.sorted().map { .string($0) }),
            ])
        }
        return .done
    }

    // MARK: - One preset

    /// The preset that the options describe, over `lines` of an old one.
    private static func preset(
        _ name: String, over lines: [String], _ arguments: Arguments
    ) throws(Failure) -> CommandPreset {
        var kept = lines.filter { !$0.hasPrefix("preset ") }
        var text: [String] = ["preset \(name)"]
        let single: [(String, CommandOption)] = [
            ("title", title), ("for", families), ("chip", chips), ("reader", readers), ("effect", effect),
            ("source", source), ("note", note), ("after", before),
        ]
        for (key, option) in single {
            guard let value = arguments.value(option) else { continue }
            kept.removeAll { $0.hasPrefix(key + " ") }
            text.append("\(key) \(value)")
        }
        if lines.isEmpty, !arguments.has(source) { text.append("source my own") }
        if arguments.has(ask) {
            kept.removeAll { $0.hasPrefix("ask ") }
            text += arguments.values(ask).map { "ask \($0)" }
        }
        if arguments.has(step) || arguments.has(reply) {
            let steps = arguments.values(step)
            let replies = arguments.values(reply)
            guard steps.count == replies.count else {
                throw .usage(
                    "wrong-option", "there are \(steps.count) --step and \(replies.count) --reply",
                    likely: "each step needs the reply that must come back",
                    remedy: "give as many of one as of the other")
            }
            kept.removeAll { line in
                ["send ", "frame ", "escape ", "reply "].contains { line.hasPrefix($0) }
            }
            for (number, (step, reply)) in zip(steps, replies).enumerated() {
                try mustNameWay(step, number + 1)
                text += [step, "reply \(reply)"]
            }
        }
        // Questions and steps of the old one stand behind what is new, in their order.
        let all = text + kept
        do {
            guard let preset = try PresetText.presets(all.joined(separator: "\n")).first else {
                throw Failure.usage("wrong-preset", "there is no preset in what was given")
            }
            return preset
        } catch let error as PresetSyntaxError {
            let line = all.indices.contains(error.line - 1) ? all[error.line - 1] : ""
            throw .usage(
                "wrong-preset", "the preset is not right: \(error.message)",
                likely: line.isEmpty ? "" : "it is about: \(line)",
                remedy: "inlay presets show NAME --text shows how presets are written")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .usage("wrong-preset", "the preset is not right")
        }
    }

    /// A step says how it is sent; bytes alone are what one would type elsewhere.
    private static func mustNameWay(_ step: String, _ number: Int) throws(Failure) {
        let first = step.split { $0 == " " || $0 == "\t" }.first ?? ""
        guard !CommandPreset.Way.allCases.contains(where: { $0.rawValue == first }) else { return }
        let isHex = (try? Hex.words(step)) != nil
        throw .usage(
            "wrong-preset", "--step \(number) does not say how it is sent",
            likely: isHex
                ? "send is missing in front of the bytes" : "its first word is none of send, frame and escape",
            remedy: "write --step 'send 00 84 00 00 08' for a command, --step 'frame 30 00' for a raw frame, "
                + "--step 'escape E0 00 00' for the reader")
    }

    /// Tells what is kept, and a higher effect where the commands do more than was said.
    private static func confirm(
        _ preset: CommandPreset, _ house: House, _ output: Output
    ) throws(Failure) -> ExitCode {
        let floor = EffectFloor.builtIn.effect(of: preset)
        if floor != preset.effect {
            output.note(
                StyledText(
                    "inlay: \(preset.name) is taken as \"\(floor.description)\": its commands do at least that",
                    .doubtful))
        }
        let word = String(preset.name.prefix { $0 != "." })
        if CardFamily(rawValue: word) == nil, let family = preset.families.first {
            output.note(
                "\(preset.name) is listed under \(word); names of presets begin with their family, as "
                    + "\(family.rawValue)\(preset.name.dropFirst(word.count))")
        }
        var shown = preset
        shown.effect = floor
        if output.isText {
            PresetView.show(shown, isOwn: true, output)
        } else {
            output.json([
                "schema": "inlay.presets/1", "card": nil, "presets": [PresetView.document(shown, isOwn: true)],
            ])
        }
        return .done
    }
}
