/// An option of a command, declared once: the parser and the help both read it. Values can be secrets in the wrong place:
/// no message repeats one.
struct CommandOption: Hashable, Sendable {
    /// What follows its name.
    enum Value: Hashable, Sendable {
        /// Nothing.
        case none
        /// One value, shown as this word in the help.
        case one(String)
        /// One value each time; it may be given again.
        case many(String)
    }

    /// Without the dashes.
    let name: String
    let value: Value
    let summary: String

    private init(_ name: String, _ value: Value, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    /// An option without a value.
    static func flag(_ name: String, _ summary: String) -> CommandOption {
        CommandOption(name, .none, summary)
    }

    /// An option with a value.
    static func value(_ name: String, _ placeholder: String, _ summary: String) -> CommandOption {
        CommandOption(name, .one(placeholder), summary)
    }

    /// An option that can be given several times.
    static func repeated(_ name: String, _ placeholder: String, _ summary: String) -> CommandOption {
        CommandOption(name, .many(placeholder), summary)
    }

    /// As it is written: `--reader NAME`.
    var spelling: String {
        switch value {
        case .none: "--\(name)"
        case .one(let placeholder), .many(let placeholder): "--\(name) \(placeholder)"
        }
    }
}

/// Options that belong together in the help.
struct OptionGroup: Sendable {
    let title: String
    let options: [CommandOption]
}
