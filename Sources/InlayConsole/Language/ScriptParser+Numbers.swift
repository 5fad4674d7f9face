extension ScriptParser {
    /// A sum of products: `$n * 16 + 3`.
    mutating func number() throws(ScriptError) -> NumberExpression {
        var left = try product()
        while true {
            let sign = next
            let operation: NumberExpression.Operation
            if sign.isSign("+") {
                operation = .plus
            } else if sign.word?.hasPrefix("-") == true {
                operation = .minus
            } else {
                return left
            }
            take(first: 1)
            left = .operation(operation, left, try product(), line: sign.line, column: sign.column)
            try bound(left, sign)
        }
    }

    private mutating func product() throws(ScriptError) -> NumberExpression {
        var left = try atom()
        while next.isSign("*") {
            let sign = take()
            left = .operation(.times, left, try atom(), line: sign.line, column: sign.column)
            try bound(left, sign)
        }
        return left
    }

    /// Evaluation recurs as deep as the expression.
    private func bound(_ expression: NumberExpression, _ sign: ScriptToken) throws(ScriptError) {
        var depth = 0
        var left = expression
        while case .operation(_, let inner, _, _, _) = left {
            depth += 1
            left = inner
        }
        guard depth <= Self.depthLimit else { throw sign.error("more than \(Self.depthLimit) operations") }
    }

    private mutating func atom() throws(ScriptError) -> NumberExpression {
        let token = next
        switch token.kind {
        case .variable(let name):
            take()
            return .variable(name, slice: try slice(), line: token.line, column: token.column)
        case .word(let word):
            if let function = Self.function(word), afterNext.isSign("(") { return try call(function) }
            guard let (number, count) = Self.leadingLiteral(word) else { break }
            take(first: count)
            return .literal(number)
        case .sign("("):
            take()
            let inner = try nested { parser throws(ScriptError) in try parser.number() }
            try expect(sign: ")", hint: "number m = ($n + 1) * 2")
            return inner
        default: break
        }
        throw token.error(
            "a number is expected, and \(token.shown) stands here",
            hint: "numbers are 300, 0x12C, $n, $n[0..1], len($n), little($n), ($n + 1) * 2")
    }

    // MARK: - Functions

    /// Functions whose result is a number.
    enum NumberFunction: String, CaseIterable {
        /// How many bytes there are.
        case len
        /// Bytes read as a number, least significant first.
        case little
        /// Most significant first.
        case big
    }

    private static func function(_ word: String) -> NumberFunction? { NumberFunction(rawValue: word.lowercased()) }

    /// True where a number stands that no byte or pattern begins like: a function of it, or a bracket.
    var beginsCalculation: Bool {
        next.isSign("(") || next.word.flatMap(Self.function) != nil && afterNext.isSign("(")
    }

    private mutating func call(_ function: NumberFunction) throws(ScriptError) -> NumberExpression {
        let start = take()
        take()
        let argument = next
        let bytes = try nested { parser throws(ScriptError) in try parser.bytes() }
        guard !bytes.parts.isEmpty, !bytes.holdsLengths else {
            throw argument.error(
                "bytes are expected, and \(argument.shown) stands here",
                hint: "number n = \(function.rawValue)($data[0..1])")
        }
        try expect(sign: ")", hint: "number n = \(function.rawValue)($data[0..1])")
        switch function {
        case .len: return .length(bytes, line: start.line, column: start.column)
        case .little: return .bytes(bytes, littleEndian: true, line: start.line, column: start.column)
        case .big: return .bytes(bytes, littleEndian: false, line: start.line, column: start.column)
        }
    }

    // MARK: - Literals and ranges

    /// `12` and `0x0C`, up to 2^48.
    static func literal(_ word: some StringProtocol) -> Int? {
        let isHex = word.lowercased().hasPrefix("0x")
        let digits = isHex ? word.dropFirst(2) : word[...]
        guard digits.allSatisfy({ $0.isASCII && (isHex ? $0.isHexDigit : $0.isWholeNumber) }) else { return nil }
        guard let number = Int(digits, radix: isHex ? 16 : 10), number <= 1 << 48 else { return nil }
        return number
    }

    /// The number that a word begins with, and how many characters it has: all, or those before `..` or `-`.
    private static func leadingLiteral(_ word: String) -> (Int, Int)? {
        var end = word.startIndex
        while end < word.endIndex, word[end] != "-", !word[end...].hasPrefix("..") { end = word.index(after: end) }
        return literal(word[..<end]).map { ($0, word.distance(from: word.startIndex, to: end)) }
    }

    /// `0..7`, `0..$n`, `len($a)..$b + 1`: both ends; nil when no range stands here.
    mutating func range() throws(ScriptError) -> (NumberExpression, NumberExpression)? {
        var trial = self
        guard let first = try? trial.number(), trial.takeDots() else { return nil }
        self = trial
        guard !next.isSign("{"), !isAtLineEnd else {
            throw next.error("the end of the range is missing", hint: "for n in 0..7 { print $n }")
        }
        return (first, try number())
    }

    /// The dots of a range, which may be a word of their own or stick to the number behind them.
    mutating func takeDots() -> Bool {
        guard next.word?.hasPrefix("..") == true else { return false }
        take(first: 2)
        return true
    }
}
