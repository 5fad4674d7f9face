import ReaderKnowledge
import Testing

@Suite struct USBIdentifierTests {
    @Test(arguments: ["072f:2200", "0000:ffff", "1c34:0001"])
    func `an identifier is written as it is read`(text: String) {
        #expect(USBIdentifier(text)?.description == text)
    }

    @Test(arguments: ["", ":", "072f", "072f:220", "072f:22000", "072g:2200", "072f:2200:1", "+72f:2200"])
    func `anything else is none`(text: String) { #expect(USBIdentifier(text) == nil) }

    @Test(
        arguments: [("1.5.2-1", "1.5.2"), ("2.3.3", "2.3.3"), ("1.6", "1.6.0"), ("", nil), ("v1", nil), ("..", nil)]
            as [(String, String?)])
    func `versions are read from what packages call them`(text: String, version: String?) {
        #expect(DriverVersion(text)?.description == version)
    }

    @Test func `versions are compared by number`() {
        #expect(DriverVersion(1, 4, 9) < DriverVersion(1, 4, 10))
        #expect(DriverVersion(1, 10, 0) > DriverVersion(1, 9, 9))
    }
}
