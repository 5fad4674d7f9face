import InlaySeams
import Testing

@Suite struct MomentTests {
    /// Computed with Python's `datetime`; some of them also with `date -u -d`.
    static let moments: [(String, Int)] = [
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("1193-10-08T14:23:00Z", -24_495_471_420),
        ("1582-10-15T12:00:00Z", -12_219_249_600), ("1900-02-28T23:59:59Z", -2_203_891_201),
        ("1969-12-31T23:59:59Z", -1), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", 951_827_696),
        ("2024-12-31T23:59:59Z", 1_735_689_599), ("2077-03-31T14:16:28Z", 3_384_425_788),
        ("2100-03-01T00:00:00Z", 4_107_542_400), ("2400-02-29T00:00:00Z", 13_574_563_200),
        ("3647-01-01T15:51:50Z", 52_921_093_910), ("6622-08-02T19:18:51Z", 146_821_403_931),
        ("6783-10-03T07:41:38Z", 151_907_384_498), ("8228-04-21T11:59:31Z", 197_492_990_371),
        ("8452-02-08T12:03:24Z", 204_555_499_404), ("9818-08-22T16:42:29Z", 247_679_138_549),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ]

    @Test(arguments: moments)
    func `seconds become a date and time, and back`(text: String, seconds: Int) {
        let moment = Moment(secondsSince1970: seconds)
        #expect(moment.iso8601 == text)
        let civil = moment.civil
        let back = Moment(
            year: civil.year, month: civil.month, day: civil.day, hour: civil.hour, minute: civil.minute,
            second: civil.second)
        #expect(back == moment)
        #expect(Moment(isoDate: moment.isoDate)?.secondsSince1970 == seconds - (seconds % 86_400 + 86_400) % 86_400)
    }

    @Test func `every day of four centuries follows the one before`() throws {
        var next = try #require(Moment(isoDate: "1899-12-31")).secondsSince1970
        for year in 1900..<2300 {
            for month in 1...12 {
                for day in 1...Moment.days(of: month, in: year) {
                    next += 86_400
                    guard Moment(year: year, month: month, day: day)?.secondsSince1970 == next else {
                        Issue.record("\(year)-\(month)-\(day)")
                        return
                    }
                    let civil = Moment(secondsSince1970: next).civil
                    guard civil == (year, month, day, 0, 0, 0) else {
                        Issue.record("\(year)-\(month)-\(day) read back")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28)])
    func `February follows the Gregorian rule`(year: Int, days: Int) {
        #expect(Moment.days(of: 2, in: year) == days)
    }

    @Test(arguments: [
        [0, 1, 1, 0, 0, 0], [10_000, 1, 1, 0, 0, 0], [2023, 0, 1, 0, 0, 0], [2023, 13, 1, 0, 0, 0],
        [2023, 2, 29, 0, 0, 0], [2023, 4, 31, 0, 0, 0], [2023, 1, 0, 0, 0, 0], [2023, 1, 1, 24, 0, 0],
        [2023, 1, 1, -1, 0, 0], [2023, 1, 1, 0, 60, 0], [2023, 1, 1, 0, 0, 61], [2023, 1, 1, 0, 0, -1],
    ])
    func `a time that does not exist is not made`(parts: [Int]) {
        #expect(
            Moment(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
                == nil)
    }

    @Test func `a leap second is the next second`() {
        #expect(
            Moment(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
                == Moment(year: 2017, month: 1, day: 1))
    }

    @Test(arguments: [
        "", "2023", "2023-1-1", "2023-01-1", "23-01-01", "2023-13-01", "2023-02-29", "+023-01-01", "2023-+1-01",
        "2023-01-01T00", "2023--101", "２０２３-01-01",
    ])
    func `a text that is no date is not made`(text: String) {
        #expect(Moment(isoDate: text) == nil)
    }

    @Test(arguments: [Int.min, Int.max])
    func `the ends of the range have a date`(seconds: Int) {
        let civil = Moment(secondsSince1970: seconds).civil
        #expect((1...12).contains(civil.month))
        #expect((0...59).contains(civil.second))
    }

    @Test func `earlier is less`() {
        #expect(Moment(secondsSince1970: -1) < Moment(secondsSince1970: 0))
    }
}
