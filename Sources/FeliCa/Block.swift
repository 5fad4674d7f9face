public import Octets

/// What a card keeps: 16 octets at a time.
public struct Block: Hashable, Sendable {
    /// Octets in a block.
    public static let count = 16

    /// The 16 octets.
    public let bytes: [UInt8]

    /// Nil unless there are exactly 16 octets.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes 16 octets. Throws `truncated`.
    public init(from reader: inout ByteReader) throws(ParseError) {
        bytes = Array(try reader.bytes(Self.count))
    }

    /// 16 octets of zero.
    public static let empty = Block(zeros: ())

    private init(zeros: ()) { bytes = [UInt8](repeating: 0, count: Self.count) }
}

extension Block: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
