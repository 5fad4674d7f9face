import Octets
import Testing

@Suite struct ParseErrorTests {
    @Test(arguments: [
        (ParseError.Reason.truncated(needed: 4, available: 1), "ends too early: 4 bytes are needed, 1 is there"),
        (.unexpectedTag(expected: 0x5F1F, found: 0x61), "tag 5F1F is expected, 61 is there"),
        (.unexpectedTag(expected: 0x5F1F, found: nil), "tag 5F1F is missing"), (.invalidTag, "not a valid tag"),
        (.invalidLength, "not a valid length"), (.trailingBytes(3), "3 bytes too many"),
        (.tooDeep(limit: 32), "nested deeper than 32 levels"), (.tooMany(limit: 16), "more than 16 elements"),
        (.invalidValue("a rule"), "a rule"),
    ])
    func `an error says what is wrong and where`(reason: ParseError.Reason, words: String) {
        #expect("\(ParseError(reason, in: "EF.COM", at: 5))" == "EF.COM: \(words) (at byte 5)")
        #expect(ParseError(reason, in: "EF.COM", at: 5).within("LDS") == ParseError(reason, in: "LDS", at: 5))
    }
}
