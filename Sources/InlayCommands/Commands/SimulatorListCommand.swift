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
        let column = 2 + (house.simulators.map(\.readerName.count).max() ?? 0)
        for entry in house.simulators {
            output.paragraph(
                StyledText(entry.readerName, .strong).padded(column) + StyledText(entry.summary), indent: column)
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
            "name": .string(entry.readerName), "summary": .string(entry.summary),
            "settings": .array(
                entry.settings.map {
                    ["key": .string($0.key), "summary": .string($0.summary), "values": .string($0.values)]
                }),
        ]
    }
}
