/// A time of day in Japan, as exact as the card has it.
public struct TransitTime: Hashable, Sendable, Comparable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59, nil where the card stores none.
    public let second: Int?

    /// A time; nil when there is no such time.
    public init?(hour: Int, minute: Int, second: Int? = nil) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second ?? 0) else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Two octets of a sale: hour in 5 bits, minute in 6, seconds divided by two in 5.
    public init?(packed: UInt16) {
        self.init(hour: Int(packed >> 11), minute: Int(packed >> 5 & 63), second: Int(packed & 31) * 2)
    }

    /// Two octets of a gate: hour and minute, each as two decimal digits.
    public init?(decimal octets: UInt16) {
        let digits = [octets >> 12, octets >> 8 & 15, octets >> 4 & 15, octets & 15].map { Int($0) }
        guard digits.allSatisfy({ $0 <= 9 }) else { return nil }
        self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
    }

    /// Earlier before later; a time without seconds is the beginning of its minute.
    public static func < (left: TransitTime, right: TransitTime) -> Bool {
        (left.hour, left.minute, left.second ?? 0) < (right.hour, right.minute, right.second ?? 0)
    }
}

extension TransitTime: CustomStringConvertible {
    /// `hh:mm`, with `:ss` where there are seconds.
    public var description: String {
        let parts = [hour, minute] + (second.map { [$0] } ?? [])
        return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}
