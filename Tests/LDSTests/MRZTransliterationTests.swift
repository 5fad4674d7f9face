import LDS
import Testing

@Suite struct MRZTransliterationTests {
    // 9303-3 §6, tables A, B and C.
    @Test(arguments: [
        ("Müller", "MUELLER"), ("Groß", "GROSS"), ("GROẞ", "GROSS"), ("Ångström", "AANGSTROEM"), ("Nuñez", "NUNEZ"),
        ("Łukasz", "LUKASZ"), ("Đorđe", "DORDE"), ("Ærø", "AEROE"), ("Þór", "THOR"), ("Ĳsbrand", "IJSBRAND"),
        ("Çelik", "CELIK"), ("Işık", "ISIK"), ("Dvořák", "DVORAK"), ("Nguyễn", "NGUYEN"), ("O'Connor", "OCONNOR"),
        ("D’Artagnan", "DARTAGNAN"), ("Anna-Maria", "ANNA<MARIA"), ("van der Steen", "VAN<DER<STEEN"),
        ("Щербаков", "SHCHERBAKOV"), ("Юрий", "IURII"), ("Хрущёв", "KHRUSHCHEV"), ("Ольга", "OLGA"),
        ("محمد", "MXHMD"), ("بكر", "BKR"), ("زكريا", "ZKRYA"), ("الرازي", "ALRAZY"), ("خ", "XKH"), ("مّ", "MM"),
        ("مَ", "M"),
        ("U\u{308}", "UE"), ("e\u{301}", "E"), ("", ""),
    ])
    func `a name is written as the standard says`(printed: String, written: String) {
        #expect(MRZTransliteration.written(printed) == written)
    }

    @Test(arguments: ["漢字", "😀", "A1"])
    func `what the standard has no letter for is not written`(printed: String) {
        #expect(MRZTransliteration.written(printed) == nil)
        #expect(MRZTransliteration.steps(from: printed, to: "A") == nil)
    }

    @Test(
        arguments: [
            ("Müller", "MUELLER", ["ü=UE"]), ("Müller", "MULLER", ["ü=U"]), ("Müller", "MUXXLLER", ["ü=UXX"]),
            ("Müller", "MILLER", nil), ("Nuñez", "NUNXXEZ", ["ñ=NXX"]), ("Eriksson", "ERIKSSON", []),
            ("Anna Maria", "ANNA MARIA", []), ("Anna-Maria", "ANNA<MARIA", []), ("O'Connor", "OCONNOR", ["'="]),
            ("Groß", "GROSS", ["ß=SS"]), ("Щукин", "SHTUKIN", ["Щ=SHT", "у=U", "к=K", "и=I", "н=N"]),
            ("فاطمة", "FATMXAH", nil), ("فاطمة", "FAXTTMXAH", ["ف=F", "ا=A", "ط=XTT", "م=M", "ة=XAH"]),
            ("Ann", "ANNA", nil), ("Anna", "ANN", nil), ("  Anna  ", "ANNA", []), ("", "", []),
        ] as [(String, String, [String]?)])
    func `a printed name is compared, letter by letter`(printed: String, zone: String, steps: [String]?) {
        let found = MRZTransliteration.steps(from: printed, to: zone)
        #expect(found?.map { "\($0.printed)=\($0.written)" } == steps)
    }

    @Test func `a name that could be written in countless ways is given up, not followed`() {
        let printed = String(repeating: "Ü", count: 60)
        let zone = String(repeating: "U", count: 59) + "X"
        #expect(MRZTransliteration.steps(from: printed, to: zone) == nil)
    }

    @Test(arguments: [
        ("MUELLER", ["UE=Ü"]), ("GROSS", ["SS=ẞ"]), ("AASE", ["AA=Å"]), ("NUNXXEZ", ["NXX=Ñ"]), ("ERIK", []),
        ("GOETHE", ["OE=Ö,Ø,Œ", "TH=Þ"]), ("MXHMD", ["XH=ح"]), ("KHAXKHL", ["XKH=خ"]), ("", []),
    ])
    func `letters that may stand for others are named`(name: String, expected: [String]) {
        let found = MRZTransliteration.possibilities(in: name)
        #expect(found.map { "\($0.written)=\($0.originals.joined(separator: ","))" } == expected)
    }

    @Test func `names with marks become a zone`() throws {
        let mrz = try MRZ(
            MRZValues(
                format: .td3, documentCode: "P", issuingState: "D", documentNumber: "C11T002JM", nationality: "D",
                dateOfBirth: "1996-08-12", sex: .female, dateOfExpiry: "2031-10-31", primary: "Müßig-Ødegård",
                secondary: "Zoë"))
        #expect(mrz.lines()[0] == "P<D<<MUESSIG<OEDEGAARD<<ZOE<<<<<<<<<<<<<<<<<")
        #expect(throws: MRZError.self) {
            var values = MRZValues(
                format: .td3, documentCode: "P", issuingState: "D", documentNumber: "1", nationality: "D",
                dateOfBirth: "960812", sex: .female, dateOfExpiry: "311031", primary: "漢")
            values.secondary = "字"
            _ = try MRZ(values)
        }
    }
}
