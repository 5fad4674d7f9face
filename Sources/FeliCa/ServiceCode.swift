import Octets

/// A service of a system: number and attribute (JIS X 6319-4).
public struct ServiceCode: Hashable, Sendable, ExpressibleByIntegerLiteral, Comparable {
    /// How blocks of a service are arranged.
    public enum Kind: Hashable, Sendable {
        /// Blocks that are read and written by number.
        case random
        /// The newest block is number 0.
        case cyclic
        /// A purse.
        case purse
        /// An attribute that is none of a service: an area, or a code that is not assigned.
        case other
    }

    /// The code; on the wire the low octet comes first.
    public let rawValue: UInt16

    /// A code as a number.
    public init(_ value: UInt16) { rawValue = value }

    /// A code as a literal: `0x090F`.
    public init(integerLiteral value: UInt16) { rawValue = value }

    /// The number, bits 7 to 16.
    public var number: Int { Int(rawValue >> 6) }
    /// The attribute, bits 1 to 6.
    public var attribute: UInt8 { UInt8(rawValue & 0x3F) }

    /// Random, cyclic or purse.
    public var kind: Kind {
        switch attribute {
        case 0x08...0x0B: .random
        case 0x0C...0x0F: .cyclic
        case 0x10...0x17: .purse
        default: .other
        }
    }

    /// True when it is read without a key.
    public var isReadableWithoutKey: Bool { kind != .other && attribute & 1 == 1 }

    /// Both octets as they are sent.
    public var bytes: [UInt8] { [UInt8(rawValue & 0xFF), UInt8(rawValue >> 8)] }

    /// By number, then attribute.
    public static func < (left: ServiceCode, right: ServiceCode) -> Bool { left.rawValue < right.rawValue }
}

extension ServiceCode: CustomStringConvertible {
    /// Four hexadecimal digits, the number as people write it: `090F`, not as it is sent.
    public var description: String { Hex.string(bytes.reversed()) }
}
