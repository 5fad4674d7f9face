/// A cursor over bytes that came from outside: every access is checked, nothing is copied.
public struct ByteReader: Sendable {
    /// The bytes that are left.
    public private(set) var rest: ArraySlice<UInt8>
    /// Offset of the next byte from the start of the original input.
    public private(set) var offset: Int
    /// Named in errors.
    public let structure: String

    /// Reads `bytes`, whose first byte is at `offset` of the original input.
    public init(_ bytes: ArraySlice<UInt8>, in structure: String, at offset: Int = 0) {
        rest = bytes
        self.structure = structure
        self.offset = offset
    }

    /// Reads `bytes` from the first.
    public init(_ bytes: [UInt8], in structure: String) {
        self.init(bytes[...], in: structure)
    }

    /// True when nothing is left.
    public var isAtEnd: Bool { rest.isEmpty }

    /// The next byte, without taking it.
    public var next: UInt8? { rest.first }

    /// Takes one byte. Throws `truncated` at the end.
    public mutating func byte() throws(ParseError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw error(.truncated(needed: 1, available: 0)) }
        offset += 1
        return byte
    }

    /// Takes exactly `count` bytes. Throws `truncated` when fewer are left, or `count` is negative.
    public mutating func bytes(_ count: Int) throws(ParseError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else {
            throw error(.truncated(needed: max(count, 0), available: rest.count))
        }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        offset += count
        return taken
    }

    /// Takes a big-endian unsigned number of 1 to 7 bytes.
    public mutating func number(_ count: Int) throws(ParseError) -> Int {
        guard (1...7).contains(count) else { throw error(.invalidLength) }
        return try bytes(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Throws `trailingBytes` unless everything was taken.
    public func expectEnd() throws(ParseError) {
        guard rest.isEmpty else { throw error(.trailingBytes(rest.count)) }
    }

    /// An error at the present place.
    public func error(_ reason: ParseError.Reason) -> ParseError {
        ParseError(reason, in: structure, at: offset)
    }
}
