import CommandPresets
import Octets

extension ScriptParser {
    /// Alternatives of bytes with holes.
    mutating func pattern() throws(ScriptError) -> PatternExpression {
        var alternatives: [PatternExpression.Alternative] = []
        var count = 0
        repeat {
            let alternative = try alternative()
            if case .elements(let elements) = alternative { count += elements.count }
            guard count <= PatternExpression.elementLimit, alternatives.count < 256 else {
                throw next.error("the pattern has more than \(PatternExpression.elementLimit) parts")
            }
            alternatives.append(alternative)
        } while takeSlash()
        return PatternExpression(alternatives: alternatives)
    }

    private mutating func takeSlash() -> Bool {
        guard next.word == "/" else { return false }
        take()
        return true
    }

    private mutating func alternative() throws(ScriptError) -> PatternExpression.Alternative {
        if let answer = fourBits() {
            take()
            return answer
        }
        var elements: [PatternExpression.Element] = []
        let start = next
        while let found = try elementsIfPresent() {
            elements += found
            guard elements.count <= PatternExpression.elementLimit else {
                throw next.error("the pattern has more than \(PatternExpression.elementLimit) parts")
            }
        }
        guard !elements.isEmpty else {
            if isAtLineEnd { throw start.error("a pattern is missing", hint: "expect 9000") }
            throw Self.notInPattern(start)
        }
        guard isAtLineEnd || next.word == "/" || next.isSign("{") || next.isSign("}") else {
            throw Self.notInPattern(next)
        }
        return .elements(elements)
    }

    /// `ACK`, `NAK`, `NAK4` and `none`: answers of chips that do not speak APDUs.
    private func fourBits() -> PatternExpression.Alternative? {
        guard let word = next.word?.uppercased() else { return nil }
        switch word {
        case "ACK": return .nibble(0xA)
        case "NAK": return .notAcknowledged
        case "NONE": return .silence
        default:
            guard word.hasPrefix("NAK"), word.count == 4, let digit = word.last?.hexDigitValue, digit != 0xA else {
                return nil
            }
            return .nibble(UInt8(digit))
        }
    }

    private mutating func elementsIfPresent() throws(ScriptError) -> [PatternExpression.Element]? {
        let token = next
        switch token.kind {
        case .word("/"): return nil
        case .word(".."):
            take()
            return [.fixed(.rest)]
        case .word(let word):
            if afterNext.isSign("("), let part = try bytePartIfPresent(), !part.isLength { return [.computed(part)] }
            guard Self.isPatternWord(word) else { throw Self.notInPattern(token) }
            return try digits()
        case .text(let bytes):
            take()
            return bytes.map { .fixed(.byte($0, mask: 0xFF)) }
        case .variable: return [.computed(try bytePart())]
        case .sign("{"): return try remembered().map { [$0] }
        case .sign, .lineEnd: return nil
        }
    }

    private static func notInPattern(_ token: ScriptToken) -> ScriptError {
        token.error(
            "\(token.shown) is no part of a pattern",
            hint: "parts are 9000, 63C?, .., ??*8, \"text\", {name:8}, $atr, $atr[0..1], and / between alternatives")
    }

    private static func isPatternWord(_ word: String) -> Bool {
        word.contains { $0.isHexDigit || $0 == "?" }
            && word.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "?" || $0 == ":" || $0 == "x" || $0 == "X") }
    }

    /// Digits and `?`, paired across the words of one line; `*8` repeats the last byte.
    private mutating func digits() throws(ScriptError) -> [PatternExpression.Element] {
        let line = next.line
        var elements: [PatternExpression.Element] = []
        var high: (value: UInt8, mask: UInt8, token: ScriptToken)?
        while let word = next.word, next.line == line, Self.isPatternWord(word) {
            let token = take()
            let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word[...]
            for digit in digits where digit != ":" {
                let value = digit.hexDigitValue.map { UInt8($0) }
                guard value != nil || digit == "?" else { throw Self.notInPattern(token) }
                let mask: UInt8 = value == nil ? 0 : 0xF
                if let first = high {
                    elements.append(.fixed(.byte(first.value << 4 | (value ?? 0), mask: first.mask << 4 | mask)))
                    high = nil
                } else {
                    high = (value ?? 0, mask, token)
                }
            }
            if high == nil, next.isSign("*"), let last = elements.last {
                take()
                let count = try count()
                elements.removeLast()
                if case .fixed(.byte(_, mask: 0)) = last {
                    elements.append(.fixed(.any(count, name: nil)))
                } else {
                    elements += Array(repeating: last, count: min(count, PatternExpression.elementLimit + 1))
                }
            }
        }
        if let high { throw high.token.error("a byte needs two digits, the last one has one") }
        return elements
    }

    private mutating func count() throws(ScriptError) -> Int {
        let token = take()
        guard let word = token.word, let count = Self.literal(word), count <= 65_536 else {
            throw token.error("a number up to 65536 is expected", hint: "eight bytes: expect ??*8")
        }
        return count
    }

    /// `{name:8}`; nil when a block begins here.
    private mutating func remembered() throws(ScriptError) -> PatternExpression.Element? {
        guard let word = afterNext.word else { return nil }
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first.map(String.init), ScriptScanner.isName(name),
            let count = Self.literal(parts[1])
        else { return nil }
        take()
        let token = take()
        guard count <= 65_536 else { throw token.error("more than 65536 bytes") }
        try expect(sign: "}", hint: "eight bytes to remember: expect {name:8}")
        return .fixed(.any(count, name: name))
    }

    // MARK: - Conditions

    /// What `expect` and `if` ask.
    mutating func condition() throws(ScriptError) -> Condition {
        let token = next
        // Whatever can be read as a number and is compared is one; everything else is a pattern.
        if beginsCalculation { return try comparison() }
        switch token.kind {
        case .word(let word):
            switch word.lowercased() {
            case "not":
                take()
                return .not(try nested { parser throws(ScriptError) in try parser.condition() })
            case "sw":
                take()
                return .status(try pattern())
            case "data":
                take()
                return .data(try pattern())
            case "length":
                take()
                return .length(takeComparison() ?? .equal, try number())
            default: break
            }
        case .variable:
            var trial = self
            if let part = try? trial.bytePart(), trial.next.word?.lowercased() == "is" {
                self = trial
                take()
                return .variable(part, try pattern())
            }
        default: return .reply(try pattern())
        }
        var trial = self
        if (try? trial.number()) != nil, trial.comparison(trial.next) != nil { return try comparison() }
        return .reply(try pattern())
    }

    private mutating func comparison() throws(ScriptError) -> Condition {
        let left = try number()
        let sign = next
        guard let comparison = takeComparison() else {
            throw sign.error(
                "= < <= > or >= is expected, and \(sign.shown) stands here", hint: "expect ($n + 1) * 2 <= 8")
        }
        return .number(left, comparison, try number())
    }

    private func comparison(_ token: ScriptToken) -> Condition.Comparison? {
        if case .sign(let sign) = token.kind { Condition.Comparison(rawValue: sign) } else { nil }
    }

    private mutating func takeComparison() -> Condition.Comparison? {
        guard let comparison = comparison(next) else { return nil }
        take()
        return comparison
    }
}
