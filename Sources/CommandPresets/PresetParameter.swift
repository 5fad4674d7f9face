import Octets

/// A value that a preset asks for, with its type.
public struct PresetParameter: Hashable, Sendable {
    /// What a value must be.
    public enum Kind: Hashable, Sendable {
        /// An unsigned number of 1 to 4 bytes.
        case number(bytes: Int, littleEndian: Bool)
        /// Bytes, as many as the range allows.
        case bytes(ClosedRange<Int>)
        /// The same, and never shown, kept or traced.
        case secret(ClosedRange<Int>)
        /// UID or IDm of the card on the reader, of this many bytes; filled in without asking.
        case identifier(Int)
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
        case .number(let count, let littleEndian):
            let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
            guard let value = UInt64(isHex ? String(text.dropFirst(2)) : text, radix: isHex ? 16 : 10),
                value >> UInt64(8 * count) == 0
            else { throw wrong }
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
            return littleEndian ? bytes : bytes.reversed()
        case .bytes(let range), .secret(let range): return try octets(text, range)
        case .identifier(let count): return try octets(text, count...count)
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
        case .number(let count, _): "a number from 0 to \(UInt64(1) << UInt64(8 * count) - 1), decimal or 0x…"
        case .bytes(let range), .secret(let range): Self.words(range) + " in hexadecimal, or text in quotes"
        case .identifier(let count): "\(count) bytes in hexadecimal; the card's own when it is left out"
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

    /// As it is written: `u16le`, `bytes(5-16)`.
    public var spelling: String {
        switch self {
        case .number(let count, let littleEndian): "u\(8 * count)" + (littleEndian && count > 1 ? "le" : "")
        case .bytes(let range): "bytes(\(Self.spelling(range)))"
        case .secret(let range): "secret(\(Self.spelling(range)))"
        case .identifier(let count): "identifier(\(count))"
        }
    }

    /// Reads what `spelling` writes; nil for anything else.
    public init?(spelling text: String) {
        let numbers = ["u8": (1, false), "u16": (2, false), "u24": (3, false), "u32": (4, false)]
        let littleEndian = ["u16le": 2, "u24le": 3, "u32le": 4]
        if let (count, little) = numbers[text] {
            self = .number(bytes: count, littleEndian: little)
        } else if let count = littleEndian[text] {
            self = .number(bytes: count, littleEndian: true)
        } else if let range = Self.range(text, of: "bytes") {
            self = .bytes(range)
        } else if let range = Self.range(text, of: "secret") {
            self = .secret(range)
        } else if let range = Self.range(text, of: "identifier"), range.lowerBound == range.upperBound {
            self = .identifier(range.lowerBound)
        } else {
            return nil
        }
    }

    private static func spelling(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }

    private static func range(_ text: String, of word: String) -> ClosedRange<Int>? {
        guard text.hasPrefix(word + "("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst(word.count + 1).dropLast().split(separator: "-", omittingEmptySubsequences: false)
        guard let low = parts.first.flatMap({ Int($0) }), let high = parts.last.flatMap({ Int($0) }),
            parts.count <= 2, low >= 1, low <= high, high <= lengthLimit
        else { return nil }
        return low...high
    }
}
