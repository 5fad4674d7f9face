/// What a machine readable zone says, as values to make one from.
public struct MRZValues: Hashable, Sendable {
    /// The layout.
    public var format: MRZFormat
    /// One or two letters.
    public var documentCode: String
    /// One to three letters.
    public var issuingState: String
    /// 1 to 9 characters; up to 22 for TD1, up to 14 for TD2.
    public var documentNumber: String
    /// One to three letters.
    public var nationality: String
    /// `YYMMDD` with `<` for unknown parts, or `YYYY-MM-DD`.
    public var dateOfBirth: String
    /// The holder's sex.
    public var sex: MRZSex
    /// `YYMMDD` or `YYYY-MM-DD`.
    public var dateOfExpiry: String
    /// Optional data.
    public var optionalData: String
    /// Optional data of the second line, TD1 only.
    public var secondOptionalData: String
    /// Primary identifier.
    public var primary: String
    /// Secondary identifier.
    public var secondary: String

    /// The values of one document.
    public init(
        format: MRZFormat, documentCode: String, issuingState: String, documentNumber: String, nationality: String,
        dateOfBirth: String, sex: MRZSex, dateOfExpiry: String, optionalData: String = "",
        secondOptionalData: String = "", primary: String, secondary: String = ""
    ) {
        self.format = format
        self.documentCode = documentCode
        self.issuingState = issuingState
        self.documentNumber = documentNumber
        self.nationality = nationality
        self.dateOfBirth = dateOfBirth
        self.sex = sex
        self.dateOfExpiry = dateOfExpiry
        self.optionalData = optionalData
        self.secondOptionalData = secondOptionalData
        self.primary = primary
        self.secondary = secondary
    }
}

extension MRZ {
    /// Makes a machine readable zone with all its check digits. Throws `invalidValue` or `invalidDate`.
    ///
    /// A name that is too long is cut; at least one letter of the secondary identifier stays.
    public init(_ values: MRZValues) throws(MRZError) {
        let format = values.format
        var canvas = Canvas(format)
        try canvas.write(values.documentCode, in: .documentCode)
        try canvas.write(values.issuingState, in: .issuingState)
        try canvas.write(values.nationality, in: .nationality)
        canvas.put(try MRZDate.octets(typed: values.dateOfBirth, field: .dateOfBirth), in: .dateOfBirth)
        canvas.put(try MRZDate.octets(typed: values.dateOfExpiry, field: .dateOfExpiry), in: .dateOfExpiry)
        canvas.put([Self.octet(values.sex)], in: .sex)
        try canvas.writeNames(values.primary, values.secondary)
        try canvas.writeNumber(values.documentNumber, optionalData: values.optionalData)
        if format == .td1 { try canvas.write(values.secondOptionalData, in: .secondOptionalData) }
        guard (format == .visaA || format == .visaB) == values.documentCode.uppercased().hasPrefix("V") else {
            throw .invalidValue(field: .documentCode, rule: "visas, and nothing else, begin with V")
        }
        let unchecked = try MRZ(characters: canvas.characters)
        // The composite check digit runs over the others, so it comes last.
        for field in [
            MRZField.dateOfBirthCheckDigit, .dateOfExpiryCheckDigit, .optionalDataCheckDigit,
        ] where format.place(of: field) != nil {
            guard let digit = unchecked.checkDigits.first(where: { $0.field == field }) else { continue }
            canvas.put([UInt8(truncatingIfNeeded: 0x30 + digit.expected)], in: field)
        }
        let composite = try MRZ(characters: canvas.characters).checkDigits.first { $0.field == .compositeCheckDigit }
        if let composite {
            canvas.put([UInt8(truncatingIfNeeded: 0x30 + composite.expected)], in: .compositeCheckDigit)
        }
        try self.init(characters: canvas.characters)
    }

    private static func octet(_ sex: MRZSex) -> UInt8 {
        switch sex {
        case .female: UInt8(ascii: "F")
        case .male: UInt8(ascii: "M")
        case .x: UInt8(ascii: "X")
        case .unspecified, .invalid: MRZCharacters.filler
        }
    }
}

/// Lines full of fillers, onto which fields are written.
private struct Canvas {
    let format: MRZFormat
    private(set) var characters: [UInt8]

    init(_ format: MRZFormat) {
        self.format = format
        characters = [UInt8](repeating: MRZCharacters.filler, count: format.length)
    }

    /// Writes characters that fit, at the start of the field.
    mutating func put(_ octets: some Collection<UInt8>, in field: MRZField) {
        guard let place = format.place(of: field) else { return }
        let start = (place.line - 1) * format.lineLength + place.columns.lowerBound - 1
        for (index, octet) in zip(start..., octets.prefix(place.columns.count)) where characters.indices.contains(index)
        {
            characters[index] = octet
        }
    }

    mutating func write(_ text: String, in field: MRZField) throws(MRZError) {
        let octets = try Self.octets(text, field)
        let room = format.place(of: field)?.columns.count ?? 0
        guard octets.count <= room else { throw .invalidValue(field: field, rule: "at most \(room) characters fit") }
        put(octets, in: field)
    }

    mutating func writeNames(_ primary: String, _ secondary: String) throws(MRZError) {
        let room = format.place(of: .names)?.columns.count ?? 0
        let first = try Self.octets(primary, .names)
        let second = try Self.octets(secondary, .names)
        guard !first.isEmpty else { throw .invalidValue(field: .names, rule: "a primary identifier is needed") }
        let separator = [MRZCharacters.filler, MRZCharacters.filler]
        put(second.isEmpty ? first : Array(first.prefix(room - 3)) + separator + second, in: .names)
    }

    /// The document number, its check digit, and the optional data behind a long one.
    mutating func writeNumber(_ text: String, optionalData: String) throws(MRZError) {
        let number = try Self.octets(text, .documentNumber)
        let limit =
            switch format {
            case .td1: 22
            case .td2: 14
            default: 9
            }
        guard (1...limit).contains(number.count) else {
            throw .invalidValue(field: .documentNumber, rule: "1 to \(limit) characters are expected")
        }
        var optional = try Self.octets(optionalData, .optionalData)
        put(number, in: .documentNumber)
        if number.count > 9 {
            optional = number.dropFirst(9) + [MRZCharacters.checkOctet(number), MRZCharacters.filler] + optional
            optional = MRZCharacters.trimmed(optional)
        } else {
            put([MRZCharacters.checkOctet(number)], in: .documentNumberCheckDigit)
        }
        let room = format.place(of: .optionalData)?.columns.count ?? 0
        guard optional.count <= room else {
            throw .invalidValue(field: .optionalData, rule: "at most \(room) characters fit")
        }
        put(optional, in: .optionalData)
    }

    /// 9303-3 §4.6 and §6: names are transliterated; elsewhere hyphens and spaces become fillers.
    private static func octets(_ text: String, _ field: MRZField) throws(MRZError) -> [UInt8] {
        var octets: [UInt8] = []
        var scalars = trimmingSpaces(text)
        if field == .names {
            let name = String(String.UnicodeScalarView(scalars))
            guard let written = MRZTransliteration.written(name) else {
                throw .invalidValue(field: field, rule: "only letters, spaces, hyphens and apostrophes can be written")
            }
            scalars = Array(written.unicodeScalars)
        }
        for scalar in scalars {
            if scalar == " " || scalar == "-" {
                octets.append(MRZCharacters.filler)
            } else if let octet = MRZCharacters.octet(scalar) {
                octets.append(octet)
            } else {
                throw .invalidValue(field: field, rule: "only A to Z, 0 to 9, spaces and hyphens can be written")
            }
        }
        return octets
    }
}
