import CardIdentification
import ISO7816
import Octets

/// Explains a status word.
enum SWDecoder {
    /// In the words of `family`; without one, what other families say is told too.
    static func explain(_ bytes: [UInt8], family: CardFamily? = nil) throws(ParseError) -> Explanation {
        var reader = ByteReader(bytes, in: "status word")
        let status = StatusWord(UInt16(try reader.number(2)))
        try reader.expectEnd()
        var explanation = Explanation()
        let meaning = family?.meaning(of: status) ?? status.meaning
        explanation.line(StyledText("\(status)  ", .strong) + StyledText(meaning))
        explanation.field("class", StyledText(kind(status)))
        let others = family == nil ? told(status) : []
        for (names, words) in others { explanation.field(names, StyledText(words)) }
        explanation.member("status", .string(status.description))
        explanation.member("meaning", .string(meaning))
        explanation.member(
            "families",
            .array(
                (family == nil ? CardFamily.explaining(status) : []).map {
                    ["family": .string($0.family.rawValue), "meaning": .string($0.words)]
                }))
        explanation.member("class", .string(kind(status)))
        explanation.member("triesLeft", JSONValue(status.triesLeft))
        explanation.member("bytesAvailable", JSONValue(status.bytesAvailable))
        explanation.member("correctLength", JSONValue(status.correctLength))
        return explanation
    }

    /// What families say, those with the same words together.
    private static func told(_ status: StatusWord) -> [(names: String, words: String)] {
        var told: [(names: [String], words: String)] = []
        for (family, words) in CardFamily.explaining(status) {
            if let place = told.firstIndex(where: { $0.words == words }) {
                told[place].names.append(family.rawValue)
            } else {
                told.append(([family.rawValue], words))
            }
        }
        return told.map {
            ($0.names.count > 3 ? "\($0.names[0]) and others" : $0.names.joined(separator: ", "), $0.words)
        }
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
