/// A day as records hold it: 7 bits of year from 2000, 4 of month, 5 of day.
struct RecordDate: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    var bytes: [UInt8] {
        let value = (year - 2000) << 9 | month << 5 | day
        return [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }
}
