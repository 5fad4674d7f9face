/// A second in time, UTC, in the proleptic Gregorian calendar.
public struct Moment: Hashable, Sendable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z; may be negative.
    public let secondsSince1970: Int

    /// A moment from POSIX time.
    public init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    /// A civil date and time; nil when it does not exist. Years 1 to 9999.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        secondsSince1970 = days * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// A date written `YYYY-MM-DD`; its first second.
    public init?(isoDate text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month, day, hour, minute, second.
    public var civil: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let days = Self.floorDivide(secondsSince1970, 86_400)
        let remainder = secondsSince1970 % 86_400
        let rest = remainder < 0 ? remainder + 86_400 : remainder
        let (year, month, day) = Self.civil(daysSince1970: days)
        return (year, month, day, rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// `YYYY-MM-DD`.
    public var isoDate: String {
        let date = civil
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    }

    /// `YYYY-MM-DDThh:mm:ssZ`.
    public var iso8601: String {
        let time = civil
        return isoDate + "T\(Self.padded(time.hour, 2)):\(Self.padded(time.minute, 2)):\(Self.padded(time.second, 2))Z"
    }

    /// Earlier before later.
    public static func < (left: Moment, right: Moment) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// Days in a month.
    public static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    // Days are counted in eras of 400 years that begin on 1 March, so that leap days come last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
