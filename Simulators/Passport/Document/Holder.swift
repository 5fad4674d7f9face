public import InlaySeams

/// The person on a simulated passport. She does not exist, nor does her country.
public struct Holder: Hashable, Sendable {
    /// Primary identifier.
    public var surname = "HALVORSDOTTER"
    /// Secondary identifier.
    public var givenNames = "JUNIPER MAE"
    /// Document number; more than nine characters on identity cards only.
    public var documentNumber = "UT7K40M2Q"
    /// Issuing state and nationality, as the zone has it.
    public var state = "UTO"
    /// Date of birth.
    public var birth = Moment(secondsSince1970: 674_265_600)
    /// Place of birth.
    public var placeOfBirth = "AMAUROT"
    /// F, M or < as the machine readable zone has it.
    public var sex: Character = "F"

    /// The holder of every simulated passport.
    public init() {}

    /// The lines of the zone (9303-4 §4.2.2, 9303-5 §4.2.2, 9303-6 §4.2.2). There is no optional data but the rest of a
    /// long number.
    func machineReadableZone(
        _ format: PassportSettings.DocumentFormat, expiry: Moment, _ deviations: Set<ContentDeviation> = []
    ) -> [String] {
        let names = surname + "<<" + givenNames.replacing(" ", with: "<")
        let checked = [Self.shortDate(birth), Self.shortDate(expiry)].map { $0 + String(CheckDigit.of($0)) }
        let (birth, expiry) = (checked[0], checked[1])
        let (number, rest) = numberFields(format, deviations)
        let state = Self.padded(state, 3)
        switch format {
        case .td1:
            let upper = number + Self.padded(rest, 15)
            let optional = Self.padded("", 11)
            let composite = CheckDigit.of(upper + birth + expiry + optional)
            return [
                "ID" + state + upper, birth + String(sex) + expiry + state + optional + String(composite),
                Self.padded(names, 30),
            ]
        case .td2:
            let optional = Self.padded(rest, 7)
            let composite = CheckDigit.of(number + birth + expiry + optional)
            return [
                Self.padded("ID" + state + names, 36),
                number + state + birth + String(sex) + expiry + optional + String(composite),
            ]
        case .td3:
            let empty = Self.padded("", 14)
            let optional = empty + (deviations.contains(.fillerDigit) ? "<" : String(CheckDigit.of(empty)))
            let composite = CheckDigit.of(number + birth + expiry + optional)
            return [
                Self.padded("P<" + state + names, 44),
                number + state + birth + String(sex) + expiry + optional + String(composite),
            ]
        }
    }

    /// The field of the number with its check digit, and what of a long one goes on in the optional data
    /// (9303-5 §4.2.4): a filler stands in place of the check digit, which follows the rest.
    private func numberFields(
        _ format: PassportSettings.DocumentFormat, _ deviations: Set<ContentDeviation>
    ) -> (field: String, rest: String) {
        let first = Self.padded(documentNumber, 9)
        guard documentNumber.count > 9, format != .td3 else { return (first + String(CheckDigit.of(first)), "") }
        let rest = String(documentNumber.dropFirst(9))
        let digit = CheckDigit.of(deviations.contains(.countedFiller) ? first + "<" + rest : first + rest)
        return (first + "<", rest + String(digit))
    }

    /// YYMMDD.
    private static func shortDate(_ moment: Moment) -> String {
        String(moment.isoDate.replacing("-", with: "").dropFirst(2))
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String((text + String(repeating: "<", count: count)).prefix(count))
    }
}
