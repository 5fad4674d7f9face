import Octets

/// SW1-SW2 (7816-4 §5.1.3). What it means can depend on the application; see `StatusWord.meaning`.
public struct StatusWord: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// SW1 in the high byte.
    public let rawValue: UInt16

    /// A status word as a number.
    public init(_ value: UInt16) { rawValue = value }

    /// A status word as a literal: `0x6A82`.
    public init(integerLiteral value: UInt16) { rawValue = value }

    /// 9000, normal processing.
    public static let success: StatusWord = 0x9000

    /// First status byte.
    public var sw1: UInt8 { UInt8(rawValue >> 8) }
    /// Second status byte.
    public var sw2: UInt8 { UInt8(rawValue & 0xFF) }
    /// Both bytes.
    public var bytes: [UInt8] { [sw1, sw2] }

    /// 61xx: bytes that GET RESPONSE will give; xx = 00 means 256 or more.
    public var bytesAvailable: Int? { sw1 == 0x61 ? (sw2 == 0 ? 256 : Int(sw2)) : nil }

    /// 6Cxx: the right Le; xx = 00 means 256.
    public var correctLength: Int? { sw1 == 0x6C ? (sw2 == 0 ? 256 : Int(sw2)) : nil }

    /// 63Cx: tries that are left.
    public var triesLeft: Int? { rawValue & 0xFFF0 == 0x63C0 ? Int(rawValue & 0xF) : nil }

    /// Four hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
