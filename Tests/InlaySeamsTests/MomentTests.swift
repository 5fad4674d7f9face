import InlaySeams
import Testing

@Suite struct MomentTests {
    // Computed with Python's `datetime`.
    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 951_782_400), ("1999-12-31", 946_598_400), ("1900-03-01", -2_203_891_200),
    ])
    func `a date is the first second of its day`(text: String, seconds: Int) {
        #expect(Moment(isoDate: text)?.secondsSince1970 == seconds)
    }
}
