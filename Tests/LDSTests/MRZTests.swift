import LDS
import TestSupport
import Testing

@Suite struct MRZTests {
    @Test func `a passport is read`() throws {
        let mrz = try MRZ(parsing: Sample.td3)
        #expect(mrz.format == .td3)
        #expect(mrz.documentCode == "P")
        #expect(mrz.issuingState == "UTO")
        #expect(mrz.names.primary == "ERIKSSON")
        #expect(mrz.names.secondary == "ANNA MARIA")
        #expect(!mrz.names.isTruncated)
        #expect(mrz.documentNumber == "L898902C3")
        #expect(mrz.nationality == "UTO")
        #expect(mrz.dateOfBirth.raw == "740812")
        #expect(mrz.sex == .female)
        #expect(mrz.dateOfExpiry.raw == "120415")
        #expect(mrz.optionalData == "ZE184226B")
        #expect(mrz.checkDigits.map(\.state) == [.valid, .valid, .valid, .valid, .valid])
        #expect(mrz.checkDigitProblems.isEmpty)
    }

    @Test(arguments: [
        (Sample.td1, MRZFormat.td1, "D23145890", 4), (Sample.td2, .td2, "D23145890", 4),
        (Sample.visaA, .visaA, "L8988901C", 3), (Sample.visaB, .visaB, "L8988901C", 3),
    ])
    func `cards and visas are read, visas without a composite check digit`(
        text: String, format: MRZFormat, number: String, checkDigits: Int
    ) throws {
        let mrz = try MRZ(parsing: text)
        #expect(mrz.format == format)
        #expect(mrz.documentNumber == number)
        #expect(mrz.names.primary == "ERIKSSON")
        #expect(mrz.checkDigits.count == checkDigits)
        #expect(mrz.checkDigitProblems.isEmpty)
        #expect(mrz.lines().joined(separator: "\n") == text)
        #expect((mrz.raw(.compositeCheckDigit) == nil) == (format == .visaA || format == .visaB))
    }

    static let spellings: [String] = [
        Sample.td3, Sample.td3.lowercased(), " \(Sample.td3)\n\n", Sample.edited(Sample.td3, "\n", ""),
        Sample.edited(Sample.td3, "\n", "\r\n"), Sample.edited(Sample.td3, "\n", " / "),
        Sample.edited(Sample.td3, "\n", "/"), Sample.edited(Sample.td3, "\n", " "),
    ]

    @Test(arguments: spellings)
    func `lines may be separated in any way and written small`(text: String) throws {
        #expect(try MRZ(parsing: text) == MRZ(parsing: Sample.td3))
    }

    static let refusals: [(String, MRZError)] = [
        ("", .empty), (" \n", .empty), ("P<UTO", .wrongLength(found: 5)),
        (String(repeating: "<", count: 89), .wrongLength(found: 89)),
        (String(Sample.td3.dropLast()), .wrongLineLength(line: 2, found: 43, expected: 44)),
        ("<" + Sample.td3, .wrongLineLength(line: 1, found: 45, expected: 44)),
        (String(Sample.td2.dropLast()), .wrongLineLength(line: 2, found: 35, expected: 36)),
        ("<" + Sample.td2 + "<", .wrongLineLength(line: 1, found: 37, expected: 36)),
        (String(Sample.td1.dropLast(2)), .wrongLineLength(line: 3, found: 28, expected: 30)),
        (Sample.edited(Sample.td3, "ANNA", "ÄNNA"), .invalidCharacter(line: 1, column: 16)),
        (Sample.edited(Sample.td3, "L898902", "L89.902"), .invalidCharacter(line: 2, column: 4)),
        (Sample.edited(Sample.td1, "UTO<<", "UTO•<"), .invalidCharacter(line: 2, column: 19)),
    ]

    @Test(arguments: refusals)
    func `a text that is no zone is refused with its place`(text: String, error: MRZError) {
        #expect(throws: error) { try MRZ(parsing: text) }
    }

    @Test func `every prefix of a joined zone is refused`() throws {
        let joined = Sample.edited(Sample.td1, "\n", "")
        for count in 1..<joined.count where count != 72 && count != 88 {
            #expect(throws: MRZError.wrongLength(found: count)) { try MRZ(parsing: String(joined.prefix(count))) }
        }
    }

    @Test(arguments: [
        (MRZField.documentNumber, 2, 1, MRZField.documentNumberCheckDigit, 10),
        (.dateOfBirth, 2, 14, .dateOfBirthCheckDigit, 20), (.dateOfExpiry, 2, 22, .dateOfExpiryCheckDigit, 28),
        (.optionalData, 2, 29, .optionalDataCheckDigit, 43),
    ])
    func `a wrong character is noticed by its own and the composite check digit`(
        field: MRZField, line: Int, column: Int, checkField: MRZField, checkColumn: Int
    ) throws {
        var characters = try MRZ(parsing: Sample.td3).characters
        let index = (line - 1) * 44 + column - 1
        characters[index] = characters[index] == UInt8(ascii: "Z") ? UInt8(ascii: "A") : characters[index] ^ 1
        let mrz = try MRZ(characters: characters)
        let problems = mrz.checkDigitProblems
        #expect(problems.count == 2)
        guard case .wrongCheckDigit(let found, line, checkColumn, let expected) = try #require(problems.first) else {
            Issue.record("another problem or place")
            return
        }
        #expect(found == checkField)
        characters[44 + checkColumn - 1] = 0x30 + UInt8(expected)
        #expect(try MRZ(characters: characters).checkDigits.first { $0.field == checkField }?.state == .valid)
    }

    @Test(arguments: [
        // 9303-11 D.2; the other two are made samples that are right in both ways of counting.
        (
            "I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2", "D23145890734", "9",
            MRZCheckDigit.State.valid
        ),
        ("IDUTO123456789<07<<<<<<<<<<<<<\n8601012M3001019UTO<<<<<<<<<<<6", "1234567890", "7", .valid),
        ("IDBEL000590696<1015<<<<<<<<<<<\n9401013F2710017BEL000101123453", "000590696101", "5", .valid),
        ("I<UTOUZ7351462<0K41<<<<<<<<<<<\n9002144F3406304UTO<<<<<<<<<<<4", "UZ73514620K4", "1", .valid),
        ("I<SWEHVC8N3QW7<ZE17422<<<<<<<<\n5908106M2507232SWE<<<<<<<<<<<0", "HVC8N3QW7ZE1742", "2", .validWithFiller),
    ])
    func `a long number goes on in the optional data`(
        lines: String, number: String, checkDigit: Character, state: MRZCheckDigit.State
    ) throws {
        let mrz = try MRZ(parsing: lines + "\nMARLOWE<<ODETTE<ANNE<<<<<<<<<<")
        #expect(mrz.documentNumber == number)
        #expect(mrz.hasLongDocumentNumber)
        #expect(mrz.optionalData.isEmpty)
        let digit = try #require(mrz.checkDigits.first)
        #expect(digit.found == checkDigit)
        #expect(digit.state == state)
        #expect(digit.place == MRZPlace(line: 1, columns: (6 + number.count + 1)...(6 + number.count + 1)))
        #expect(
            !mrz.checkDigitProblems.contains {
                if case .wrongCheckDigit(.documentNumberCheckDigit, _, _, _) = $0 { true } else { false }
            })
    }

    // Counting the filler would give 5.
    @Test func `the filler in a long number does not count`() throws {
        let mrz = try MRZ(
            parsing: "I<UTOUZ7351462<0K45<<<<<<<<<<<\n9002144F3406304UTO<<<<<<<<<<<4\nMARLOWE<<ODETTE<ANNE<<<<<<<<<<")
        #expect(mrz.checkDigits.first?.state == .validWithFiller)
        #expect(mrz.checkDigits.first?.expected == 1)
    }

    @Test func `a number of nine characters with a filler for its check digit is not long without more behind it`()
        throws
    {
        let text = Sample.edited(Sample.td1, "D231458907", "D23145890<")
        let mrz = try MRZ(parsing: text)
        #expect(!mrz.hasLongDocumentNumber)
        #expect(mrz.documentNumber == "D23145890")
        #expect(mrz.checkDigits.first?.state == .wrong)
        #expect(mrz.checkDigits.first?.expected == 7)
    }

    // RfidResearchGroup/proxmark3 #3576.
    @Test func `a filler inside optional data is a space`() throws {
        let mrz = try MRZ(
            parsing: "P<UTOHARGROVE<<EMIL<<<<<<<<<<<<<<<<<<<<<<<<<\nK402177359UTO7901058M3108228620019834<041712")
        #expect(mrz.raw(.optionalData) == "620019834<0417")
        #expect(mrz.optionalData == "620019834 0417")
        #expect(mrz.checkDigitProblems.isEmpty)
    }

    // 9303-4 §4.2.2.2; asmarques/mrtd #5.
    @Test(arguments: [("0", MRZCheckDigit.State.valid), ("<", .absentAsAllowed), ("1", .wrong)])
    func `empty optional data has the check digit 0 or none`(digit: String, state: MRZCheckDigit.State) throws {
        let mrz = try MRZ(
            parsing: "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<\nC11T002JM4D<<9608122F2310314<<<<<<<<<<<<<<\(digit)4"
        )
        #expect(mrz.issuingState == "D")
        #expect(mrz.checkDigits.first { $0.field == .optionalDataCheckDigit }?.state == state)
    }

    // ZsBT/mrz-java #4: a Czech specimen whose number is shorter than its field.
    @Test func `a short number is shown without its fillers`() throws {
        let mrz = try MRZ(
            parsing: "P<CZESPECIMEN<<VZOR<<<<<<<<<<<<<<<<<<<<<<<<<\n99003853<1CZE1101018M1207046110101111<<<<<94")
        #expect(mrz.documentNumber == "99003853")
        #expect(mrz.checkDigitProblems.isEmpty)
    }

    @Test(arguments: [
        ("F", MRZSex.female), ("M", .male), ("<", .unspecified), ("X", .x), ("7", .invalid),
    ])
    func `the sex is one of four, anything else is told`(letter: String, sex: MRZSex) throws {
        #expect(try MRZ(parsing: Sample.edited(Sample.td2, "2F1", "2\(letter)1")).sex == sex)
    }

    @Test func `a description shows nothing of the zone`() throws {
        let mrz = try MRZ(parsing: Sample.td3)
        var dumped = ""
        dump(mrz, to: &dumped)
        #expect("\(mrz)" == "MRZ(td3)")
        #expect(!dumped.contains("ERIK"))
        #expect(!dumped.contains("69"))
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/dg1/UTO_TD2_specimen.bin", MRZFormat.td2, "D23145890", 0),
            ("dg/dg1/UTO_TD3_specimen.bin", .td3, "L898902C3", 0),
            ("dg/dg1/BSI_MUSTERMANN.bin", .td3, "C11T002JM", 0),
            ("dg/dg1/SU_MUSTERMANN_mutated.bin", .td3, "C11T002JM", 0),
            ("dg/dg1/NLD_specimen_TD1.bin", .td1, "XI85935F8", 1),
            ("dg/dg1/TD2_ATA_SMITH_ICAO.bin", .td2, "123456789012", 0),
            ("bsi_tr03105_5/Datagroup1.bin", .td3, "C11T002JM", 0),
            ("jmrtd/bsi2008/Datagroup1.bin", .td3, "C11T002JM", 0),
            ("jmrtd/loes2006/ef0101.bin", .td3, "XX0001328", 0),
        ])
    func `EF.DG1 of the corpus is read`(path: String, format: MRZFormat, number: String, problems: Int) throws {
        let bytes = try Corpus.file(path)
        let file = try EFDG1(parsing: bytes)
        #expect(file.mrz.format == format)
        #expect(file.mrz.documentNumber == number)
        #expect(file.mrz.checkDigitProblems.count == problems)
        #expect(file.encoded() == bytes)
    }
}
