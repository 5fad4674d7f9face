/// Text of a data group: UTF-8, `<` between parts (9303-10 §4.7.11). Text of a stranger, to be escaped where it is shown.
public struct DetailText: Hashable, Sendable {
    /// The text as it stands; bytes that are no UTF-8 are taken as ISO 8859-1.
    public let raw: String
    /// False when the bytes are no UTF-8.
    public let isUTF8: Bool

    /// Text with `<` between parts.
    public init(_ text: String) {
        raw = text
        isUTF8 = true
    }

    /// The value of an object.
    public init(bytes: some Collection<UInt8>) {
        let decoded = String(validating: bytes, as: UTF8.self)
        raw = decoded ?? latin1(bytes)
        isUTF8 = decoded != nil
    }

    /// The parts between fillers, empty ones left out.
    public var parts: [String] { raw.split(separator: "<").map(String.init) }

    /// The parts with spaces between them.
    public var spaced: String { parts.joined(separator: " ") }

    /// The identifiers in front of and behind `<<`, for names.
    public var name: (primary: String, secondary: String) {
        guard let split = raw.firstRange(of: "<<") else { return (spaced, "") }
        return (
            DetailText(String(raw[..<split.lowerBound])).spaced, DetailText(String(raw[split.upperBound...])).spaced
        )
    }
}

/// A date of a data group: eight digits YYYYMMDD, or the same in BCD; unknown parts are 00 or 0000.
public struct DetailDate: Hashable, Sendable {
    /// The bytes as they stand.
    public let bytes: [UInt8]
    /// The date; nil when its year is unknown or the bytes are no date.
    public let date: CalendarDate?
    /// False when the bytes are no date.
    public let isWellFormed: Bool

    /// A date as eight digits.
    public init(_ date: CalendarDate) {
        let digits = [date.year / 100, date.year % 100, date.month ?? 0, date.day ?? 0]
        self.init(
            bytes: digits.flatMap {
                [UInt8(truncatingIfNeeded: 0x30 + $0 / 10), UInt8(truncatingIfNeeded: 0x30 + $0 % 10)]
            })
    }

    /// The value of an object.
    public init(bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        guard let digits = decimalDigits(bytes), digits.count == 8 else {
            date = nil
            isWellFormed = false
            return
        }
        let year = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
        let month = digits[4] * 10 + digits[5]
        let day = digits[6] * 10 + digits[7]
        date = CalendarDate(year: year, month: month == 0 ? nil : month, day: month == 0 || day == 0 ? nil : day)
        isWellFormed = date != nil || year == 0 && month <= 12 && day <= 31
    }
}

/// A moment of a data group: fourteen digits YYYYMMDDhhmmss, or the same in BCD; in what time zone is not said.
public struct DetailTime: Hashable, Sendable {
    /// The bytes as they stand.
    public let bytes: [UInt8]
    /// `YYYY-MM-DD hh:mm:ss`; nil when the bytes are no moment.
    public let text: String?

    /// A moment from bytes.
    public init(bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
        guard let digits = decimalDigits(bytes), digits.count == 14 else {
            text = nil
            return
        }
        let parts = stride(from: 0, to: 14, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        guard let date = CalendarDate(year: parts[0] * 100 + parts[1], month: parts[2], day: parts[3]), parts[4] <= 23,
            parts[5] <= 59, parts[6] <= 60
        else {
            text = nil
            return
        }
        let time = digits.suffix(6).map(String.init)
        text = "\(date) \(time[0])\(time[1]):\(time[2])\(time[3]):\(time[4])\(time[5])"
    }

    /// True when the bytes are a moment.
    public var isWellFormed: Bool { text != nil }
}

/// The digits of ASCII text or of BCD; nil when there is anything else.
func decimalDigits(_ bytes: some Collection<UInt8>) -> [Int]? {
    if bytes.allSatisfy(MRZCharacters.isDigit) { return bytes.map { Int($0) - 0x30 } }
    let halves = bytes.flatMap { [Int($0 >> 4), Int($0 & 0x0F)] }
    return halves.allSatisfy { $0 <= 9 } ? halves : nil
}
