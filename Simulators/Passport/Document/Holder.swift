public import InlaySeams

/// The person on a simulated passport. She does not exist, nor does her country.
public struct Holder: Hashable, Sendable {
    /// Primary identifier.
    public var surname = "HALVORSDOTTER"
    /// Secondary identifier.
    public var givenNames = "JUNIPER MAE"
    /// Document number, up to nine characters.
    public var documentNumber = "UT7K40M2Q"
    /// Date of birth.
    public var birth = Moment(secondsSince1970: 674_265_600)
    /// Place of birth.
    public var placeOfBirth = "AMAUROT"
    /// F, M or < as the machine readable zone has it.
    public var sex: Character = "F"

    /// The holder of every simulated passport.
    public init() {}

    /// The lines of the zone (9303-4 §4.2.2, 9303-5 §4.2.2, 9303-6 §4.2.2). There is no optional data.
    func machineReadableZone(_ format: PassportSettings.DocumentFormat, expiry: Moment) -> [String] {
        let names = surname + "<<" + givenNames.replacing(" ", with: "<")
        let checked = [Self.padded(documentNumber, 9), Self.shortDate(birth), Self.shortDate(expiry)]
            .map { $0 + String(CheckDigit.of($0)) }
        let (number, birth, expiry) = (checked[0], checked[1], checked[2])
        switch format {
        case .td1:
            let upper = number + Self.padded("", 15)
            let optional = Self.padded("", 11)
            let composite = CheckDigit.of(upper + birth + expiry + optional)
            return [
                "IDUTO" + upper, birth + String(sex) + expiry + "UTO" + optional + String(composite),
                Self.padded(names, 30),
            ]
        case .td2:
            let optional = Self.padded("", 7)
            let composite = CheckDigit.of(number + birth + expiry + optional)
            return [
                Self.padded("IDUTO" + names, 36),
                number + "UTO" + birth + String(sex) + expiry + optional + String(composite),
            ]
        case .td3:
            let empty = Self.padded("", 14)
            let optional = empty + String(CheckDigit.of(empty))
            let composite = CheckDigit.of(number + birth + expiry + optional)
            return [
                Self.padded("P<UTO" + names, 44),
                number + "UTO" + birth + String(sex) + expiry + optional + String(composite),
            ]
        }
    }

    /// YYMMDD.
    private static func shortDate(_ moment: Moment) -> String {
        String(moment.isoDate.replacing("-", with: "").dropFirst(2))
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String((text + String(repeating: "<", count: count)).prefix(count))
    }
}
