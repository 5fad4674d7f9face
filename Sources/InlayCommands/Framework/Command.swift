/// A command as a value: what it is called, what it takes, what it does.
struct Command: Sendable {
    /// `["passport", "read"]`.
    let path: [String]
    /// One line for lists.
    let summary: String
    /// Paragraphs for its own page.
    let discussion: [String]
    let positional: Positional
    let groups: [OptionGroup]
    /// Command lines with what they do.
    let examples: [(line: String, does: String)]
    /// Does it. Failures that end the command are thrown; what it found is its exit code.
    let run: @Sendable (Arguments, House, Output) throws(Failure) -> ExitCode

    init(
        _ path: String..., summary: String, discussion: [String] = [], positional: Positional = .none,
        groups: [OptionGroup] = [], output: OptionGroup = CommonOptions.output,
        examples: [(line: String, does: String)] = [],
        run: @escaping @Sendable (Arguments, House, Output) throws(Failure) -> ExitCode
    ) {
        self.path = path
        self.summary = summary
        self.discussion = discussion
        self.positional = positional
        self.groups = groups + [output]
        self.examples = examples
        self.run = run
    }

    /// `passport read`.
    var title: String { path.joined(separator: " ") }

    /// All options, in the order of the help.
    var options: [CommandOption] { groups.flatMap(\.options) }
}
