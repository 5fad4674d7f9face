import Octets

/// Dates of CV certificates: YYMMDD, a digit in each of six octets, in the years 2000 to 2099 (9303-12 §7.2.2.5).
extension CalendarDate {
    init(unpackedBCD object: TLV, _ structure: String) throws(ParseError) {
        let digits = object.value.map(Int.init)
        guard digits.count == 6, digits.allSatisfy({ $0 <= 9 }) else {
            throw ParseError(
                .invalidValue("a date is six octets of one digit each"), in: structure, at: object.valueOffset)
        }
        let parts = stride(from: 0, to: 6, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        guard let date = CalendarDate(year: 2000 + parts[0], month: parts[1], day: parts[2]) else {
            throw ParseError(.invalidValue("a date that does not exist"), in: structure, at: object.valueOffset)
        }
        self = date
    }

    /// Six octets of one digit each; what is unknown, and centuries, are left out.
    var unpackedBCD: [UInt8] {
        [year % 100, month ?? 1, day ?? 1].flatMap { [UInt8($0 / 10), UInt8($0 % 10)] }
    }
}
