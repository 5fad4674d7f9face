import CommandPresets
import Octets

extension ScriptInterpreter {
    /// What an expectation asks, as it is written.
    static func words(_ condition: Condition) -> String {
        switch condition {
        case .reply(let pattern): words(pattern)
        case .status(let pattern): "sw \(words(pattern))"
        case .data(let pattern): "data \(words(pattern))"
        case .length(let comparison, let number): "length \(comparison.rawValue) \(words(number))"
        case .variable(let name, let pattern, _, _): "$\(name) is \(words(pattern))"
        case .number(let left, let comparison, let right): "\(words(left)) \(comparison.rawValue) \(words(right))"
        case .not(let inner): "not \(words(inner))"
        }
    }

    private static func words(_ pattern: PatternExpression) -> String {
        pattern.alternatives.map { alternative in
            switch alternative {
            case .nibble(0xA): "ACK"
            case .nibble(let value): "NAK\(String(value, radix: 16, uppercase: true))"
            case .notAcknowledged: "NAK"
            case .silence: "none"
            case .elements(let elements): words(elements)
            }
        }.joined(separator: " / ")
    }

    private static func words(_ elements: [PatternExpression.Element]) -> String {
        var text = ""
        var isByte = false
        for element in elements {
            let word: String
            var nextIsByte = false
            switch element {
            case .variable(let name, _, _): word = "$\(name)"
            case .fixed(.rest): word = ".."
            case .fixed(.any(let count, let name)): word = name.map { "{\($0):\(count)}" } ?? "??*\(count)"
            case .fixed(.byte(let value, let mask)):
                nextIsByte = true
                let digits = Hex.string([value])
                word =
                    (mask & 0xF0 == 0 ? "?" : String(digits.prefix(1)))
                    + (mask & 0x0F == 0 ? "?" : String(digits.suffix(1)))
            }
            if !text.isEmpty, !(isByte && nextIsByte) { text += " " }
            text += word
            isByte = nextIsByte
        }
        return text
    }

    private static func words(_ number: NumberExpression) -> String {
        switch number {
        case .literal(let value): String(value)
        case .variable(let name, _, _): "$\(name)"
        case .length(let name, _, _): "len($\(name))"
        case .operation(let operation, let left, let right, _, _):
            "\(words(left)) \(operation.rawValue) \(words(right))"
        }
    }
}
