/// A script in the language of the console (Docs/console.md).
public struct Script: Hashable, Sendable {
    let statements: [Statement]

    /// Reads a script. Throws with line and column of the first thing that is not in the language.
    public init(parsing text: String) throws(ScriptError) {
        try self.init(tokens: try ScriptScanner.tokens(text))
    }

    /// True when nothing is to be done.
    public var isEmpty: Bool { statements.isEmpty }

    /// True when it can ask for a transcript, so that one has to be kept.
    public var savesTranscript: Bool {
        contains { if case .save = $0 { true } else { false } }
    }

    /// How it can ask for the chip to be opened, so that a key is needed.
    public var openings: [SecureMode] {
        SecureMode.allCases.filter { mode in mode != .off && contains { $0 == .secure(mode) } }
    }

    /// Presets that it can ask for, in order, with the names of the values that each is given; one without a name is
    /// empty.
    public var presets: [(name: String, values: [String], line: Int)] {
        var found: [(name: String, values: [String], line: Int)] = []
        Self.walk(statements) { statement in
            guard case .preset(let name, let arguments) = statement.kind else { return }
            found.append((name, arguments.map(\.key), statement.line))
        }
        return found
    }

    private func contains(_ isWanted: (Statement.Kind) -> Bool) -> Bool {
        var isThere = false
        Self.walk(statements) { isThere = isThere || isWanted($0.kind) }
        return isThere
    }

    private static func walk(_ statements: [Statement], _ visit: (Statement) -> Void) {
        for statement in statements {
            visit(statement)
            switch statement.kind {
            case .repetition(_, let body), .range(_, _, _, let body), .list(_, _, let body), .transaction(let body):
                walk(body, visit)
            case .choice(_, let body, let otherwise):
                walk(body, visit)
                walk(otherwise, visit)
            default: break
            }
        }
    }

    init(tokens: [ScriptToken]) throws(ScriptError) {
        var parser = ScriptParser(tokens)
        statements = try parser.script()
    }
}
