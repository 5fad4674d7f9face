import Octets

/// What the access keys are made from: number, date of birth and date of expiry, each with its check digit
/// (9303-11 §4.3.2), taken from the machine readable zone as it stands in EF.DG1.
///
/// Readers have their own way to it on purpose: a mistake that chip and reader share would not be seen.
enum AccessKeyText {
    /// From a whole EF.DG1; nil when it holds no zone that is understood.
    static func from(dataGroup bytes: [UInt8]) -> String? {
        var reader = TLVReader(bytes, in: "EF.DG1")
        guard let group = try? reader.next(0x61), var objects = try? group.contents("EF.DG1"),
            let zone = try? objects.next(0x5F1F)
        else { return nil }
        return from(zone: Array(zone.value))
    }

    /// From the 90, 72 or 88 characters of a TD1, TD2 or TD3 zone; nil for anything else.
    static func from(zone: [UInt8]) -> String? {
        guard zone.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let characters = zone.map { Character(Unicode.Scalar($0)) }
        switch characters.count {
        case 90:
            return text(
                number: characters[5..<14], check: characters[14], continued: characters[15..<30],
                birth: characters[30..<37], expiry: characters[38..<45])
        case 72:
            return text(
                number: characters[36..<45], check: characters[45], continued: characters[64..<71],
                birth: characters[49..<56], expiry: characters[57..<64])
        case 88:
            return String(characters[44..<54] + characters[57..<64] + characters[65..<72])
        default:
            return nil
        }
    }

    /// 9303-5 §4.2.4: a filler in the place of the check digit says that a long number goes on in the optional data and
    /// ends with its check digit.
    private static func text(
        number: ArraySlice<Character>, check: Character, continued: ArraySlice<Character>,
        birth: ArraySlice<Character>, expiry: ArraySlice<Character>
    ) -> String {
        let rest = continued.prefix { $0 != "<" }
        let whole = check == "<" && !rest.isEmpty ? number + rest : number + [check]
        return String(whole + birth + expiry)
    }
}
