/// The five layouts of a machine readable zone (9303-4 to 9303-7).
public enum MRZFormat: Hashable, Sendable, CaseIterable {
    /// Cards of three lines (9303-5).
    case td1
    /// Cards of two lines (9303-6).
    case td2
    /// Passport booklets (9303-4).
    case td3
    /// Visas of full width (9303-7 §4).
    case visaA
    /// Visas of card width (9303-7 §5).
    case visaB

    /// How many lines.
    public var lineCount: Int { self == .td1 ? 3 : 2 }

    /// Characters in a line.
    public var lineLength: Int {
        switch self {
        case .td1: 30
        case .td2, .visaB: 36
        case .td3, .visaA: 44
        }
    }

    /// Characters in all lines.
    public var length: Int { lineCount * lineLength }

    /// The format of `count` characters, of which `first` is the first; nil when there is none.
    init?(count: Int, first: UInt8?) {
        let isVisa = first == UInt8(ascii: "V")
        switch count {
        case 90: self = .td1
        case 72: self = isVisa ? .visaB : .td2
        case 88: self = isVisa ? .visaA : .td3
        default: return nil
        }
    }
}

/// A field of the machine readable zone.
public enum MRZField: Hashable, Sendable, CaseIterable {
    case documentCode, issuingState, names
    case documentNumber, documentNumberCheckDigit
    case nationality
    case dateOfBirth, dateOfBirthCheckDigit
    case sex
    case dateOfExpiry, dateOfExpiryCheckDigit
    case optionalData, optionalDataCheckDigit
    /// Optional data in the second line of TD1.
    case secondOptionalData
    case compositeCheckDigit

    /// The field in words.
    public var title: String {
        switch self {
        case .documentCode: "document code"
        case .issuingState: "issuing state"
        case .names: "names"
        case .documentNumber: "document number"
        case .documentNumberCheckDigit: "check digit of the document number"
        case .nationality: "nationality"
        case .dateOfBirth: "date of birth"
        case .dateOfBirthCheckDigit: "check digit of the date of birth"
        case .sex: "sex"
        case .dateOfExpiry: "date of expiry"
        case .dateOfExpiryCheckDigit: "check digit of the date of expiry"
        case .optionalData: "optional data"
        case .optionalDataCheckDigit: "check digit of the optional data"
        case .secondOptionalData: "optional data of line 2"
        case .compositeCheckDigit: "composite check digit"
        }
    }
}

/// Where characters stand: line and columns, counted from 1.
public struct MRZPlace: Hashable, Sendable {
    /// The line.
    public let line: Int
    /// First and last column.
    public let columns: ClosedRange<Int>

    /// A place in one line.
    public init(line: Int, columns: ClosedRange<Int>) {
        self.line = line
        self.columns = columns
    }
}

extension MRZFormat {
    /// Where `field` stands; nil when this format does not have it.
    public func place(of field: MRZField) -> MRZPlace? {
        let (line, columns): (Int, ClosedRange<Int>?) =
            switch field {
            case .documentCode: (1, 1...2)
            case .issuingState: (1, 3...5)
            case .names: self == .td1 ? (3, 1...30) : (1, 6...lineLength)
            case .documentNumber: self == .td1 ? (1, 6...14) : (2, 1...9)
            case .documentNumberCheckDigit: self == .td1 ? (1, 15...15) : (2, 10...10)
            case .nationality: self == .td1 ? (2, 16...18) : (2, 11...13)
            case .dateOfBirth: self == .td1 ? (2, 1...6) : (2, 14...19)
            case .dateOfBirthCheckDigit: self == .td1 ? (2, 7...7) : (2, 20...20)
            case .sex: self == .td1 ? (2, 8...8) : (2, 21...21)
            case .dateOfExpiry: self == .td1 ? (2, 9...14) : (2, 22...27)
            case .dateOfExpiryCheckDigit: self == .td1 ? (2, 15...15) : (2, 28...28)
            case .optionalData: optionalData
            case .optionalDataCheckDigit: (2, self == .td3 ? 43...43 : nil)
            case .secondOptionalData: (2, self == .td1 ? 19...29 : nil)
            case .compositeCheckDigit: (2, compositeColumn)
            }
        return columns.map { MRZPlace(line: line, columns: $0) }
    }

    private var optionalData: (Int, ClosedRange<Int>?) {
        switch self {
        case .td1: (1, 16...30)
        case .td2: (2, 29...35)
        case .td3: (2, 29...42)
        case .visaA: (2, 29...44)
        case .visaB: (2, 29...36)
        }
    }

    // 9303-7: visas have no composite check digit.
    private var compositeColumn: ClosedRange<Int>? {
        switch self {
        case .td1: 30...30
        case .td2: 36...36
        case .td3: 44...44
        case .visaA, .visaB: nil
        }
    }

    /// The places over which the composite check digit runs, in order.
    var compositePlaces: [MRZPlace] {
        switch self {
        case .td1:
            [
                MRZPlace(line: 1, columns: 6...30), MRZPlace(line: 2, columns: 1...7),
                MRZPlace(line: 2, columns: 9...15), MRZPlace(line: 2, columns: 19...29),
            ]
        case .td2:
            [
                MRZPlace(line: 2, columns: 1...10), MRZPlace(line: 2, columns: 14...20),
                MRZPlace(line: 2, columns: 22...35),
            ]
        case .td3:
            [
                MRZPlace(line: 2, columns: 1...10), MRZPlace(line: 2, columns: 14...20),
                MRZPlace(line: 2, columns: 22...43),
            ]
        case .visaA, .visaB: []
        }
    }
}
