import Octets

/// Why a text is no machine readable zone, or what is wrong in one. Holds none of its characters but a check digit that
/// would be right.
public enum MRZError: Error, Hashable, Sendable {
    /// There is no text.
    case empty
    /// A line is too long or too short.
    case wrongLineLength(line: Int, found: Int, expected: Int)
    /// The characters of all lines are not 90, 72 or 88.
    case wrongLength(found: Int)
    /// A character other than A to Z, 0 to 9 and `<`.
    case invalidCharacter(line: Int, column: Int)
    /// A check digit does not agree with what it protects.
    case wrongCheckDigit(field: MRZField, line: Int, column: Int, expected: Int)
    /// A date that does not exist, or is not written as the rule says.
    case invalidDate(field: MRZField, rule: String)
    /// A value that does not fit its field.
    case invalidValue(field: MRZField, rule: String)
}

extension MRZError: CustomStringConvertible {
    /// One plain sentence.
    public var description: String {
        switch self {
        case .empty: "the machine readable zone is empty"
        case .wrongLineLength(let line, let found, let expected):
            "line \(line) has \(Count.of(found, "character")), \(Count.are(expected)) expected"
        case .wrongLength(let found):
            "\(Count.of(found, "character is", "characters are")) no machine readable zone: 3 lines of 30, 2 of 36 or 2 of 44 are expected"
        case .invalidCharacter(let line, let column):
            "line \(line), column \(column): only A to Z, 0 to 9 and < are allowed"
        case .wrongCheckDigit(let field, let line, let column, let expected):
            "line \(line), column \(column): \(field.title) is wrong, \(expected) is expected"
        case .invalidDate(let field, let rule): "\(field.title): \(rule)"
        case .invalidValue(let field, let rule): "\(field.title): \(rule)"
        }
    }
}
