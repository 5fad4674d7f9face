public import InlaySeams

/// A day in Japan. Never a moment: cards store no time zone, and most records have no time of day.
public struct TransitDate: Hashable, Sendable, Comparable {
    /// With its century.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// A day; nil when it does not exist. Years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Moment.days(of: month, in: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Two octets of a record: years since 2000 in 7 bits, month in 4, day in 5. Nil when there is no such day.
    public init?(packed: UInt16) {
        self.init(year: 2000 + Int(packed >> 9), month: Int(packed >> 5 & 15), day: Int(packed & 31))
    }

    /// A day written `YYYY-MM-DD`.
    public init?(_ text: some StringProtocol) {
        guard let moment = Moment(isoDate: String(text)) else { return nil }
        let civil = moment.civil
        self.init(year: civil.year, month: civil.month, day: civil.day)
    }

    /// So many days after 1990-01-01.
    init?(daysSince1990 days: Int) {
        // 7,305 days lie between the two epochs.
        let civil = Moment(secondsSince1970: (7305 + days) * 86_400).civil
        self.init(year: civil.year, month: civil.month, day: civil.day)
    }

    /// A day after all others that cards can have.
    static let never = TransitDate(unchecked: 9999, 12, 31)

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day in Japan (UTC+9, no summer time) at `moment`.
    public init?(inJapanAt moment: Moment) {
        let civil = Moment(secondsSince1970: moment.secondsSince1970 + 9 * 3600).civil
        self.init(year: civil.year, month: civil.month, day: civil.day)
    }

    /// Earlier before later.
    public static func < (left: TransitDate, right: TransitDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension TransitDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        Moment(year: year, month: month, day: day).map(\.isoDate) ?? ""
    }
}
