/// A date as documents give it: the day, or the month and the day, may be unknown.
public struct CalendarDate: Hashable, Sendable {
    /// The year, with its century.
    public let year: Int
    /// 1 to 12, nil when unknown.
    public let month: Int?
    /// 1 to 31, nil when unknown.
    public let day: Int?

    /// A date; nil when it does not exist. A day without a month does not.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year), month != nil || day == nil else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day, !(1...Self.days(of: month, in: year)).contains(day) { return nil }
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// True when this date cannot be `other` or before it, unknown parts counting as the earliest.
    public func isAfter(_ other: CalendarDate) -> Bool {
        (year, month ?? 1, day ?? 1) > (other.year, other.month ?? 12, other.day ?? 31)
    }

    static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// `YYYY-MM-DD`, as far as it is known.
    public var description: String {
        var text = Self.padded(year, 4)
        if let month { text += "-" + Self.padded(month, 2) }
        if let day { text += "-" + Self.padded(day, 2) }
        return text
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
