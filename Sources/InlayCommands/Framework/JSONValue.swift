import Octets

/// A JSON document in the order in which it was put together.
///
/// There is no case for fractions: durations are whole microseconds, so NaN and rounding cannot come up.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A key and its value.
    struct Member: Hashable, Sendable {
        let key: String
        let value: JSONValue
    }

    /// How a document is laid out.
    enum Layout {
        /// Two spaces for each level.
        case indented
        /// One line, for streams.
        case line
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral, ExpressibleByStringInterpolation
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }
    init(nilLiteral: ()) { self = .null }

    /// A text, or null.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    /// A number, or null.
    init(_ number: Int?) { self = number.map { .int($0) } ?? .null }
    /// Bytes as upper-case hexadecimal digits.
    static func hex(_ bytes: some Sequence<UInt8>) -> JSONValue { .string(Hex.string(bytes)) }
    /// A duration in whole microseconds.
    static func microseconds(_ duration: Duration) -> JSONValue {
        let parts = duration.components
        return .int(Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000))
    }

    /// Members of an object; none of any other value.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The same object with more members behind its own; other values stay as they are.
    func appending(_ members: [Member]) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }
}

extension JSONValue {
    /// The document as text, without a line end behind it.
    ///
    /// Everything that could act on a terminal is written as `\u`, so a document can be shown as it is.
    /// `level` is how deep it will stand in another document.
    func text(_ layout: Layout = .indented, level: Int = 0) -> String {
        var text = ""
        write(to: &text, layout, level: level)
        return text
    }

    private func write(to text: inout String, _ layout: Layout, level: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.writeList("[", values, "]", to: &text, layout, level: level) { value, text in
                value.write(to: &text, layout, level: level + 1)
            }
        case .object(let members):
            Self.writeList("{", members, "}", to: &text, layout, level: level) { member, text in
                Self.write(member.key, to: &text)
                text += layout == .line ? ":" : ": "
                member.value.write(to: &text, layout, level: level + 1)
            }
        }
    }

    private static func writeList<Element>(
        _ open: String, _ elements: [Element], _ close: String, to text: inout String, _ layout: Layout, level: Int,
        _ write: (Element, inout String) -> Void
    ) {
        text += open
        let indent = layout == .line ? "" : "\n" + String(repeating: "  ", count: level + 1)
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            text += indent
            write(element, &text)
        }
        if layout == .indented, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: level) }
        text += close
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        // Most texts need no escape: then they are taken as they are, which a batch feels.
        if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where TerminalText.isUnsafe(scalar):
                for unit in Character(scalar).utf16 {
                    text += "\\u" + Hex.string([UInt8(unit >> 8), UInt8(unit & 0xFF)])
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
