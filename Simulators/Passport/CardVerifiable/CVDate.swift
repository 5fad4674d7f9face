import InlaySeams

/// A day in a card verifiable certificate: six octets with one digit each, YYMMDD of this century (9303-12 §7.2).
struct CVDate: Hashable, Sendable, Comparable {
    /// Year, month and day as one number, 20250131.
    private let number: Int

    /// The day of `moment`.
    init(_ moment: Moment) {
        let date = moment.civil
        number = date.year * 10_000 + date.month * 100 + date.day
    }

    /// Reads six digits; nil when they are none, or no day.
    init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 6, digits.allSatisfy({ $0 <= 9 }) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1) }
        guard let moment = Moment(year: 2000 + value / 10_000, month: value / 100 % 100, day: value % 100) else {
            return nil
        }
        self.init(moment)
    }

    /// The six digits.
    var digits: [UInt8] {
        var rest = number % 1_000_000
        var digits: [UInt8] = []
        for _ in 0..<6 {
            digits.insert(UInt8(rest % 10), at: 0)
            rest /= 10
        }
        return digits
    }

    static func < (left: CVDate, right: CVDate) -> Bool { left.number < right.number }
}
