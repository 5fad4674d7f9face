public import Octets

/// Manufacture ID, which answers name and commands address a card by (JIS X 6319-4): 8 octets.
///
/// A card with several systems has one for each of them; they differ in the high half of the first octet. It identifies
/// the card, so it is personal data: it goes into no log, and into a report only when asked for.
public struct IDm: Hashable, Sendable {
    /// The 8 octets.
    public let bytes: [UInt8]

    /// Nil unless there are exactly 8 octets.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes 8 octets. Throws `truncated`.
    public init(from reader: inout ByteReader) throws(ParseError) {
        bytes = Array(try reader.bytes(8))
    }

    /// Which of the card's systems this is, 0 to 15.
    public var systemNumber: Int { Int((bytes.first ?? 0) >> 4) }

    /// True when both belong to one card: all but the number of the system is the same.
    public func isSameCard(as other: IDm) -> Bool {
        bytes.dropFirst() == other.bytes.dropFirst() && (bytes.first ?? 0) & 0x0F == (other.bytes.first ?? 0) & 0x0F
    }
}

extension IDm: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
