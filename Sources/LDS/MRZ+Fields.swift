/// The holder's sex as the zone gives it (9303-4 §4.2.2.2).
public enum MRZSex: Hashable, Sendable {
    /// F.
    case female
    /// M.
    case male
    /// `<`.
    case unspecified
    /// X, which belongs into the visual zone but is seen here as well.
    case x
    /// Any other character.
    case invalid
}

extension MRZ {
    /// One or two letters: P for passports, I, A or C for cards, V for visas.
    public var documentCode: String { value(.documentCode) }

    /// The state or organisation that issued the document, as 9303-3 §5 spells it.
    public var issuingState: String { value(.issuingState) }

    /// The document number, joined where it is too long for its field.
    public var documentNumber: String { MRZCharacters.value(numberParts.number) }

    /// The holder's nationality.
    public var nationality: String { value(.nationality) }

    /// The date of birth.
    public var dateOfBirth: MRZDate { MRZDate(octets(of: .dateOfBirth), role: .birth) }

    /// The holder's sex.
    public var sex: MRZSex {
        switch octets(of: .sex).first {
        case UInt8(ascii: "F"): .female
        case UInt8(ascii: "M"): .male
        case MRZCharacters.filler: .unspecified
        case UInt8(ascii: "X"): .x
        default: .invalid
        }
    }

    /// The date of expiry.
    public var dateOfExpiry: MRZDate { MRZDate(octets(of: .dateOfExpiry), role: .expiry) }

    /// Optional data, without a part of the document number that stands there; a filler inside is a space.
    public var optionalData: String { MRZCharacters.value(numberParts.optionalData) }

    /// Optional data of the second line; empty for other formats than TD1.
    public var secondOptionalData: String { value(.secondOptionalData) }

    /// The holder's names.
    public var names: MRZNames { MRZNames(octets(of: .names)) }

    /// True when the document number goes on in the optional data.
    public var hasLongDocumentNumber: Bool { numberParts.isLong }

    private func value(_ field: MRZField) -> String { MRZCharacters.value(octets(of: field)) }
}

extension MRZ {
    /// The document number and what belongs to it.
    struct NumberParts {
        /// All characters, fillers included; at least nine.
        var number: [UInt8]
        /// The character in the place of the check digit.
        var checkOctet: UInt8
        /// Where that stands.
        var checkPlace: MRZPlace
        /// The characters over which some states run the check digit of a long number; nil for a short one.
        var withFiller: [UInt8]?
        /// What is left of the optional data.
        var optionalData: ArraySlice<UInt8>

        var isLong: Bool { withFiller != nil }
    }

    /// 9303-5 §4.2.4, 9303-6 §4.2.2 note j: when the number fills its field and `<` stands for the check digit, the
    /// number goes on at the start of the optional data, followed by its check digit and `<`.
    var numberParts: NumberParts {
        let number = Array(octets(of: .documentNumber))
        let check = octets(of: .documentNumberCheckDigit).first ?? MRZCharacters.filler
        let optional = octets(of: .optionalData)
        let more = optional.prefix { $0 != MRZCharacters.filler }
        if format == .td1 || format == .td2, check == MRZCharacters.filler, number.last != MRZCharacters.filler,
            more.count >= 2, let last = more.last, MRZCharacters.isDigit(last),
            let place = format.place(of: .optionalData)
        {
            let column = place.columns.lowerBound + more.count - 1
            return NumberParts(
                number: number + more.dropLast(), checkOctet: last,
                checkPlace: MRZPlace(line: place.line, columns: column...column),
                withFiller: number + [MRZCharacters.filler] + more.dropLast(),
                optionalData: optional.dropFirst(more.count))
        }
        let place = format.place(of: .documentNumberCheckDigit) ?? MRZPlace(line: 1, columns: 1...1)
        return NumberParts(
            number: number, checkOctet: check, checkPlace: place, withFiller: nil, optionalData: optional)
    }

    /// All check digits that the format has, each with what came of it.
    public var checkDigits: [MRZCheckDigit] {
        let number = numberParts
        var digits = [
            digit(
                .documentNumberCheckDigit, at: number.checkPlace, over: number.number, alternative: number.withFiller)
        ]
        for (field, checked) in [
            (MRZField.dateOfBirthCheckDigit, MRZField.dateOfBirth), (.dateOfExpiryCheckDigit, .dateOfExpiry),
            (.optionalDataCheckDigit, .optionalData),
        ] {
            guard let place = format.place(of: field) else { continue }
            digits.append(digit(field, at: place, over: Array(octets(of: checked))))
        }
        if let place = format.place(of: .compositeCheckDigit) {
            digits.append(
                digit(.compositeCheckDigit, at: place, over: format.compositePlaces.flatMap { octets(at: $0) }))
        }
        return digits
    }

    /// The check digits that are wrong, as errors with their places; empty when all is well.
    public var checkDigitProblems: [MRZError] {
        checkDigits.filter { $0.state == .wrong }.map {
            .wrongCheckDigit(
                field: $0.field, line: $0.place.line, column: $0.place.columns.lowerBound, expected: $0.expected)
        }
    }

    private func digit(
        _ field: MRZField, at place: MRZPlace, over checked: [UInt8], alternative: [UInt8]? = nil
    ) -> MRZCheckDigit {
        let found = octets(at: place).first ?? MRZCharacters.filler
        let expected = MRZCharacters.checkDigit(checked)
        let isEmpty = checked.allSatisfy { $0 == MRZCharacters.filler }
        let state: MRZCheckDigit.State =
            if found == MRZCharacters.checkOctet(checked) {
                .valid
            } else if field == .optionalDataCheckDigit, found == MRZCharacters.filler, isEmpty {
                .absentAsAllowed
            } else if let alternative, found == MRZCharacters.checkOctet(alternative) {
                .validWithFiller
            } else {
                .wrong
            }
        return MRZCheckDigit(
            field: field, place: place, found: Character(Unicode.Scalar(found)), expected: expected, state: state)
    }
}
