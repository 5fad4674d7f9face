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

    /// The two lines of a TD3 zone (9303-4 §4.2.2).
    func machineReadableZone(expiry: Moment) -> [String] {
        let names = surname + "<<" + givenNames.replacing(" ", with: "<")
        let number = Self.padded(documentNumber, 9)
        let birth = Self.shortDate(self.birth)
        let expiry = Self.shortDate(expiry)
        let optional = Self.padded("", 14)
        let checked = [number, birth, expiry, optional].map { $0 + String(CheckDigit.of($0)) }
        let composite = CheckDigit.of(checked.joined())
        return [
            Self.padded("P<UTO" + names, 44),
            checked[0] + "UTO" + checked[1] + String(sex) + checked[2] + checked[3] + String(composite),
        ]
    }

    /// YYMMDD.
    private static func shortDate(_ moment: Moment) -> String {
        String(moment.isoDate.replacing("-", with: "").dropFirst(2))
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String((text + String(repeating: "<", count: count)).prefix(count))
    }
}
