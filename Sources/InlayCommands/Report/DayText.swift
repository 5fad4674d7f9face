import InlaySeams
import LDS

/// Days as people write them: no one takes "11 March 2034" for another day.
enum DayText {
    /// `11 March 2034`, as far as it is known.
    static func of(_ date: CalendarDate) -> String {
        let month = date.month.flatMap { months.indices.contains($0 - 1) ? months[$0 - 1] : nil }
        return [date.day.map(String.init), month, String(date.year)].compactMap(\.self).joined(separator: " ")
    }

    /// The day of a moment, UTC.
    static func of(_ moment: Moment) -> String { moment.calendarDate.map { of($0) } ?? moment.isoDate }

    /// The date of a zone with its century, or its six characters when it has none.
    static func of(_ date: MRZDate, asOf today: CalendarDate?) -> String {
        today.flatMap { date.resolved(asOf: $0) }.map { of($0) } ?? date.raw
    }

    /// `30 November 2026, 12:54 UTC`.
    static func withTime(_ moment: Moment) -> String {
        let time = moment.iso8601.split(separator: "T").last.map { $0.prefix(5) } ?? ""
        return "\(of(moment)), \(time) UTC"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
