import LDS
import Octets
import TestSupport
import Testing

/// What others reported from the field, each under the name that it has in our list: B for cases, the rest by number.
@Suite struct FieldReportTests {
    private static let name = "MARLOWE<<ODETTE<ANNE<<<<<<<<<<"

    // ZsBT/mrz-java #33, snifter/MRZCode.NET #9, Arg0s1080/mrz #4.
    @Test func `B12: a document number of twelve characters goes on in the optional data of TD1`() throws {
        let mrz = try MRZ(parsing: "I<UTOUZ7351462<0K41<<<<<<<<<<<\n9002144F3406304UTO<<<<<<<<<<<4\n\(Self.name)")
        #expect(mrz.documentNumber == "UZ73514620K4")
        #expect(mrz.optionalData.isEmpty)
        #expect(mrz.checkDigits.allSatisfy { $0.state == .valid })
        #expect(mrz.checkDigits.first?.found == "1")
        #expect(MRZInformation(mrz).bytes == Array("UZ73514620K4190021443406304".utf8))
        // Counting the filler gives 5; that is taken and told.
        let other = try MRZ(parsing: "I<UTOUZ7351462<0K45<<<<<<<<<<<\n9002144F3406304UTO<<<<<<<<<<<4\n\(Self.name)")
        #expect(other.checkDigits.first?.state == .validWithFiller)
    }

    // RfidResearchGroup/proxmark3 #3576, Arg0s1080/mrz #38.
    @Test func `B13: a filler inside the personal number is a space`() throws {
        let mrz = try MRZ(
            parsing: "P<UTOHARGROVE<<EMIL<<<<<<<<<<<<<<<<<<<<<<<<<\nK402177359UTO7901058M3108228620019834<041712")
        #expect(mrz.optionalData == "620019834 0417")
        #expect(mrz.raw(.optionalData) == "620019834<0417")
        #expect(mrz.checkDigitProblems.isEmpty)
    }

    private static let card = hex(
        """
        6B465C055F105F2BA05F100E31393934303330353737313230345F2B083139393430333035A0210201025F0F0C5249564552413C3C4E4F
        454C5F0F0C52495645524F3C3C4E4F454C
        """)

    // gmrtd/gmrtd #149.
    @Test func `B26: the template of other names in the tag list of EF.DG11`() throws {
        let file = try EFDG11(parsing: Self.card)
        #expect(file.personalNumber?.raw == "19940305771204")
        #expect(file.dateOfBirth?.date?.description == "1994-03-05")
        #expect(file.otherNames.map(\.spaced) == ["RIVERA NOEL", "RIVERO NOEL"])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == Self.card)
    }

    @Test func `B26: a tag that nobody knows is kept with a warning and stops nothing`() throws {
        var bytes = Self.card + hex("5F7F 02 0102")
        bytes[1] += 5
        let file = try EFDG11(parsing: bytes)
        #expect(file.warnings == [.unknownTag(0x5F7F), .presentButUnlisted(0x5F7F)])
        #expect(file.details.objects.last.map { Array($0.value) } == [1, 2])
        #expect(file.personalNumber?.raw == "19940305771204")
        #expect(file.encoded() == bytes)
    }

    // gmrtd/gmrtd #94, RfidResearchGroup/proxmark3 #2752, AndyQ/NFCPassportReader #218, jimp-dev/jimp #1059.
    @Test(arguments: [
        ("FFD8FFE000104A46", ImageFormat.jpeg, "jpg"), ("FFD8FFE101104578", .jpeg, "jpg"),
        ("FFD8FFDB00430001", .jpeg, "jpg"), ("0000000C6A5020200D0A870A", .jp2, "jp2"),
        ("FF4FFF51002F0000", .jpeg2000Codestream, "j2k"), ("89504E470D0A1A0A", .unknown, "bin"),
    ])
    func `B28: images by their first bytes, and none of them fails the file`(
        start: String, format: ImageFormat, suffix: String
    ) throws {
        let image = hex(start) + [1, 2, 3]
        let file = try EFDG2(parsing: EFDG2(FaceRecord([FaceRecord.Face(image: image, width: 1, height: 1)])).encoded())
        let face = try #require(file.faces.first)
        #expect(face.format == format && face.format.fileSuffix == suffix)
        #expect(Array(face.image) == image)
        #expect(file.warnings.contains(.unknownImageFormat) == (format == .unknown))
    }

    // RfidResearchGroup/proxmark3 #3576; AndyQ/NFCPassportReader #47; foxanna/mrz_parser #10; selfxyz/self #1336.
    @Test(arguments: [
        ("I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2", "D23145890734", MRZCheckDigit.State.valid),
        ("IDUTO123456789<07<<<<<<<<<<<<<\n8601012M3001019UTO<<<<<<<<<<<6", "1234567890", .valid),
        ("IDBEL000590696<1015<<<<<<<<<<<\n9401013F2710017BEL000101123453", "000590696101", .valid),
        ("I<SWEHVC8N3QW7<ZE17422<<<<<<<<\n5908106M2507232SWE<<<<<<<<<<<0", "HVC8N3QW7ZE1742", .validWithFiller),
    ])
    func `22: long document numbers in both conventions`(
        lines: String, number: String, state: MRZCheckDigit.State
    ) throws {
        let mrz = try MRZ(parsing: "\(lines)\n\(Self.name)")
        #expect(mrz.documentNumber == number)
        #expect(mrz.checkDigits.first?.state == state)
    }

    @Test(arguments: 10...22)
    func `22: a number of any length from 10 to 22 is written and read`(count: Int) throws {
        let number = String("ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(count))
        let mrz = try MRZ(
            MRZValues(
                format: .td1, documentCode: "I", issuingState: "UTO", documentNumber: number, nationality: "UTO",
                dateOfBirth: "900214", sex: .female, dateOfExpiry: "340630", primary: "A"))
        #expect(mrz.documentNumber == number)
        #expect(mrz.checkDigits.allSatisfy { $0.state == .valid })
    }

    @Test func `22: a short number is filled up to nine for the key`() throws {
        let typed = try MRZInformation(documentNumber: "AX40719", dateOfBirth: "910314", dateOfExpiry: "320901")
        #expect(typed.bytes == Array("AX40719<<891031443209011".utf8))
    }

    // asmarques/mrtd #5, ZeroPass/dmrtd #3, ZsBT/mrz-java #9.
    @Test func `23: no check digit for empty optional data, and none over all of a visa`() throws {
        let german = try MRZ(
            parsing: "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<\nC11T002JM4D<<9608122F2310314<<<<<<<<<<<<<<<4")
        #expect(german.checkDigits.first { $0.field == .optionalDataCheckDigit }?.state == .absentAsAllowed)
        #expect(german.checkDigitProblems.isEmpty)
        for visa in [Sample.visaA, Sample.visaB] {
            let mrz = try MRZ(parsing: visa)
            #expect(mrz.checkDigitProblems.isEmpty)
            #expect(!mrz.checkDigits.contains { $0.field == .compositeCheckDigit })
        }
        // A wrong digit over all is told and keeps nothing from being read.
        let wrong = try MRZ(parsing: Sample.edited(Sample.td3, "<<<<<10", "<<<<<19"))
        #expect(wrong.checkDigitProblems.count == 1 && wrong.names.primary == "ERIKSSON")
    }

    // gmrtd/gmrtd #102, NFCPassportReader 2.3.1: lengths of the record and of the block off by 1 to 8.
    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: Array(-8...8))
    func `32: a face record whose lengths are off by up to eight`(error: Int) throws {
        var bytes = try Corpus.file("bsi_tr03105_5/Datagroup2.bin")
        let image = try #require(try EFDG2(parsing: bytes).faces.first?.image)
        let record = try #require(bytes.firstRange(of: hex("46414300 30313000"))).lowerBound
        for place in [record + 8, record + 14] {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } + error
            bytes.replaceSubrange(
                place..<(place + 4),
                with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) })
        }
        let file = try EFDG2(parsing: bytes)
        // The whole image comes out, whatever the record says; what disagrees is told.
        #expect(file.faces.map { Array($0.image) } == [Array(image)])
        #expect(file.warnings.isEmpty == (error == 0))
        #expect(file.encoded() == bytes)
    }

    @Test(arguments: [[], [0, 0, 0], [0xFF]] as [[UInt8]])
    func `32: bytes behind the end of an image belong to it and do no harm`(padding: [UInt8]) throws {
        let image = hex("0000000C6A5020200D0A870A 00000000 6A703263 FF4F FFD9") + padding
        let file = try EFDG2(parsing: EFDG2(FaceRecord([FaceRecord.Face(image: image)])).encoded())
        #expect(file.faces.map { Array($0.image) } == [image])
        #expect(file.warnings.isEmpty)
    }

    // AndyQ/NFCPassportReader #253.
    @Test func `33: a face in ISO 39794-5, and several templates in one file`() throws {
        let image = hex("FFD8FFE0 0102 FFD9")
        let old = BiometricTemplate(
            header: [DataObject(0x81, [2])], data: FaceRecord([FaceRecord.Face(image: image)]).encoded())
        let new = BiometricTemplate(
            header: [DataObject(0x81, [2])], dataTag: 0x7F2E,
            data: FaceDataBlock([FaceRepresentation(image: image, width: 3, height: 4)]).encoded())
        let bytes = EFDG2(BiometricTemplates([old, new])).encoded()
        let file = try EFDG2(parsing: bytes)
        #expect(file.faces.map { Array($0.image) } == [image, image])
        let isNew = file.faces.map { if case .iso39794 = $0.container { true } else { false } }
        #expect(isNew == [false, true])
        #expect(file.encoded() == bytes)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `33: ICAO's own sample of ISO 39794-5`() throws {
        let file = try EFDG2(parsing: Corpus.file("face/ICAO_39794_5_AP_DG2_AllFields.dat"))
        let face = try #require(file.faces.first)
        #expect(face.format == .jp2 && face.image.count == 15_000)
        #expect(face.width == 572 && face.height == 731)
        #expect(file.warnings.isEmpty)
    }

    // gmrtd/gmrtd #149; ZeroPass/dmrtd #40, #48; AndyQ/NFCPassportReader #130; JMRTD bugs 87, 88.
    @Test(
        arguments: [
            ("5C025F2B 5F2B08 3139373030313031", "1970-01-01", 0), ("5C025F2B 5F2B04 19700101", "1970-01-01", 0),
            ("5C025F2B 5F2B00", nil, 1), ("5C025F2B 5F2B04 1970FF01", nil, 1),
        ] as [(String, String?, Int)])
    func `55: dates as text and in BCD, and empty ones, each by itself`(
        text: String, date: String?, warnings: Int
    ) throws {
        let bytes = TLV.encode(0x6B, hex(text))
        let file = try EFDG11(parsing: bytes)
        #expect(file.dateOfBirth?.date?.description == date)
        #expect(file.warnings.count == warnings)
        #expect(file.encoded() == bytes)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `55: a sample whose fields are emptied one by one keeps the others`() throws {
        let sample = try EFDG11(parsing: Corpus.file("dg/dg11/sample.bin"))
        for index in sample.details.objects.indices {
            var objects = sample.details.objects
            objects[index] = DataObject(objects[index].tag, [])
            let list = sample.details.tagList.map { TLV.encode(0x5C, $0.bytes) } ?? []
            let bytes = TLV.encode(0x6B, list + objects.flatMap { TLV.encode($0.tag, Array($0.value)) })
            let file = try EFDG11(parsing: bytes)
            #expect(file.details.objects.count == objects.count)
            #expect(file.encoded() == bytes)
            let texts = [file.name, file.placeOfBirth, file.address, file.telephone, file.profession].compactMap(\.self)
            #expect(texts.count { !$0.raw.isEmpty } >= 4)
        }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `55: dates of EF.DG12 in both forms`() throws {
        for path in ["dg/dg12/FR.bin", "dg/dg12/NZ.bin"] {
            let bytes = try Corpus.file(path)
            let file = try EFDG12(parsing: bytes)
            #expect(file.warnings.isEmpty && file.encoded() == bytes)
            #expect(file.dateOfIssue?.date != nil || file.personalisationTime?.text != nil)
            // The same date in the other form says the same.
            guard let date = file.dateOfIssue else { continue }
            let digits = date.bytes.count == 8 ? try Hex.bytes(String(decoding: date.bytes, as: UTF8.self)) : date.bytes
            let other = try EFDG12(parsing: TLV.encode(0x6C, hex("5C025F26") + TLV.encode(0x5F26, digits)))
            #expect(other.dateOfIssue?.date == date.date)
        }
    }
}
