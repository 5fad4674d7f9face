import Octets

/// A value that a preset asks for, with its type.
public struct PresetParameter: Hashable, Sendable {
    /// What a value must be.
    public enum Kind: Hashable, Sendable {
        /// An unsigned number of 1 to 4 bytes in a range.
        case number(bytes: Int, littleEndian: Bool, in: ClosedRange<UInt64>)
        /// Bytes, as many as the range allows.
        case bytes(ClosedRange<Int>)
        /// The same, and never shown, kept or traced.
        case secret(ClosedRange<Int>)
        /// UID or IDm of the card on the reader, of this many bytes; filled in without asking. ISO 15693 sends it with
        /// its last byte first.
        case identifier(Int, reversed: Bool)
    }

    /// How the template refers to it.
    public var name: String
    /// What it must be.
    public var kind: Kind
    /// What it means, in a few words.
    public var words: String
    /// As it would be typed; nil when it must be given.
    public var usual: String?

    /// A parameter.
    public init(name: String, kind: Kind, words: String, usual: String? = nil) {
        self.name = name
        self.kind = kind
        self.words = words
        self.usual = usual
    }

    /// True for values that must not be shown.
    public var isSecret: Bool { if case .secret = kind { true } else { false } }

    /// The bytes that a typed value stands for: numbers are decimal or begin with `0x`, bytes are hexadecimal or text in
    /// double quotes. Throws `wrongValue`, which never repeats the value.
    public func bytes(_ text: String) throws(PresetFailure) -> [UInt8] {
        switch kind {
        case .number(let count, let littleEndian, let range):
            let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
            guard let value = UInt64(isHex ? String(text.dropFirst(2)) : text, radix: isHex ? 16 : 10),
                range.contains(value)
            else { throw wrong }
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
            return littleEndian ? bytes : bytes.reversed()
        case .bytes(let range), .secret(let range): return try octets(text, range)
        case .identifier(let count, _): return try octets(text, count...count)
        }
    }

    private func octets(_ text: String, _ range: ClosedRange<Int>) throws(PresetFailure) -> [UInt8] {
        let bytes: [UInt8]
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            bytes = Array(text.dropFirst().dropLast().utf8)
        } else {
            guard let found = try? Hex.bytes(text) else { throw wrong }
            bytes = found
        }
        guard range.contains(bytes.count) else { throw wrong }
        return bytes
    }

    private var wrong: PresetFailure { .wrongValue(name: name, needs: needs) }

    /// What a value must be, in words.
    public var needs: String {
        switch kind {
        case .number(_, _, let range): "a number from \(range.lowerBound) to \(range.upperBound), decimal or 0x…"
        case .bytes(let range), .secret(let range): Self.words(range) + " in hexadecimal, or text in quotes"
        case .identifier(let count, _): "\(count) bytes in hexadecimal; the card's own when it is left out"
        }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound) byte\(range.lowerBound == 1 ? "" : "s")" }
        return "\(range.lowerBound) to \(range.upperBound) bytes"
    }
}

extension PresetParameter.Kind {
    /// Most bytes of one value: what fits into a short command.
    static let lengthLimit = 255

    /// As it is written: `u16le`, `u8(4-15)`, `bytes(5-16)`, `identifier(8)le`.
    public var spelling: String {
        switch self {
        case .number(let count, let littleEndian, let range):
            let word = "u\(8 * count)" + (littleEndian ? "le" : "")
            let whole = range == Self.whole(count)
            return word + (whole ? "" : "(\(range.lowerBound)-\(range.upperBound))")
        case .bytes(let range): return "bytes(\(Self.spelling(range)))"
        case .secret(let range): return "secret(\(Self.spelling(range)))"
        case .identifier(let count, let reversed): return "identifier(\(count))" + (reversed ? "le" : "")
        }
    }

    /// Reads what `spelling` writes; nil for anything else.
    public init?(spelling text: String) {
        let word = text.prefix { $0 != "(" }
        let rest = text.dropFirst(word.count)
        let inner = rest.prefix { $0 != ")" }.dropFirst()
        let tail = rest.dropFirst(inner.count + 2)
        guard rest.isEmpty || rest.contains(")") else { return nil }
        if let (count, littleEndian) = Self.numbers[String(word)] {
            guard tail.isEmpty else { return nil }
            guard !rest.isEmpty else {
                self = .number(bytes: count, littleEndian: littleEndian, in: Self.whole(count))
                return
            }
            let parts = inner.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
            guard parts.count == 2, let low = parts[0], let high = parts[1], low <= high,
                Self.whole(count).contains(high)
            else { return nil }
            self = .number(bytes: count, littleEndian: littleEndian, in: low...high)
            return
        }
        guard let range = Self.range(inner) else { return nil }
        switch (word, tail) {
        case ("bytes", ""): self = .bytes(range)
        case ("secret", ""): self = .secret(range)
        case ("identifier", "") where range.count == 1: self = .identifier(range.lowerBound, reversed: false)
        case ("identifier", "le") where range.count == 1: self = .identifier(range.lowerBound, reversed: true)
        default: return nil
        }
    }

    private static let numbers: [String: (Int, Bool)] = [
        "u8": (1, false), "u16": (2, false), "u24": (3, false), "u32": (4, false), "u16le": (2, true),
        "u24le": (3, true), "u32le": (4, true),
    ]

    private static func whole(_ count: Int) -> ClosedRange<UInt64> { 0...(UInt64(1) << UInt64(8 * count) - 1) }

    private static func spelling(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }

    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let low = parts[0], let high = parts[parts.count - 1],
            low >= 1, low <= high, high <= lengthLimit
        else { return nil }
        return low...high
    }
}
