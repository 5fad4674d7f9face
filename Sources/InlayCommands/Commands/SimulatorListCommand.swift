/// `inlay sim list`.
enum SimulatorListCommand {
    static let command = Command(
        "sim", "list", summary: "list simulators and their settings",
        discussion: [
            "A simulator is used as a reader: --reader sim:NAME, with settings behind a question mark and commas or "
                + "ampersands between them."
        ],
        examples: [("inlay sim list", "every simulator with every setting")]
    ) { (_, house, output) throws(Failure) in
        guard output.isText else {
            output.json(["schema": "inlay.simulators/1", "simulators": .array(house.simulators.map(document))])
            return .done
        }
        for entry in house.simulators {
            output.paragraph(StyledText(entry.readerName, .strong) + StyledText("  \(entry.summary)"), indent: 4)
            let column = 6 + (entry.settings.map(\.spelling.count).max() ?? 0)
            for setting in entry.settings {
                output.paragraph(
                    StyledText("    \(setting.spelling)").padded(column + 2) + StyledText(setting.summary),
                    indent: column + 2)
            }
        }
        return .done
    }

    private static func document(_ entry: SimulatorEntry) -> JSONValue {
        [
            "name": .string(entry.readerName), "summary": .string(entry.summary),
            "settings": .array(
                entry.settings.map { ["setting": .string($0.spelling), "summary": .string($0.summary)] }),
        ]
    }
}
