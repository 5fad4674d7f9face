import CardIdentification
import CommandPresets
import ISO7816

/// How a preset is shown.
enum PresetView {
    /// The role in which an effect stands in a list.
    static func role(_ effect: Effect) -> StyledText.Role {
        switch effect {
        case .readsOnly: .faint
        case .changesState: .plain
        case .authenticates, .writes: .doubtful
        case .irreversible: .bad
        }
    }

    /// One line of a list.
    static func row(_ preset: CommandPreset, nameColumn: Int, isOwn: Bool) -> StyledText {
        StyledText("  \(preset.name)").padded(nameColumn + 4)
            + StyledText(preset.effect.description, role(preset.effect)).padded(16)
            + StyledText(preset.title) + StyledText(isOwn ? "  (own)" : "", .faint)
    }

    /// What it is for, in words.
    static func scope(_ preset: CommandPreset) -> String {
        var words = preset.families.map(\.title).joined(separator: ", ")
        if !preset.chips.isEmpty { words += "; exactly " + preset.chips.joined(separator: ", ") }
        if !preset.readers.isEmpty { words += "; readers named " + preset.readers.joined(separator: ", ") }
        return words
    }

    /// Everything about it.
    static func show(_ preset: CommandPreset, isOwn: Bool, _ output: Output) {
        output.paragraph(
            StyledText(preset.name, .strong) + StyledText("  \(preset.title)")
                + StyledText(isOwn ? "  (own)" : "", .faint))
        field("for", StyledText(scope(preset)), output)
        field("effect", StyledText(preset.effect.description, role(preset.effect)), output)
        field("source", StyledText(preset.source), output)
        if let note = preset.note { field("note", StyledText(note), output) }
        if let after = preset.after { field("after", StyledText(after), output) }
        for parameter in preset.parameters {
            let usual = parameter.usual.map { "; usually \($0)" } ?? ""
            field(
                "asks",
                StyledText(parameter.name, .strong) + StyledText("  \(parameter.words); \(parameter.needs)\(usual)"),
                output)
        }
        for step in preset.steps {
            field(step.way.rawValue, StyledText(step.template.text, .strong), output)
            field("reply", StyledText(step.reply.text), output)
        }
    }

    private static func field(_ name: String, _ value: StyledText, _ output: Output) {
        output.paragraph(StyledText("  \(name)", .faint).padded(10) + value, indent: 10)
    }

    /// The preset in a document.
    static func document(_ preset: CommandPreset, isOwn: Bool) -> JSONValue {
        [
            "name": .string(preset.name), "title": .string(preset.title),
            "families": .array(preset.families.map { .string($0.rawValue) }),
            "chips": .array(preset.chips.map { .string($0) }),
            "readers": .array(preset.readers.map { .string($0) }), "effect": .string(preset.effect.rawValue),
            "source": .string(preset.source), "note": JSONValue(preset.note), "after": JSONValue(preset.after),
            "own": .bool(isOwn),
            "parameters": .array(
                preset.parameters.map {
                    [
                        "name": .string($0.name), "type": .string($0.kind.spelling), "words": .string($0.words),
                        "usual": JSONValue($0.usual), "secret": .bool($0.isSecret),
                    ]
                }),
            "steps": .array(
                preset.steps.map {
                    [
                        "way": .string($0.way.rawValue), "template": .string($0.template.text),
                        "reply": .string($0.reply.text),
                    ]
                }),
        ]
    }
}
