/// `inlay sim list`.
enum SimulatorListCommand {
    static let command = Command(
        "sim", "list", summary: "list simulators and their settings",
        discussion: [
            "A simulator is used as a reader: --reader sim:NAME. Settings come behind a question mark, with & between "
                + "them, so the whole needs quotes: --reader 'sim:passport?maxLe=192&extended=off'."
        ],
        examples: [("inlay sim list", "every simulator, and every setting")]
    ) { (_, house, output) throws(Failure) in
        guard output.isText else {
            output.json(["schema": "inlay.simulators/1", "simulators": .array(house.simulators.map(document))])
            return .done
        }
        show(house.simulators.filter { $0.seen == nil }, output)
        let reported = house.simulators.filter { $0.seen != nil }
        if !reported.isEmpty {
            output.print()
            output.print(StyledText("Documents after reports from the field", .strong))
            show(reported, output)
        }
        // Members of a family share their settings, which are told once.
        var told: Set<[SimulatorEntry.Setting]> = []
        for entry in house.simulators where told.insert(entry.settings).inserted {
            output.print()
            output.print(StyledText("Settings of \(entry.readerName) and its family", .strong))
            show(entry.settings, output)
        }
        return .done
    }

    private static func show(_ entries: [SimulatorEntry], _ output: Output) {
        // A name that leaves no room for its text has a line of its own.
        let widest = max(16, min(30, output.width / 3))
        let column = 2 + min(widest, entries.map(\.readerName.count).max() ?? 0)
        for entry in entries {
            let seen = entry.seen.map { StyledText(" Seen: \($0).", .faint) } ?? StyledText("")
            let name = StyledText(entry.readerName, .strong)
            let text = StyledText(entry.summary) + seen
            if name.width + 2 > column {
                output.paragraph(name)
                output.paragraph(StyledText("").padded(column) + text, indent: column)
            } else {
                output.paragraph(name.padded(column) + text, indent: column)
            }
        }
    }

    private static func show(_ settings: [SimulatorEntry.Setting], _ output: Output) {
        let column = 4 + (settings.map(\.key.count).max() ?? 0)
        for setting in settings {
            output.paragraph(
                StyledText("  \(setting.key)").padded(column) + StyledText(setting.summary)
                    + StyledText(": \(setting.values)", .faint), indent: column)
        }
    }

    private static func document(_ entry: SimulatorEntry) -> JSONValue {
        [
            "name": .string(entry.readerName), "summary": .string(entry.summary), "seen": JSONValue(entry.seen),
            "settings": .array(
                entry.settings.map {
                    ["key": .string($0.key), "summary": .string($0.summary), "values": .string($0.values)]
                }),
        ]
    }
}
