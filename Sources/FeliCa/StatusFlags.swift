import Octets

/// How a card judged a read or write (JIS X 6319-4): 00 00 is success, everything else comes without data.
public struct StatusFlags: Hashable, Sendable {
    /// Where it happened: 00 nowhere, FF not at one entry of a list, otherwise the entry, in one of two encodings that
    /// depend on the product. Good for a log, not for a decision.
    public let flag1: UInt8
    /// What happened.
    public let flag2: UInt8

    /// Both flags.
    public init(_ flag1: UInt8, _ flag2: UInt8) {
        self.flag1 = flag1
        self.flag2 = flag2
    }

    /// 00 00.
    public static let success = StatusFlags(0, 0)

    /// What the second flag says, in words.
    public var meaning: String {
        if self == .success { return "done" }
        return switch flag2 {
        case 0x00: "failed without a reason"
        case 0x01: "the purse would fall below zero"
        case 0x02: "the purse would rise above its limit"
        case 0x03: "more is given back than was taken"
        case 0x70: "memory error"
        case 0x71: "the memory has been written too often"
        case 0xA1: "wrong number of services in one command"
        case 0xA2: "wrong number of blocks in one command"
        case 0xA3: "the block list names a service that the service list does not have"
        case 0xA4: "the service does not allow this command"
        case 0xA5: "access denied: the service wants a key"
        case 0xA6: "no such service in the selected system"
        case 0xA7: "wrong access mode in the block list"
        case 0xA8: "no such block in the service"
        case 0xA9: "writing failed"
        case 0xAA...0xAF, 0xC0...0xC3: "issuing failed"
        case 0xB1: "the message authentication code is required or wrong"
        case 0xB2: "authentication with the card is missing"
        default: "refused for a reason of the card's own"
        }
    }
}

extension StatusFlags: CustomStringConvertible {
    /// Both flags in hexadecimal: `01 A6`.
    public var description: String { Hex.string([flag1, flag2], separator: " ") }
}
