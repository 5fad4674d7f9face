/// `Docs/troubleshooting.md`, made from the same rules as the findings, so that page and program never differ.
package enum TroubleshootingPage {
    /// The whole page.
    package static var text: String {
        var lines = [
            "# When a reader or card does not work", "",
            "`inlay doctor` finds out which of these it is, and says what to do on the machine it runs on. It changes "
                + "nothing, needs no rights of an administrator, and touches no card unless `--tap` or `--connect` say so. "
                + "This page is written from the same rules (`INLAY_WRITE_DOCS=1 swift test --filter "
                + "TroubleshootingPageTests`); words in capitals stand for what doctor fills in.", "",
            "## In which order it looks", "",
            "It stops at the first cause. What is worth a word and need not be the cause is told beside it.", "",
        ]
        for (number, stage) in DecisionTree.Stage.allCases.enumerated() {
            let active = stage.isActive ? stage == .connection ? " (on request only)" : " (speaks to pcscd)" : ""
            lines.append("\(number + 1). \(stage.words)\(active): \(unique(stage.causes).joined(separator: ", "))")
        }
        for (ending, title) in sections {
            lines += ["", "## \(title)"]
            for cause in Cause.all where cause.ending == ending { lines += section(cause) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let sections: [(Cause.Ending, String)] = [
        (.service, "The service does not answer (exit code 3)"), (.permission, "Not allowed (exit code 6)"),
        (.reader, "No reader (exit code 4)"), (.inUse, "Another program has the card (exit code 12)"),
        (.card, "The card (exit code 5)"), (.trouble, "Readers and programs in trouble (exit code 8)"),
    ]

    private static func section(_ cause: Cause) -> [String] {
        var lines = [
            "", "### \(cause.identifier) \(cause.name): \(cause.title)", "",
            "- **Shows as**: \(cause.sees).", "- **Found by**: \(cause.found).",
        ]
        for other in cause.lookAlikes {
            let name = Cause.numbered(other.identifier)?.name ?? ""
            lines.append("- **Not** \(other.identifier) \(name): \(other.difference).")
        }
        if cause.remedy.isUniform {
            lines.append("- **Do**: \(code(cause.remedy.text(for: .other)))")
        } else {
            lines.append("- **Do**")
            for distribution in Distribution.allCases {
                lines.append("  - \(distribution.name): \(code(cause.remedy.text(for: distribution)))")
            }
        }
        lines.append("- **Met in**: \(cause.sources).")
        return lines
    }

    /// What a page of Markdown would take for marks of its own.
    private static func code(_ text: String) -> String {
        text.contains("''") || text.contains("*") || text.contains("<") ? "`\(text)`" : text
    }

    private static func unique(_ identifiers: [String]) -> [String] {
        var told = Set<String>()
        return identifiers.filter { told.insert($0).inserted }
    }
}
