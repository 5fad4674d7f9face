/// What stands on the command line behind the command's name, checked against its declaration.
struct Arguments: Sendable {
    private var values: [CommandOption: [String]] = [:]
    /// What is not an option, in order.
    private(set) var positionals: [String] = []

    /// True when a flag, or any value, was given.
    func has(_ option: CommandOption) -> Bool { values[option] != nil }

    /// The value, if it was given.
    func value(_ option: CommandOption) -> String? { values[option]?.last }

    /// All values of an option that can be repeated.
    func values(_ option: CommandOption) -> [String] { values[option] ?? [] }

    /// Reads `words` by the declaration of `command`.
    ///
    /// Messages name options, never values: a value can be an MRZ in the wrong place.
    init(_ words: some Collection<String>, for command: Command) throws(Failure) {
        let known = command.options
        var rest = Array(words)[...]
        var onlyPositionals = false
        while let word = rest.popFirst() {
            if onlyPositionals || !word.hasPrefix("-") || word == "-" {
                positionals.append(word)
            } else if word == "--" {
                onlyPositionals = true
            } else {
                try take(word, &rest, known, command)
            }
        }
        try command.positional.check(positionals, command)
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, _ known: [CommandOption], _ command: Command
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = word == "-h" ? "help" : String((parts.first ?? word).dropFirst(2))
        guard word.hasPrefix("--") || word == "-h", let option = known.first(where: { $0.name == name }) else {
            throw Self.unknown(parts.first ?? word, known, command)
        }
        let attached = parts.count > 1 ? parts[1] : nil
        switch option.value {
        case .none:
            guard attached == nil else {
                throw .usage("wrong-option", "--\(name) takes no value", remedy: "write --\(name) alone")
            }
            values[option] = []
        case .one, .many:
            guard let value = attached ?? rest.first, attached != nil || !value.hasPrefix("--") else {
                throw .usage(
                    "missing-value", "--\(name) needs a value", remedy: "write \(option.spelling) or --\(name)=…")
            }
            if attached == nil { rest = rest.dropFirst() }
            guard !value.isEmpty else {
                throw .usage(
                    "empty-value", "the value of --\(name) is empty", likely: "a variable of the shell is not set",
                    remedy: "write \(option.spelling), or leave it out")
            }
            if case .one = option.value, values[option] != nil {
                throw .usage("repeated-option", "--\(name) is given more than once", remedy: "give it once")
            }
            values[option, default: []].append(value)
        }
    }

    private static func unknown(_ word: String, _ known: [CommandOption], _ command: Command) -> Failure {
        let near = Nearest.word(to: word, among: known.map { "--\($0.name)" })
        return .usage(
            "unknown-option", "\(command.title) has no option \(Nearest.shown(word))",
            likely: near.map { "\($0) is meant" } ?? "",
            remedy: "inlay \(command.title) --help lists the options")
    }
}
