/// Why a script is not in the language of the console, and where.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted in characters from 1.
    public var column: Int
    /// What is wrong.
    public var message: String
    /// What to write instead; empty when there is nothing to say.
    public var hint: String

    /// An error at a place.
    public init(line: Int, column: Int, _ message: String, hint: String = "") {
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint
    }

    /// `line 3, column 7: …`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
