import CardIdentification
import CommandPresets
import Testing

@Suite struct PresetTemplateTests {
    @Test(arguments: [
        ("00 A4 04 00 [{aid}] 00", "00A4040003A1A2A300"),
        ("00A40400[{aid}]00", "00A4040003A1A2A300"),
        ("FF C2 00 01 [95 [{aid}]] 00", "FFC20001059503A1A2A300"),
        ("{n or 10} {n and 0F} {aid xor n}", "13 03 A2 A1 A0"),
        ("30 {CFG0} {PACK}", "3029 2C"),
        ("[]", "00"),
    ])
    func `values, lengths, bits and pages are filled in`(text: String, hex: String) throws {
        let template = try PresetTemplate(parsing: text)
        let bytes = try template.encoded(
            ["aid": [0xA1, 0xA2, 0xA3], "n": [0x03]], chip: Type2Chip.named("NTAG213"))
        #expect(bytes == bytes_(hex))
        #expect(try PresetTemplate(parsing: template.text) == template)
    }

    @Test(arguments: [
        ("", 1), ("0", 1), ("00 G0", 4), ("00 [11", 7), ("00 ]", 4), ("00 {", 5), ("00 {aid", 8), ("{Aid}", 2),
        ("{aid or}", 8), ("{aid plus 1}", 6), ("[[[[[00]]]]]", 5), ("00 {FOO}", 5),
    ])
    func `what is wrong is named by its column`(text: String, column: Int) {
        #expect { try PresetTemplate(parsing: text) } throws: {
            ($0 as? PresetSyntaxError)?.column == column
        }
    }

    @Test func `what is missing is named`() throws {
        #expect(throws: PresetFailure.missingValue(name: "aid")) {
            try PresetTemplate(parsing: "{aid}").encoded([:], chip: nil)
        }
        #expect(throws: PresetFailure.unknownPage("CFG0")) {
            try PresetTemplate(parsing: "30 {CFG0}").encoded([:], chip: nil)
        }
        #expect(throws: PresetFailure.tooLong) {
            try PresetTemplate(parsing: "[{a}]").encoded(["a": [UInt8](repeating: 0, count: 256)], chip: nil)
        }
    }

    @Test func `a secret is not shown`() throws {
        let template = try PresetTemplate(parsing: "1B {password}")
        let shown = try template.shown(["password": [0xDE, 0xAD, 0xBE, 0xEF]], chip: nil, hiding: ["password"])
        #expect(shown == "1B … (5 bytes, with a secret)")
    }
}

/// Bytes of correct hexadecimal text.
func bytes_(_ text: String) -> [UInt8] {
    var digits = text.compactMap(\.hexDigitValue)[...]
    var bytes: [UInt8] = []
    while let high = digits.popFirst(), let low = digits.popFirst() { bytes.append(UInt8(high << 4 | low)) }
    return bytes
}
