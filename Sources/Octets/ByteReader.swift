/// A cursor over bytes that came from outside: every access is checked, nothing is copied.
public struct ByteReader: Sendable {
    /// The bytes up to the end of what is read; they stay as they are while the place moves, so that taking a byte
    /// touches no memory but that byte.
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private let shift: Int
    /// Named in errors.
    public let structure: String

    /// Reads `bytes`, whose first byte is at `offset` of the original input.
    public init(_ bytes: ArraySlice<UInt8>, in structure: String, at offset: Int = 0) {
        self.bytes = bytes
        place = bytes.startIndex
        shift = offset - bytes.startIndex
        self.structure = structure
    }

    /// Reads `bytes` from the first.
    public init(_ bytes: [UInt8], in structure: String) {
        self.init(bytes[...], in: structure)
    }

    /// The bytes that are left.
    public var rest: ArraySlice<UInt8> { bytes[place...] }

    /// Offset of the next byte from the start of the original input.
    public var offset: Int { place + shift }

    /// True when nothing is left.
    public var isAtEnd: Bool { place >= bytes.endIndex }

    /// The next byte, without taking it.
    public var next: UInt8? { isAtEnd ? nil : bytes[place] }

    /// Takes one byte. Throws `truncated` at the end.
    public mutating func byte() throws(ParseError) -> UInt8 {
        guard place < bytes.endIndex else { throw error(.truncated(needed: 1, available: 0)) }
        let byte = bytes[place]
        place += 1
        return byte
    }

    /// Takes exactly `count` bytes. Throws `truncated` when fewer are left, or `count` is negative.
    public mutating func bytes(_ count: Int) throws(ParseError) -> ArraySlice<UInt8> {
        let start = place
        try skip(count)
        return bytes[start..<place]
    }

    /// Passes over exactly `count` bytes.
    mutating func skip(_ count: Int) throws(ParseError) {
        let available = bytes.endIndex - place
        guard count >= 0, count <= available else {
            throw error(.truncated(needed: max(count, 0), available: available))
        }
        place += count
    }

    /// Takes a big-endian unsigned number of 1 to 7 bytes.
    public mutating func number(_ count: Int) throws(ParseError) -> Int {
        guard (1...7).contains(count) else { throw error(.invalidLength) }
        let available = bytes.endIndex - place
        guard count <= available else { throw error(.truncated(needed: count, available: available)) }
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    /// The bytes from `offset` to the next byte. The caller knows that they are there.
    func taken(from offset: Int) -> ArraySlice<UInt8> { bytes[(offset - shift)..<place] }

    /// Throws `trailingBytes` unless everything was taken.
    public func expectEnd() throws(ParseError) {
        guard isAtEnd else { throw error(.trailingBytes(bytes.endIndex - place)) }
    }

    /// An error at the present place.
    public func error(_ reason: ParseError.Reason) -> ParseError { error(reason, at: offset) }

    func error(_ reason: ParseError.Reason, at offset: Int) -> ParseError {
        ParseError(reason, in: structure, at: offset)
    }
}
