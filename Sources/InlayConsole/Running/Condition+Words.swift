import CommandPresets
import Octets

extension Condition {
    /// What an expectation asks, as it is written.
    var words: String {
        switch self {
        case .reply(let pattern): Self.words(pattern)
        case .status(let pattern): "sw \(Self.words(pattern))"
        case .data(let pattern): "data \(Self.words(pattern))"
        case .length(let comparison, let number): "length \(comparison.rawValue) \(number.words)"
        case .variable(let part, let pattern): "\(part.words) is \(Self.words(pattern))"
        case .number(let left, let comparison, let right): "\(left.words) \(comparison.rawValue) \(right.words)"
        case .not(let inner): "not \(inner.words)"
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
            case .computed(let part): word = part.words
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
}

extension NumberExpression {
    /// As it is written.
    var words: String {
        switch self {
        case .literal(let value): String(value)
        case .variable(let name, let slice, _, _): "$\(name)" + (slice?.words ?? "")
        case .length(let bytes, _, _): "len(\(bytes.words))"
        case .bytes(let bytes, let littleEndian, _, _): "\(littleEndian ? "little" : "big")(\(bytes.words))"
        case .operation(let operation, let left, let right, _, _):
            "\(left.words(below: operation)) \(operation.rawValue) \(right.words(below: operation))"
        }
    }

    /// In brackets where the product is of a sum.
    private func words(below operation: Operation) -> String {
        if case .operation(let own, _, _, _, _) = self, operation == .times, own != .times { return "(\(words))" }
        return words
    }
}

extension ByteExpression {
    /// As they are written.
    var words: String { parts.map(\.words).joined(separator: " ") }
}

extension ByteExpression.Slice {
    /// As it is written.
    var words: String {
        guard let last else { return "[\(first.words)..]" }
        return first == last ? "[\(first.words)]" : "[\(first.words)..\(last.words)]"
    }
}

extension ByteExpression.Part {
    /// As it is written.
    var words: String {
        switch element {
        case .literal(let bytes): Hex.string(bytes)
        case .variable(let name, let slice): "$\(name)" + (slice?.words ?? "")
        case .number(let number, let width, let littleEndian):
            "u\(8 * width)\(littleEndian && width > 1 ? "le" : "")(\(number.words))"
        case .object(let tag, let value): "tlv(\(tag), \(value.words))"
        case .commandLength: "Lc"
        case .expectedLength(let number): "Le" + (number.map { "(\($0.words))" } ?? "")
        }
    }
}
