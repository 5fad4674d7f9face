/// A number as it is written in a script: `300`, `0x12C`, `$n + 1`, `len($data) * 2`.
indirect enum NumberExpression: Hashable, Sendable {
    case literal(Int)
    /// A number, or bytes read as one, most significant first; a part of them with a slice.
    case variable(String, slice: ByteExpression.Slice?, line: Int, column: Int)
    /// How many bytes there are.
    case length(ByteExpression, line: Int, column: Int)
    /// Bytes read as a number: `little($data[10..11])`.
    case bytes(ByteExpression, littleEndian: Bool, line: Int, column: Int)
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
        case .variable(let name, let slice, let line, let column):
            if let slice {
                let part = ByteExpression.Part(element: .variable(name, slice: slice), line: line, column: column)
                return try Self.number(try ByteExpression(parts: [part]).bytes(variables), "this part", line, column)
            }
            guard let value = variables[name] else { throw variables.missing(name, line, column) }
            switch value {
            case .number(let number): return number
            case .bytes(let bytes): return try Self.number(bytes, "$\(name)", line, column, named: name)
            }
        case .length(let bytes, _, _): return try bytes.bytes(variables).count
        case .bytes(let bytes, let littleEndian, let line, let column):
            let value = try bytes.bytes(variables)
            return try Self.number(littleEndian ? value.reversed() : value, "what stands here", line, column)
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

    /// Most bytes that are read as a number.
    static let byteLimit = 7

    private static func number(
        _ bytes: [UInt8], _ what: String, _ line: Int, _ column: Int, named name: String? = nil
    ) throws(ScriptError) -> Int {
        guard bytes.count <= byteLimit else {
            throw ScriptError(
                line: line, column: column,
                "\(what) has \(bytes.count) bytes, and more than \(byteLimit) are not read as a number",
                hint: name.map { "take a part of it: $\($0)[0..1], or compare bytes: expect $\($0) is 01 .." } ?? "")
        }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
