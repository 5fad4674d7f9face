import ISO7816
import Octets

/// Explains a status word.
enum SWDecoder {
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        var reader = ByteReader(bytes, in: "status word")
        let status = StatusWord(UInt16(try reader.number(2)))
        try reader.expectEnd()
        var explanation = Explanation()
        explanation.line(StyledText("\(status)  ", .strong) + StyledText(status.meaning))
        explanation.field("class", StyledText(kind(status)))
        explanation.member("status", .string(status.description))
        explanation.member("meaning", .string(status.meaning))
        explanation.member("class", .string(kind(status)))
        explanation.member("triesLeft", JSONValue(status.triesLeft))
        explanation.member("bytesAvailable", JSONValue(status.bytesAvailable))
        explanation.member("correctLength", JSONValue(status.correctLength))
        return explanation
    }

    /// 7816-4 §5.6, table 5.
    private static func kind(_ status: StatusWord) -> String {
        switch status.sw1 {
        case 0x90 where status == .success: "normal processing"
        case 0x61: "normal processing"
        case 0x62, 0x63: "warning"
        case 0x64...0x66: "execution error"
        case 0x67...0x6F: "checking error"
        default: "defined by the application"
        }
    }
}
