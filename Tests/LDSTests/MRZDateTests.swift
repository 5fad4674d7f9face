import LDS
import Testing

@Suite struct MRZDateTests {
    private func zone(birth: String, expiry: String = "120415") throws -> MRZ {
        try MRZ(parsing: "P<UTOA<<B".padding(44) + "\nL898902C36UTO\(birth)2F\(expiry)9".padding(45))
    }

    @Test(arguments: [
        ("740812", "1974-08-12"), ("261129", "2026-11-29"), ("261130", "2026-11-30"), ("261201", "1926-12-01"),
        ("000229", "2000-02-29"), ("99<<<<", "1999"), ("26<<<<", "2026"), ("2612<<", "1926-12"), ("27<<<<", "1927"),
        ("80<<15", "1980"),
    ])
    func `a birth lies in this century unless that is in the future`(raw: String, expected: String) throws {
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        let date = try zone(birth: raw).dateOfBirth
        #expect(date.isWellFormed)
        #expect(date.resolved(asOf: today)?.description == expected)
    }

    // 1900 had no leap day, so such a birth can only be of the year 2000.
    @Test func `a date that exists in neither century is not resolved`() throws {
        let before = try #require(CalendarDate(year: 1999, month: 1, day: 1))
        #expect(try zone(birth: "000229").dateOfBirth.resolved(asOf: before) == nil)
    }

    @Test(arguments: [("120415", "2012-04-15"), ("991231", "2099-12-31"), ("301<<<", nil), ("3010<<", "2030-10")])
    func `an expiry lies in this century`(raw: String, expected: String?) throws {
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        #expect(try zone(birth: "740812", expiry: raw).dateOfExpiry.resolved(asOf: today)?.description == expected)
    }

    @Test(arguments: ["741312", "740832", "740431", "7408A2", "<<<<<", "000000", "<A0812"])
    func `an impossible date is told and not resolved`(raw: String) throws {
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        let date = try zone(birth: raw.padding(6, with: "0")).dateOfBirth
        #expect(!date.isWellFormed)
        #expect(date.resolved(asOf: today) == nil)
    }

    @Test func `a date that is unknown altogether is well formed and not resolved`() throws {
        let date = try zone(birth: "<<<<<<").dateOfBirth
        #expect(date.isWellFormed)
        #expect(date.yearOfCentury == nil)
        #expect(date.resolved(asOf: try #require(CalendarDate(year: 2026))) == nil)
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2001, 2, 29), (2001, 4, 31), (2001, 13, 1), (2001, 0, 1), (2001, 1, 0),
    ])
    func `a date that is in no calendar is not made`(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test func `a day needs a month`() {
        #expect(CalendarDate(year: 2001, day: 1) == nil)
        #expect(CalendarDate(year: 2001)?.description == "2001")
        #expect(CalendarDate(year: 7, month: 3)?.description == "0007-03")
    }
}

extension String {
    /// Filled up at the end.
    fileprivate func padding(_ count: Int, with character: Character = "<") -> String {
        self + String(repeating: character, count: max(0, count - self.count))
    }
}
