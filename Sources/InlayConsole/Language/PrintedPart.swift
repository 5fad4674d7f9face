import Octets

/// What `print` shows.
enum PrintedPart: Hashable, Sendable {
    case text(String)
    case variable(String, line: Int, column: Int)
    /// A part of a variable.
    case bytes(ByteExpression)
    /// Something that is calculated.
    case number(NumberExpression)

    /// As it is shown: bytes in hexadecimal, numbers in decimal.
    func text(_ variables: ScriptVariables) throws(ScriptError) -> String {
        switch self {
        case .text(let text): return text
        case .bytes(let bytes): return Hex.string(try bytes.bytes(variables))
        case .number(let number): return String(try number.value(variables))
        case .variable(let name, let line, let column):
            switch variables[name] {
            case .bytes(let bytes): return Hex.string(bytes)
            case .number(let number): return String(number)
            case nil: throw variables.missing(name, line, column)
            }
        }
    }
}
