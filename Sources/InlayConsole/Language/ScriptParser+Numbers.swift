extension ScriptParser {
    /// A sum of products: `$n * 16 + 3`.
    mutating func number() throws(ScriptError) -> NumberExpression {
        var left = try product()
        while true {
            let sign = next
            let operation: NumberExpression.Operation
            if sign.isSign("+") {
                operation = .plus
            } else if sign.word == "-" {
                operation = .minus
            } else {
                return left
            }
            take()
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
            return .variable(name, line: token.line, column: token.column)
        case .word(let word):
            if word.lowercased() == "len", afterNext.isSign("(") { return try length() }
            guard let number = Self.literal(word) else { break }
            take()
            return .literal(number)
        case .sign("("):
            take()
            let inner = try nested { parser throws(ScriptError) in try parser.number() }
            try expect(sign: ")")
            return inner
        default: break
        }
        throw token.error(
            "a number is expected, and \(token.shown) stands here", hint: "numbers are 300, 0x12C, $n + 1")
    }

    private mutating func length() throws(ScriptError) -> NumberExpression {
        take()
        take()
        let token = take()
        guard case .variable(let name) = token.kind else {
            throw token.error("a variable is expected, and \(token.shown) stands here", hint: "len($data)")
        }
        try expect(sign: ")")
        return .length(name, line: token.line, column: token.column)
    }

    /// `12` and `0x0C`, up to 2^48.
    static func literal(_ word: some StringProtocol) -> Int? {
        let isHex = word.lowercased().hasPrefix("0x")
        let digits = isHex ? word.dropFirst(2) : word[...]
        guard digits.allSatisfy({ $0.isASCII && (isHex ? $0.isHexDigit : $0.isWholeNumber) }) else { return nil }
        guard let number = Int(digits, radix: isHex ? 16 : 10), number <= 1 << 48 else { return nil }
        return number
    }

    /// `0..7`, with both ends; nil when no range stands here.
    mutating func range() throws(ScriptError) -> (NumberExpression, NumberExpression)? {
        guard let (first, last) = try openRange() else { return nil }
        guard let last else { throw next.error("the end of the range is missing", hint: "for n in 0..7 { … }") }
        return (first, last)
    }

    /// `0..7`, `0..$n`, `$a..$b`, `2..`: the dots may be a word of their own, or stick to the numbers.
    mutating func openRange() throws(ScriptError) -> (NumberExpression, NumberExpression?)? {
        let start = next
        var first: NumberExpression
        var tail = ""
        switch start.kind {
        case .word(let word):
            guard let dots = Self.dots(word) else {
                guard afterNext.word?.hasPrefix("..") == true, let number = Self.literal(word) else { return nil }
                take()
                first = .literal(number)
                tail = take().word ?? ""
                break
            }
            guard let number = Self.literal(word[..<dots]) else {
                throw start.error("a number is expected before ..", hint: "0..7")
            }
            take()
            first = .literal(number)
            tail = String(word[dots...])
        case .variable(let name):
            guard afterNext.word?.hasPrefix("..") == true else { return nil }
            take()
            first = .variable(name, line: start.line, column: start.column)
            tail = take().word ?? ""
        default: return nil
        }
        let rest = tail.dropFirst(2)
        if !rest.isEmpty {
            guard let number = Self.literal(rest) else {
                throw start.error("a number is expected behind ..", hint: "0..7")
            }
            return (first, .literal(number))
        }
        if next.isSign("]") { return (first, nil) }
        return (first, try number())
    }

    /// Where the dots of a range begin, behind at least one character.
    private static func dots(_ word: String) -> String.Index? {
        var index = word.startIndex
        while index < word.endIndex {
            if index > word.startIndex, word[index...].hasPrefix("..") { return index }
            index = word.index(after: index)
        }
        return nil
    }
}
