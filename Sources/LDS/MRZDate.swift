/// A date in the machine readable zone: YYMMDD, unknown parts as `<` (9303-3 §4.8).
public struct MRZDate: Hashable, Sendable {
    /// Which of the two dates it is; the century follows from that.
    public enum Role: Hashable, Sendable {
        /// In the past.
        case birth
        /// In this century: there were no chips in documents before it.
        case expiry
    }

    /// The six characters.
    public let raw: String
    /// Birth or expiry.
    public let role: Role
    /// The year within its century, nil when unknown or not a number.
    public let yearOfCentury: Int?
    /// The month, nil when unknown or impossible.
    public let month: Int?
    /// The day, nil when unknown or impossible.
    public let day: Int?
    /// False when a part is neither a possible number nor unknown (`<<`).
    public let isWellFormed: Bool

    init(_ octets: some Collection<UInt8>, role: Role) {
        let octets = Array(octets)
        self.role = role
        raw = MRZCharacters.text(octets)
        let parts = stride(from: 0, to: 6, by: 2).map { Array(octets.dropFirst($0).prefix(2)) }
        let unknown = parts.map { $0 == [MRZCharacters.filler, MRZCharacters.filler] }
        let numbers = parts.map(Self.number)
        yearOfCentury = numbers[0]
        month = numbers[1].flatMap { (1...12).contains($0) ? $0 : nil }
        let longest = month.map { CalendarDate.days(of: $0, in: Self.leapCandidate(numbers[0])) } ?? 31
        day = numbers[2].flatMap { (1...longest).contains($0) ? $0 : nil }
        isWellFormed =
            octets.count == 6 && (yearOfCentury != nil || unknown[0]) && (month != nil || unknown[1])
            && (day != nil || unknown[2])
    }

    /// The date with its century, for a reader whose calendar says `today`; nil when the year is unknown or the date
    /// does not exist.
    ///
    /// 9303 has no rule for centuries. A birth lies in 20YY unless that is after `today`; an expiry lies in 20YY.
    public func resolved(asOf today: CalendarDate) -> CalendarDate? {
        guard let yearOfCentury, isWellFormed else { return nil }
        let recent = date(in: 2000 + yearOfCentury)
        guard role == .birth else { return recent }
        guard let recent, !recent.isAfter(today) else { return date(in: 1900 + yearOfCentury) }
        return recent
    }

    private func date(in year: Int) -> CalendarDate? {
        // A day without a month tells nothing.
        CalendarDate(year: year, month: month, day: month == nil ? nil : day)
    }

    private static func number(_ octets: [UInt8]) -> Int? {
        guard octets.count == 2, octets.allSatisfy(MRZCharacters.isDigit) else { return nil }
        return octets.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// A year that is a leap year if either century makes it one.
    private static func leapCandidate(_ yearOfCentury: Int?) -> Int { 2000 + (yearOfCentury ?? 0) }
}

extension MRZDate {
    /// The six characters of a date that a person typed: `YYMMDD` with `<` for unknown parts, `YYYY-MM-DD` or `YYYYMMDD`.
    /// Throws `invalidDate`.
    static func octets(typed text: String, field: MRZField) throws(MRZError) -> [UInt8] {
        let rule = "six digits YYMMDD, or YYYY-MM-DD, are expected"
        let scalars = trimmingSpaces(text)
        let parts = scalars.split(separator: "-", omittingEmptySubsequences: false)
        let digits: [Unicode.Scalar]
        if parts.count == 3, parts.map(\.count) == [4, 2, 2] {
            digits = Array(parts.joined())
        } else {
            digits = scalars
        }
        var octets: [UInt8] = []
        for scalar in digits {
            guard let octet = MRZCharacters.octet(scalar), MRZCharacters.isDigit(octet) || octet == MRZCharacters.filler
            else { throw .invalidDate(field: field, rule: rule) }
            octets.append(octet)
        }
        guard octets.count == 6 || octets.count == 8 else { throw .invalidDate(field: field, rule: rule) }
        let date = MRZDate(octets.suffix(6), role: field == .dateOfBirth ? .birth : .expiry)
        guard date.isWellFormed else { throw .invalidDate(field: field, rule: "there is no such date") }
        if octets.count == 8 {
            guard let century = number(Array(octets.prefix(2))) else { throw .invalidDate(field: field, rule: rule) }
            if let year = date.yearOfCentury {
                guard date.date(in: century * 100 + year) != nil else {
                    throw .invalidDate(field: field, rule: "there is no such date")
                }
            }
        }
        return Array(octets.suffix(6))
    }
}

/// The scalars of `text` without spaces and line ends around them.
func trimmingSpaces(_ text: String) -> [Unicode.Scalar] {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
    return Array(scalars.reversed().drop { $0.properties.isWhitespace }.reversed())
}
