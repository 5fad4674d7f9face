/// A number as it is written in a script: `300`, `0x12C`, `$n + 1`, `len($data) * 2`.
indirect enum NumberExpression: Hashable, Sendable {
    case literal(Int)
    /// A number, or bytes read as one, most significant first.
    case variable(String, line: Int, column: Int)
    /// How many bytes a variable holds.
    case length(String, line: Int, column: Int)
    case operation(Operation, NumberExpression, NumberExpression, line: Int, column: Int)

    enum Operation: String, Hashable, Sendable {
        case plus = "+"
        case minus = "-"
        case times = "*"
    }

    /// The number, with what `variables` hold.
    func value(_ variables: ScriptVariables) throws(ScriptError) -> Int {
        switch self {
        case .literal(let number): return number
        case .variable(let name, let line, let column):
            guard let value = variables[name] else { throw variables.missing(name, line, column) }
            guard let number = value.number else {
                throw ScriptError(
                    line: line, column: column, "$\(name) holds no number, and more than 7 bytes are not read as one",
                    hint: "take a part of it: $\(name)[0..1]")
            }
            return number
        case .length(let name, let line, let column):
            guard let value = variables.bytes(name) else { throw variables.missing(name, line, column) }
            return value.count
        case .operation(let operation, let left, let right, let line, let column):
            let (left, right) = (try left.value(variables), try right.value(variables))
            let (result, overflow) =
                switch operation {
                case .plus: left.addingReportingOverflow(right)
                case .minus: left.subtractingReportingOverflow(right)
                case .times: left.multipliedReportingOverflow(by: right)
                }
            guard !overflow else { throw ScriptError(line: line, column: column, "the result is too large") }
            return result
        }
    }
}
