import LDS
import Testing

@Suite struct MRZInformationTests {
    @Test(arguments: [
        // 9303-11 §4.3 and D.2.
        ("L898902C", "690806", "940623", "L898902C<369080619406236"),
        ("D23145890734", "340712", "950712", "D23145890734934071279507122"),
        // 9303-11 G.1.
        ("T22000129", "640812", "101031", "T22000129364081251010318"),
        // BSI TR-03105-5.
        ("C11T002JM", "960812", "231031", "C11T002JM496081222310314"),
        // bettse/passy #11.
        ("ax40719", "910314", "320901", "AX40719<<891031443209011"),
        (" AX40719 ", "1991-03-14", "20320901", "AX40719<<891031443209011"),
        ("UZ73514620K4", "900214", "340630", "UZ73514620K4190021443406304"),
        ("99003853<", "11<<<<", "120704", "99003853<111<<<<01207046"),
    ])
    func `what is typed becomes the input of the key`(
        number: String, birth: String, expiry: String, expected: String
    ) throws {
        let information = try MRZInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        #expect(information.bytes == Array(expected.utf8))
    }

    @Test(arguments: [
        (Sample.td3, "L898902C3674081221204159"), (Sample.td1, "D23145890774081221204159"),
        (Sample.td2, "D23145890774081221204159"), (Sample.belgian, "000590696101594010132710017"),
    ])
    func `a zone gives what is printed in it`(text: String, expected: String) throws {
        #expect(MRZInformation(try MRZ(parsing: text)).bytes == Array(expected.utf8))
        #expect(MRZInformation.alternative(try MRZ(parsing: text)) == nil)
    }

    @Test func `a check digit that counts the filler is replaced, and kept as an alternative`() throws {
        let mrz = try MRZ(parsing: Sample.swedish)
        #expect(MRZInformation(mrz).bytes.prefix(16) == Array("HVC8N3QW7ZE17428".utf8)[...])
        #expect(MRZInformation.alternative(mrz)?.bytes.prefix(16) == Array("HVC8N3QW7ZE17422".utf8)[...])
    }

    @Test(arguments: [
        ("", "910314", "320901", MRZField.documentNumber), ("<<<", "910314", "320901", .documentNumber),
        ("AX_407", "910314", "320901", .documentNumber), ("AX40719Ä", "910314", "320901", .documentNumber),
        ("12345678901234567890123", "910314", "320901", .documentNumber),
        ("AX40719", "", "320901", .dateOfBirth), ("AX40719", "911314", "320901", .dateOfBirth),
        ("AX40719", "910014", "320901", .dateOfBirth), ("AX40719", "910230", "320901", .dateOfBirth),
        ("AX40719", "9103145", "320901", .dateOfBirth), ("AX40719", "1991-02-29", "320901", .dateOfBirth),
        ("AX40719", "14.03.91", "320901", .dateOfBirth), ("AX40719", "1991-3-14", "320901", .dateOfBirth),
        ("AX40719", "9<0314", "320901", .dateOfBirth), ("AX40719", "<<910314", "320901", .dateOfBirth),
        ("AX40719", "910314", "320931", .dateOfExpiry), ("AX40719", "910314", "3209O1", .dateOfExpiry),
    ])
    func `what cannot be right is refused by field`(
        number: String, birth: String, expiry: String, field: MRZField
    ) throws {
        let error = #expect(throws: MRZError.self) {
            try MRZInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
        }
        switch error {
        case .invalidDate(let found, _), .invalidValue(let found, _): #expect(found == field)
        default: Issue.record("another error")
        }
        for typed in [number, birth, expiry] where typed.count > 3 {
            #expect(error.map { !"\($0)".contains(typed) } ?? false)
        }
    }

    // A leap day exists in one of the two centuries.
    @Test(arguments: [("000229", true), ("040229", true), ("010229", false), ("000230", false)])
    func `a leap day needs a leap year`(date: String, exists: Bool) {
        let information = try? MRZInformation(documentNumber: "A", dateOfBirth: date, dateOfExpiry: "320901")
        #expect((information != nil) == exists)
    }

    @Test func `nothing of it is shown`() throws {
        let information = try MRZInformation(
            documentNumber: "L898902C", dateOfBirth: "690806", dateOfExpiry: "940623")
        var dumped = ""
        dump(information, to: &dumped)
        for text in [dumped, "\(information)", String(reflecting: information)] {
            #expect(!text.contains("L898902C"))
            #expect(!text.contains("76"))
        }
    }
}
