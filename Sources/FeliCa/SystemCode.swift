import Octets

/// Which system of a card is meant (JIS X 6319-4); FF in either octet of a polling stands for any value.
public struct SystemCode: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The code; on the wire the high octet comes first.
    public let rawValue: UInt16

    /// A code as a number.
    public init(_ value: UInt16) { rawValue = value }

    /// A code as a literal: `0x0003`.
    public init(integerLiteral value: UInt16) { rawValue = value }

    /// Any system: a card answers with its first.
    public static let any: SystemCode = 0xFFFF
    /// Transit cards of Japan that are used across operators.
    public static let transit: SystemCode = 0x0003
    /// The common area, where electronic money lies.
    public static let commonArea: SystemCode = 0xFE00
    /// FeliCa Lite and Lite-S.
    public static let lite: SystemCode = 0x88B4
    /// NFC Forum Type 3 tags.
    public static let ndef: SystemCode = 0x12FC

    /// Both octets as they are sent.
    public var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)] }

    /// True when a system with code `other` answers to a polling of this one.
    public func matches(_ other: SystemCode) -> Bool {
        zip(bytes, other.bytes).allSatisfy { $0 == 0xFF || $0 == $1 }
    }
}

extension SystemCode: CustomStringConvertible {
    /// Four hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
