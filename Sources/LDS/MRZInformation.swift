/// MRZ_information (9303-11 §4.3.2, §9.7.3): document number, date of birth and date of expiry, each with its check
/// digit. Whoever has it can open the chip, so it is never shown; the bytes are the caller's to keep short-lived.
public struct MRZInformation: Equatable, Sendable {
    /// ASCII characters, input of SHA-1.
    public let bytes: [UInt8]

    /// From a machine readable zone, characters and check digits as they are printed.
    ///
    /// A long number is joined, without the filler in the place of its check digit; the check digit is the one of
    /// 9303-5 even where the zone shows the other convention (see `alternative(_:)`).
    public init(_ mrz: MRZ) {
        let number = mrz.numberParts
        let isOtherConvention = mrz.checkDigits.first?.state == .validWithFiller
        self.init(
            mrz, number: number.number,
            checkOctet: isOtherConvention ? MRZCharacters.checkOctet(number.number) : number.checkOctet)
    }

    /// For a zone whose long document number has a check digit that counts the filler: the same with that digit. A chip
    /// of the same maker may want it.
    public static func alternative(_ mrz: MRZ) -> MRZInformation? {
        guard mrz.checkDigits.first?.state == .validWithFiller else { return nil }
        let number = mrz.numberParts
        return MRZInformation(mrz, number: number.number, checkOctet: number.checkOctet)
    }

    private init(_ mrz: MRZ, number: [UInt8], checkOctet: UInt8) {
        var bytes = number + [checkOctet]
        for field in [MRZField.dateOfBirth, .dateOfBirthCheckDigit, .dateOfExpiry, .dateOfExpiryCheckDigit] {
            bytes += mrz.octets(of: field)
        }
        self.bytes = bytes
    }

    /// From what a person types: the number in any case, dates as `YYMMDD` (unknown parts `<`), `YYYY-MM-DD` or
    /// `YYYYMMDD`. Throws `invalidValue` or `invalidDate`.
    public init(documentNumber: String, dateOfBirth: String, dateOfExpiry: String) throws(MRZError) {
        var number: [UInt8] = []
        for scalar in trimmingSpaces(documentNumber) {
            // 9303-4 §4.2.2.2: special characters and spaces in the number are fillers in the zone.
            if scalar == " " || scalar == "-" {
                number.append(MRZCharacters.filler)
            } else if let octet = MRZCharacters.octet(scalar) {
                number.append(octet)
            } else {
                throw .invalidValue(field: .documentNumber, rule: "only letters A to Z and digits are expected")
            }
        }
        number = MRZCharacters.trimmed(number)
        guard (1...22).contains(number.count) else {
            throw .invalidValue(field: .documentNumber, rule: "1 to 22 characters are expected")
        }
        var bytes: [UInt8] = []
        for part in [
            MRZCharacters.padded(number, to: 9), try MRZDate.octets(typed: dateOfBirth, field: .dateOfBirth),
            try MRZDate.octets(typed: dateOfExpiry, field: .dateOfExpiry),
        ] {
            bytes += part + [MRZCharacters.checkOctet(part)]
        }
        self.bytes = bytes
    }
}

extension MRZInformation: CustomStringConvertible, CustomReflectable {
    /// The length only.
    public var description: String { "MRZInformation(\(bytes.count))" }
    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
