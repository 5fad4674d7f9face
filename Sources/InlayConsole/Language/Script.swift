/// A script in the language of the console (Docs/console.md).
public struct Script: Hashable, Sendable {
    let statements: [Statement]

    /// Reads a script. Throws with line and column of the first thing that is not in the language.
    public init(parsing text: String) throws(ScriptError) {
        var parser = ScriptParser(try ScriptScanner.tokens(text))
        statements = try parser.script()
    }

    /// True when nothing is to be done.
    public var isEmpty: Bool { statements.isEmpty }

    /// True when it can ask for a transcript, so that one has to be kept.
    public var savesTranscript: Bool { Self.saves(statements) }

    private static func saves(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement.kind {
            case .save: true
            case .repetition(_, let body), .range(_, _, _, let body), .list(_, _, let body), .transaction(let body):
                saves(body)
            case .choice(_, let body, let otherwise): saves(body) || saves(otherwise)
            default: false
            }
        }
    }

    /// Reads what was typed so far: nil when a block is still open, so that more has to come.
    public static func reading(_ text: String) throws(ScriptError) -> Script? {
        var parser = ScriptParser(try ScriptScanner.tokens(text))
        do {
            return Script(try parser.script())
        } catch {
            if parser.endedInsideBlock { return nil }
            throw error
        }
    }

    private init(_ statements: [Statement]) { self.statements = statements }
}
