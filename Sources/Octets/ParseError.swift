/// Why bytes could not be understood, and where.
///
/// Carries no byte of the input: card data is personal data, and errors reach logs.
public struct ParseError: Error, Hashable, Sendable {
    /// What is wrong with the bytes. Counts are in bytes unless said otherwise.
    public enum Reason: Hashable, Sendable {
        /// The input ends before a value does.
        case truncated(needed: Int, available: Int)
        /// Another data object stands where `expected` must be; `found` is nil at the end of the input.
        case unexpectedTag(expected: Tag, found: Tag?)
        /// An identifier (tag) has no valid form.
        case invalidTag
        /// A length field has a form that the encoding rules forbid.
        case invalidLength
        /// Bytes are left where the structure is complete.
        case trailingBytes(Int)
        /// Nested deeper than `limit` levels.
        case tooDeep(limit: Int)
        /// More than `limit` elements, or bytes, of a kind.
        case tooMany(limit: Int)
        /// A value that the structure does not allow; the text names the rule, never the value.
        case invalidValue(String)
    }

    /// What is wrong.
    public var reason: Reason
    /// The structure that was being read, in the standard's words ("EF.COM").
    public var structure: String
    /// Offset in bytes from the start of the input that the reader was made for.
    public var offset: Int

    /// Makes an error for `structure` at byte `offset`.
    public init(_ reason: Reason, in structure: String, at offset: Int = 0) {
        self.reason = reason
        self.structure = structure
        self.offset = offset
    }

    /// The same error, told about the structure that the caller was reading.
    public func within(_ structure: String) -> ParseError {
        ParseError(reason, in: structure, at: offset)
    }
}

extension ParseError: CustomStringConvertible {
    /// One plain sentence without any byte of the input.
    public var description: String {
        "\(structure): \(reason) (at byte \(offset))"
    }
}

extension ParseError.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .truncated(let needed, let available):
            "ends too early: \(Count.of(needed, "byte is", "bytes are")) needed, \(Count.are(available)) there"
        case .unexpectedTag(let expected, let found):
            if let found { "tag \(expected) is expected, \(found) is there" } else { "tag \(expected) is missing" }
        case .invalidTag: "not a valid tag"
        case .invalidLength: "not a valid length"
        case .trailingBytes(let count): "\(Count.bytes(count)) too many"
        case .tooDeep(let limit): "nested deeper than \(Count.of(limit, "level"))"
        case .tooMany(let limit): "more than \(Count.of(limit, "element"))"
        case .invalidValue(let rule): rule
        }
    }
}
