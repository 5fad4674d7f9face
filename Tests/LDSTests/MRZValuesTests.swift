import LDS
import Testing

@Suite struct MRZValuesTests {
    private static let eriksson = MRZValues(
        format: .td3, documentCode: "P", issuingState: "UTO", documentNumber: "L898902C3", nationality: "UTO",
        dateOfBirth: "740812", sex: .female, dateOfExpiry: "2012-04-15", optionalData: "ZE184226B",
        primary: "Eriksson", secondary: "Anna Maria")

    @Test func `the specimen of 9303-4 is made from its values`() throws {
        #expect(try MRZ(Self.eriksson).lines().joined(separator: "\n") == Sample.td3)
    }

    @Test(arguments: [
        (MRZFormat.td1, "I", "D23145890", "UTO", Sample.td1), (.td2, "I", "D23145890", "UTO", Sample.td2),
    ])
    func `the specimens of 9303-5 and 9303-6 are made from their values`(
        format: MRZFormat, code: String, number: String, nationality: String, expected: String
    ) throws {
        var values = Self.eriksson
        values.format = format
        values.documentCode = code
        values.documentNumber = number
        values.optionalData = ""
        #expect(try MRZ(values).lines().joined(separator: "\n") == expected)
    }

    @Test(arguments: [(MRZFormat.visaA, Sample.visaA, "ZE184226B"), (.visaB, Sample.visaB, "")])
    func `the specimens of 9303-7 are made from their values`(
        format: MRZFormat, expected: String, optional: String
    ) throws {
        let values = MRZValues(
            format: format, documentCode: "V", issuingState: "UTO", documentNumber: "L8988901C", nationality: "XXX",
            dateOfBirth: "400907", sex: .female, dateOfExpiry: "961210",
            optionalData: format == .visaA ? "6" + optional : "", primary: "ERIKSSON", secondary: "ANNA MARIA")
        #expect(try MRZ(values).lines().joined(separator: "\n") == expected)
    }

    @Test(arguments: [
        (MRZFormat.td1, 10), (.td1, 12), (.td1, 21), (.td1, 22), (.td2, 10), (.td2, 14), (.td1, 9), (.td1, 1),
        (.td2, 9),
    ])
    func `a number of any allowed length comes back`(format: MRZFormat, count: Int) throws {
        var values = Self.eriksson
        values.format = format
        values.documentCode = "I"
        values.optionalData = ""
        values.documentNumber = String("A1B2C3D4E5F6G7H8I9J0K1L2".prefix(count))
        let mrz = try MRZ(values)
        #expect(mrz.documentNumber == values.documentNumber)
        #expect(mrz.hasLongDocumentNumber == (count > 9))
        #expect(mrz.checkDigitProblems.isEmpty)
        #expect(mrz.checkDigits.allSatisfy { $0.state == .valid })
        #expect(try MRZ(parsing: mrz.lines().joined(separator: "\n")) == mrz)
        let typed = try MRZInformation(
            documentNumber: values.documentNumber, dateOfBirth: "740812", dateOfExpiry: "120415")
        #expect(MRZInformation(mrz) == typed)
    }

    @Test func `optional data stands behind a long number`() throws {
        var values = Self.eriksson
        values.format = .td1
        values.documentCode = "I"
        values.documentNumber = "D23145890734"
        values.optionalData = "XY 1"
        values.secondOptionalData = "Z9"
        let mrz = try MRZ(values)
        #expect(mrz.documentNumber == "D23145890734")
        #expect(mrz.optionalData == "XY 1")
        #expect(mrz.secondOptionalData == "Z9")
    }

    @Test func `a long name is cut and some of both identifiers stays`() throws {
        var values = Self.eriksson
        values.primary = String(repeating: "NILAVADHANANANDA ", count: 4)
        values.secondary = "CHAYAPA DEJTHAMRONG"
        let names = try MRZ(values).names
        #expect(names.isTruncated)
        #expect(names.primary.hasPrefix("NILAVADHANANANDA NILA"))
        #expect(names.secondary == "C")
    }

    @Test(arguments: [
        ("O'Connor-Smith", "Enya Siobhan", "O", "OCONNOR SMITH", "ENYA SIOBHAN"),
        ("Arkfreith", "", "", "ARKFREITH", ""),
    ])
    func `apostrophes are dropped and hyphens part`(
        primary: String, secondary: String, _: String, expectedPrimary: String, expectedSecondary: String
    ) throws {
        var values = Self.eriksson
        values.primary = primary
        values.secondary = secondary
        let names = try MRZ(values).names
        #expect(names.primary == expectedPrimary)
        #expect(names.secondary == expectedSecondary)
        #expect(!names.isTruncated)
    }

    private static func changed(_ change: (inout MRZValues) -> Void) -> MRZValues {
        var values = eriksson
        change(&values)
        return values
    }

    static let refusals: [(MRZValues, MRZField)] = [
        (changed { $0.documentNumber = "" }, .documentNumber),
        (changed { $0.documentNumber = "1234567890" }, .documentNumber),
        (changed { $0.documentCode = "PAB" }, .documentCode), (changed { $0.documentCode = "V" }, .documentCode),
        (changed { $0.issuingState = "UTOP" }, .issuingState), (changed { $0.nationality = "Ü" }, .nationality),
        (changed { $0.dateOfBirth = "741312" }, .dateOfBirth), (changed { $0.dateOfExpiry = "soon" }, .dateOfExpiry),
        (changed { $0.optionalData = "123456789012345" }, .optionalData), (changed { $0.primary = "" }, .names),
        (changed { $0.secondary = "漢" }, .names),
    ]

    @Test(arguments: refusals)
    func `a value that does not fit its field is refused`(values: MRZValues, field: MRZField) throws {
        let error = #expect(throws: MRZError.self) { try MRZ(values) }
        switch error {
        case .invalidDate(let found, _), .invalidValue(let found, _): #expect(found == field)
        default: Issue.record("another error")
        }
    }
}
