import CardCrypto
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

struct DocumentTests {
    @Test(arguments: [
        // 9303-4 appendix B, 9303-5 appendix B.
        ("L898902C3", "6"), ("740812", "2"), ("120415", "9"), ("ZE184226B<<<<<", "1"), ("D23145890734", "9"),
        ("<<<<<<<<<<<<<<", "0"), ("", "0"),
    ])
    func `check digits are those of the standard's examples`(text: String, digit: Character) {
        #expect(CheckDigit.of(text) == digit)
    }

    @Test func `the standard's specimen zone is written as it is printed`() {
        // 9303-4 appendix B, but for its optional data.
        var holder = Holder()
        holder.surname = "ERIKSSON"
        holder.givenNames = "ANNA MARIA"
        holder.documentNumber = "L898902C3"
        holder.birth = Moment(secondsSince1970: 145_497_600)
        let expiry = Moment(secondsSince1970: 1_334_448_000)
        let lines = holder.machineReadableZone(.td3, expiry: expiry)
        #expect(lines[0] == "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<")
        #expect(lines[1].hasPrefix("L898902C36UTO7408122F1204159"))
        #expect(lines[1].count == 44)
    }

    @Test func `the holder's zone says what the document says`() throws {
        let document = try PassportDocument(PassportSettings())
        #expect(
            document.machineReadableZone == [
                "P<UTOHALVORSDOTTER<<JUNIPER<MAE<<<<<<<<<<<<<", "UT7K40M2Q2UTO9105159F3403118<<<<<<<<<<<<<<04",
            ])
        #expect(document.mrz == document.machineReadableZone.joined(separator: "\n"))
        #expect(document.files[.dg1] == hex("615B5F1F58") + Array(document.machineReadableZone.joined().utf8))
    }

    @Test(arguments: PassportSettings.DocumentFormat.allCases)
    func `every format is a zone that is read and opens the chip`(format: PassportSettings.DocumentFormat) throws {
        var settings = PassportSettings()
        settings.format = format
        let document = try PassportDocument(settings)
        let zone = try MRZ(parsing: document.mrz)
        #expect(zone.checkDigitProblems.isEmpty)
        #expect(document.machineReadableZone.count == (format == .td1 ? 3 : 2))
        #expect(document.mrzInformation == "UT7K40M2Q291051593403118")
        let signer = try Certificate(parsing: document.signerCertificate)
        #expect(signer.extensions.documentTypes == [format == .td3 ? "P" : "ID"])
    }

    @Test(arguments: [
        // 9303-11 appendix D.2: TD2, and a TD1 number that goes on in the optional data.
        (
            "I<UTOSTEVENSON<<PETER<<<<<<<<<<<D23145890<UTO3407127M95071227349<<<8", "D23145890734934071279507122"
        ),
        (
            "I<UTOD23145890<7349<<<<<<<<<<<3407127M9507122UTO<<<<<<<<<<<2STEVENSON<<PETER<JOHN<<<<<<<<<",
            "D23145890734934071279507122"
        ),
        (
            "I<UTOD231458907<<<<<<<<<<<<<<<7408122F1204159UTO<<<<<<<<<<<6ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            "D23145890774081221204159"
        ),
        (
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14",
            "L898902C<369080619406236"
        ),
    ])
    func `the access keys come from number, birth and expiry`(zone: String, information: String) {
        var zone = zone
        // A TD2 line in the table is written without its fillers at the end of the first line.
        if zone.count == 68 { zone.insert(contentsOf: "<<<<", at: zone.index(zone.startIndex, offsetBy: 32)) }
        #expect(AccessKeyText.from(zone: Array(zone.utf8)) == information)
    }

    @Test func `anything else is no zone`() {
        #expect(AccessKeyText.from(zone: []) == nil)
        #expect(AccessKeyText.from(zone: [UInt8](repeating: 0x3C, count: 89)) == nil)
        #expect(AccessKeyText.from(zone: [UInt8](repeating: 0x00, count: 88)) == nil)
        #expect(AccessKeyText.from(dataGroup: hex("6103020100")) == nil)
        #expect(AccessKeyText.from(dataGroup: hex("61")) == nil)
    }

    @Test func `EF_COM lists exactly the data groups that are there`() throws {
        let document = try PassportDocument(PassportSettings())
        #expect(document.files[.com] == hex("6017 5F0104 30313037 5F3606 303430303030 5C05 6175 6B6C6E"))
    }

    @Test func `EF_DG14 repeats all of EF_CardAccess`() throws {
        var settings = PassportSettings()
        try settings.apply("pace=aes256,bp512;aes128,p224")
        let document = try PassportDocument(settings)
        let access = try #require(document.files[.cardAccess])
        #expect(document.files[.dg14] == TLV.encode(0x6E, access))
        // 9303-11 §9.2.1; the entries in DER order.
        #expect(
            access
                == hex(
                    """
                    3128 3012 060A04007F00070202040202 020102 02010A
                         3012 060A04007F00070202040204 020102 020111
                    """))
    }

    @Test func `a document without PACE has neither EF_CardAccess nor EF_DG14`() throws {
        var settings = PassportSettings()
        settings.access = .bac
        let document = try PassportDocument(settings)
        #expect(document.files[.cardAccess] == nil)
        #expect(document.files[.dg14] == nil)
        #expect(document.cardAccessNumber == nil)
    }

    @Test func `the face record holds the portrait with its true lengths`() throws {
        let document = try PassportDocument(PassportSettings())
        let file = try #require(document.files[.dg2])
        let picture = Portrait.jpeg()
        let start = file.count - picture.count - 46
        #expect(Array(file.suffix(picture.count)) == picture)
        var record = ByteReader(file[start...], in: "face")
        #expect(Array(try record.bytes(8)) == hex("46414300 30313000"))
        #expect(try record.number(4) == picture.count + 46)
        #expect(try record.number(2) == 1)
        #expect(try record.number(4) == picture.count + 32)
        #expect(try record.number(2) == 0)
        _ = try record.bytes(14)
        #expect(Array(try record.bytes(2)) == [1, 0])
        #expect(try record.number(2) == 413)
        #expect(try record.number(2) == 531)
    }

    @Test func `the portrait is a JPEG of the size that it is said to have`() throws {
        let picture = Portrait.jpeg()
        #expect((15_000...20_480).contains(picture.count))
        #expect(picture.prefix(2) == [0xFF, 0xD8])
        #expect(picture.suffix(2) == [0xFF, 0xD9])
        // The frame header: SOF0, length, precision, height, width (ITU-T T.81 §B.2.2).
        let frame = try #require(
            picture.indices.dropLast(9).first { picture[$0] == 0xFF && picture[$0 + 1] == 0xC0 })
        #expect(Array(picture[(frame + 5)..<(frame + 9)]) == [0x02, 0x13, 0x01, 0x9D])
    }

    @Test(arguments: [1, 18_500, 20_000, 60_000, 200_000])
    func `the portrait grows to the size that is asked for`(size: Int) {
        let plain = Portrait.jpeg()
        let grown = Portrait.jpeg(atLeast: size)
        #expect(grown.count >= max(size, plain.count))
        #expect(grown.count <= max(size + 4, plain.count))
        // Nothing but comment segments comes in between.
        var rest = grown.dropFirst(2)
        while rest.starts(with: [0xFF, 0xFE]) {
            let length = rest.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(2 + length)
        }
        #expect(Array(rest) == Array(plain.dropFirst(2)))
    }

    @Test func `EF_DG3 without fingerprints differs from state to state`() throws {
        var settings = PassportSettings()
        settings.optionalDataGroups = [3]
        let first = try #require(try PassportDocument(settings).files[.dg3])
        settings.seed = 2
        let second = try #require(try PassportDocument(settings).files[.dg3])
        #expect(first.prefix(10) == hex("6318 7F6103020100 5310")[...])
        #expect(first != second)
    }

    @Test(arguments: [
        ("2024-03-12", "2034-03-11"), ("2024-02-29", "2034-02-27"), ("2030-01-01", "2039-12-31"),
    ])
    func `a document is valid for ten years`(issued: String, expires: String) {
        let dates = DocumentDates(issued: Moment(isoDate: issued))
        #expect(dates.expiry.isoDate == expires)
        // 9303-12 §4.1.4: each certificate outlives what is signed with it.
        #expect(dates.signerEnd > dates.expiry)
        #expect(dates.countryEnd > dates.signerEnd)
        #expect(dates.signerStart <= dates.issue && dates.issue <= dates.signerKeyEnd)
        #expect(dates.countryStart <= dates.signerStart && dates.signerStart <= dates.countryKeyEnd)
    }
}
