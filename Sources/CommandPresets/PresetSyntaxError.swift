/// What is wrong with the text of a preset, and where.
public struct PresetSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// From 1.
    public var column: Int
    /// In words; holds no value from the text but the word it is about.
    public var message: String

    /// An error at a place.
    public init(line: Int = 1, column: Int, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// `line 3, column 7: …`.
    public var description: String { "line \(line), column \(column): \(message)" }

    /// The same error of text that begins at `column` of `line`.
    func moved(toLine line: Int, column: Int) -> PresetSyntaxError {
        PresetSyntaxError(line: line, column: column + self.column - 1, message)
    }
}
