import CommandPresets
import ISO7816
import Octets

/// `inlay presets import` and `inlay presets export`.
enum PresetsFileCommands {
    static let importing = Command(
        "presets", "import", summary: "take presets from a file that somebody passed on",
        discussion: [
            "All presets of all files are taken, or none: the first line that is wrong is named. A preset that is there "
                + "already and is another one is in the way, unless --force is given. Look at what was imported with "
                + "inlay presets list --own before you run it."
        ],
        positional: Positional(placeholder: "FILE…", count: 1...100, summary: "files of presets; - is standard input"),
        groups: [OptionGroup(title: "Files", options: [CommonOptions.force])],
        examples: [("inlay presets import colleague.txt", "the presets of that file")]
    ) { (arguments, house, output) throws(Failure) in
        try runImport(arguments, house, output)
    }

    static let exporting = Command(
        "presets", "export", summary: "write presets as a file that can be passed on",
        positional: Positional(
            placeholder: "[NAME…]", count: 0...1000, summary: "names of presets; your own when none is named"),
        groups: [
            OptionGroup(title: "Files", options: [out, CommonOptions.force]),
            OptionGroup(title: "Which", options: [PresetSelection.family]),
        ],
        examples: [
            ("inlay presets export > mine.txt", "your own presets"),
            ("inlay presets export --family piv --out piv.txt", "all for PIV cards"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try runExport(arguments, house, output)
    }

    private static let out = CommandOption.value("out", "FILE", "write to FILE and not to standard output")

    private static func runImport(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode
    {
        var found: [CommandPreset] = []
        let own = try PresetFile.required(house).read()
        for path in arguments.positionals {
            let bytes =
                path == "-"
                ? try house.input.readAll(PresetFile.limit) : try BoundedFile.read(path, limit: PresetFile.limit)
            for preset in try PresetFile.presets(
                bytes, name: path == "-" ? "standard input" : path, beside: own + found, isOwn: false)
            {
                guard found.first(where: { $0.name == preset.name }).map({ $0 == preset }) ?? true else {
                    throw .usage(
                        "preset-twice", "two files have a preset \(preset.name), and they differ",
                        remedy: "import them one after the other")
                }
                if !found.contains(preset) { found.append(preset) }
            }
        }
        guard !found.isEmpty else {
            throw Failure(
                .malformedData, kind: "no-presets", "there is no preset in it", likely: "the file is empty",
                remedy: "inlay presets export writes such a file")
        }
        var added: [String] = []
        var changed: [String] = []
        try PresetFile.required(house).change { presets throws(Failure) in
            var all = presets
            added = []
            changed = []
            for preset in found {
                guard let place = all.firstIndex(where: { $0.name == preset.name }) else {
                    if let own = CommandPresetCatalog.builtIn.preset(preset.name), own != preset,
                        !arguments.has(CommonOptions.force)
                    {
                        throw .usage(
                            "preset-exists", "\(preset.name) is built in, and the file has another one",
                            remedy: "look at it first; --force puts it in the place of ours; nothing was imported")
                    }
                    all.append(preset)
                    added.append(preset.name)
                    continue
                }
                guard all[place] != preset else { continue }
                guard arguments.has(CommonOptions.force) else {
                    throw .usage(
                        "preset-exists", "you have another preset \(preset.name)",
                        remedy: "export yours first, then add --force; nothing was imported")
                }
                all[place] = preset
                changed.append(preset.name)
            }
            return all
        }
        for preset in found where EffectFloor.builtIn.effect(of: preset) != preset.effect {
            let floor = EffectFloor.builtIn.effect(of: preset)
            output.note(
                StyledText(
                    "inlay: \(preset.name) says \"\(preset.effect.description)\" and is taken as \"\(floor.description)\": "
                        + "its commands do at least that", .doubtful))
        }
        if output.isText {
            for name in added { output.print(StyledText("added    \(name)")) }
            for name in changed { output.print(StyledText("changed  \(name)")) }
            if added.isEmpty, changed.isEmpty { output.note("everything in it is there already") }
        } else {
            output.json([
                "schema": "inlay.presets.change/1", "added": .array(added.map { .string($0) }),
                "changed": .array(changed.map { .string($0) }), "removed": [],
            ])
        }
        return .done
    }

    private static func runExport(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode
    {
        let families = try PresetSelection.families(arguments)
        let wantsOwn = arguments.positionals.isEmpty && families.isEmpty
        let catalogue = wantsOwn ? try PresetFile.catalogue(house) : PresetFile.catalogue(house, output)
        var presets: [CommandPreset] = []
        for name in arguments.positionals { presets.append(try PresetSelection.preset(name, catalogue)) }
        if presets.isEmpty {
            presets = catalogue.presets.filter {
                families.isEmpty ? catalogue.ownNames.contains($0.name) : !families.isDisjoint(with: $0.families)
            }
        }
        let text = PresetText.text(presets)
        if let path = arguments.value(out) {
            try PrivateFile.write(Array(text.utf8), to: path, overwriting: arguments.has(CommonOptions.force))
            output.note("\(Count.of(presets.count, "preset")) in \(path)")
        } else if output.isText {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                output.print(StyledText(String(line)))
            }
            if presets.isEmpty { output.note("there are no presets of your own; --family or names choose others") }
        }
        if !output.isText {
            output.json([
                "schema": "inlay.presets/1", "card": nil,
                "presets": .array(
                    presets.map { PresetView.document($0, isOwn: catalogue.ownNames.contains($0.name)) }),
            ])
        }
        return .done
    }
}
