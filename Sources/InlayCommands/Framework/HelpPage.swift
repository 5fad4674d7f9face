/// Help, made from the declarations that the parser reads.
enum HelpPage {
    /// The page of one command.
    static func show(_ command: Command, on output: Output) {
        heading("Usage", on: output)
        let operand = command.positional.placeholder.isEmpty ? "" : " " + command.positional.placeholder
        output.print("  inlay \(command.title) [OPTIONS]\(operand)")
        output.print()
        output.paragraph(StyledText(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."))
        for paragraph in command.discussion {
            output.print()
            output.paragraph(StyledText(paragraph))
        }
        if !command.positional.placeholder.isEmpty {
            output.print()
            entry(command.positional.placeholder, command.positional.summary, column: column(command), on: output)
        }
        for group in command.groups {
            output.print()
            heading(group.title, on: output)
            for option in group.options { entry(option.spelling, option.summary, column: column(command), on: output) }
        }
        if !command.examples.isEmpty {
            output.print()
            heading("Examples", on: output)
            for example in command.examples {
                output.print(StyledText("  \(example.line)", .strong))
                output.paragraph(StyledText("      \(example.does)"), indent: 6)
            }
        }
    }

    /// The page of `inlay` itself, or of a family such as `inlay passport`.
    static func show(family: [String], of commands: [Command], on output: Output) {
        let members = commands.filter { $0.path.starts(with: family) }
        let name = (["inlay"] + family).joined(separator: " ")
        if family.isEmpty {
            output.paragraph("inlay reads smartcards and passports over PC/SC, and says what it could establish.")
            output.print()
        }
        heading("Usage", on: output)
        output.print("  \(name) COMMAND [OPTIONS] [ARGUMENTS]")
        output.print()
        heading("Commands", on: output)
        let column = 4 + (members.map { TerminalText.width($0.title) }.max() ?? 0)
        for command in members { entry(command.title, command.summary, column: column, on: output) }
        output.print()
        output.paragraph(StyledText("inlay COMMAND --help explains a command and its options."))
        guard family.isEmpty else { return }
        output.paragraph(StyledText("inlay --version shows the version."))
        output.print()
        heading("Exit codes", on: output)
        for code in ExitCode.allCases { entry(String(code.rawValue), code.meaning, column: 7, on: output) }
        output.print()
        output.paragraph("Try it without a card:")
        output.print(StyledText("  inlay passport read --reader sim:passport", .strong))
    }

    private static func heading(_ text: String, on output: Output) {
        output.paragraph(StyledText(text, .strong))
    }

    private static func column(_ command: Command) -> Int {
        let widths = command.options.map { $0.spelling.count } + [command.positional.placeholder.count]
        return min(30, 4 + (widths.max() ?? 0))
    }

    /// A name, and its explanation in a column of its own.
    private static func entry(_ name: String, _ text: String, column: Int, on output: Output) {
        let start = StyledText("  \(name)", .plain)
        if start.width + 2 > column {
            output.print(start)
            output.paragraph(StyledText(String(repeating: " ", count: column)) + StyledText(text), indent: column)
        } else {
            output.paragraph(start.padded(column) + StyledText(text), indent: column)
        }
    }
}
