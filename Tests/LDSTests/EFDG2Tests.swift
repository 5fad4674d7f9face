import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG2Tests {
    private static let jpeg = hex("FFD8FFE0 0102 FFD9")
    private static let jp2 = hex("0000000C6A5020200D0A870A 0000000A 6A703263 FFD9")

    private static func file(_ data: [UInt8], tag: Octets.Tag = 0x5F2E) -> EFDG2 {
        EFDG2(
            BiometricTemplates([BiometricTemplate(header: [DataObject(0x88, [0x00, 0x08])], dataTag: tag, data: data)]))
    }

    @Test func `a record of ISO 19794-5 is wrapped and unwrapped`() throws {
        let record = FaceRecord([
            FaceRecord.Face(image: Self.jpeg, width: 3, height: 4), FaceRecord.Face(image: Self.jp2),
        ])
        let bytes = EFDG2(record).encoded()
        #expect(
            bytes.starts(
                with: hex("75 81 89 7F61 81 85 020101 7F60 7F A1 0E 8101 02 8201 00 8702 0101 8802 0008 5F2E")))
        let file = try EFDG2(parsing: bytes)
        #expect(file.faces.map { Array($0.image) } == [Self.jpeg, Self.jp2])
        #expect(file.faces.map(\.format) == [.jpeg, .jp2])
        #expect(file.faces.map(\.width) == [3, nil])
        #expect(file.faces.map(\.height) == [4, nil])
        #expect(file.faces.map(\.container) == record.faces.map { .iso19794($0) })
        #expect(file.templates.templates.map(\.biometricType) == [2])
        #expect(file.templates.templates.map(\.formatType) == [8])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        expectRefusals(of: EFDG2.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG2.self, behind: bytes)
    }

    @Test func `a block of ISO 39794-5 is wrapped and unwrapped`() throws {
        let block = FaceDataBlock([FaceRepresentation(image: Self.jp2, width: 572, height: 731)])
        let bytes = EFDG2(block).encoded()
        let file = try EFDG2(parsing: bytes)
        let face = try #require(file.faces.first)
        #expect(Array(face.image) == Self.jp2)
        #expect(face.format == .jp2)
        #expect(face.width == 572)
        #expect(face.height == 731)
        #expect(face.container == .iso39794(block.representations[0]))
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }

    @Test(arguments: [(jpeg, ImageFormat.jpeg), (jp2, .jp2)])
    func `an image without a record is taken and told`(image: [UInt8], format: ImageFormat) throws {
        let file = try EFDG2(parsing: Self.file(image).encoded())
        #expect(file.faces.map { Array($0.image) } == [image])
        #expect(file.faces.map(\.format) == [format])
        #expect(file.faces.map(\.container) == [.bare])
        #expect(file.warnings == [.missing("facial record")])
    }

    @Test func `an image in an unknown format is kept and told`() throws {
        let png = hex("89504E470D0A1A0A")
        let file = try EFDG2(parsing: Self.file(png).encoded())
        #expect(file.faces.map { Array($0.image) } == [png])
        #expect(file.warnings == [.missing("facial record"), .unknownImageFormat])
    }

    @Test func `an image in another format than its record says is told`() throws {
        var face = FaceRecord.Face(image: Self.jpeg)
        face.imageDataType = 1
        let file = try EFDG2(parsing: EFDG2(FaceRecord([face])).encoded())
        #expect(file.warnings == [.otherImageFormat(declared: "JPEG 2000", found: .jpeg)])
        #expect("\(file.warnings[0])" == "image is declared as JPEG 2000 and is JPEG")
        #expect(file.faces.map(\.format) == [.jpeg])
    }

    @Test func `a file that is read is not copied`() throws {
        let image = Self.jpeg + [UInt8](repeating: 0x5A, count: 20_000)
        for bytes in [
            EFDG2(FaceRecord([FaceRecord.Face(image: image), FaceRecord.Face(image: image)])).encoded(),
            EFDG2(FaceDataBlock([FaceRepresentation(image: image)])).encoded(), Self.file(image).encoded(),
        ] {
            let file = try EFDG2(parsing: bytes)
            for face in file.faces {
                #expect(Storage(face.image).isPart(of: Storage(bytes[...])))
                #expect(Array(face.image) == image)
            }
            #expect(file.templates.templates.allSatisfy { Storage($0.data).isPart(of: Storage(bytes[...])) })
        }
    }

    static let brokenRecords: [(String, Octets.Tag)] = [
        ("46414300 30313000 00", 0x5F2E), ("A1 02 65 05", 0x7F2E), ("A1 00", 0x7F2E), ("", 0x7F2E),
    ]

    @Test(arguments: brokenRecords)
    func `a record that is broken is kept and told, and the file is read`(text: String, tag: Octets.Tag) throws {
        let data = hex(text)
        let bytes = Self.file(data, tag: tag).encoded()
        let file = try EFDG2(parsing: bytes)
        #expect(file.faces.isEmpty)
        #expect(file.templates.templates.map { Array($0.data) } == [data])
        #expect(file.warnings.count == 1)
        #expect(file.encoded() == bytes)
    }

    @Test func `several templates, a wrong count and other objects are read and told`() throws {
        let template = BiometricTemplate(header: [], data: Self.jpeg).encoded
        let group = TLV.encode(
            0x7F61, parts: [hex("020103"), template, hex("53 02 0102"), template, hex("54 00")])
        let file = try EFDG2(parsing: TLV.encode(0x75, group))
        #expect(file.faces.count == 2)
        #expect(file.templates.otherObjects.map(\.tag) == [0x53, 0x54])
        #expect(file.warnings.contains(.mismatch("number of templates", declared: 3, found: 2)))
        #expect(file.warnings.contains(.unknownTag(0x54)))
        #expect(!file.warnings.contains(.unknownTag(0x53)))
        #expect(file.warnings.contains(.otherEncoding))
    }

    @Test func `too many templates are refused`() {
        let template = BiometricTemplate(header: [], data: [1])
        let group = BiometricTemplates([BiometricTemplate](repeating: template, count: BiometricTemplates.limit + 1))
        #expect(throws: ParseError.self) { try EFDG2(parsing: EFDG2(group).encoded()) }
    }

    @Test func `a template without data is refused`() {
        #expect(throws: ParseError(.unexpectedTag(expected: 0x5F2E, found: nil), in: "EF.DG2", at: 11)) {
            try EFDG2(parsing: hex("75 0A 7F61 07 020101 7F60 00").filled())
        }
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("dg/dg2/gmrtd_specimen_5181.bin", ImageFormat.jpeg, 5145 - 46, 0x94, 0x46),
            ("bsi_tr03105_5/Datagroup2.bin", .jp2, 14_999, 337, 449),
            ("jmrtd/bsi2008/Datagroup2.bin", .jp2, 14_999, 337, 449),
            ("jmrtd/loes2006/ef0102.bin", .jp2, 13_701, 449, 598),
            ("face/ICAO_39794_5_AP_DG2_AllFields.dat", .jp2, 15_000, 572, 731),
            ("face/ICAO_39794_5_AP_DG2_MandFields.dat", .jp2, 15_000, 0, 0),
            ("jmrtd/dg2/dg2_silver_all_fields.bin", .jp2, 15_000, 572, 731),
            ("jmrtd/dg2/dg2_silver_mandatory_fields.bin", .jp2, 15_000, 0, 0),
        ])
    func `EF.DG2 of the corpus holds one image and comes back byte for byte`(
        path: String, format: ImageFormat, count: Int, width: Int, height: Int
    ) throws {
        let bytes = try Corpus.file(path)
        let file = try EFDG2(parsing: bytes)
        let face = try #require(file.faces.first)
        #expect(file.faces.count == 1)
        #expect(face.format == format)
        #expect(face.image.count == count)
        #expect(face.width ?? 0 == width)
        #expect(face.height ?? 0 == height)
        // This specimen says JPEG 2000 and holds a JPEG.
        let isMislabelled = path.contains("gmrtd")
        #expect(file.warnings == (isMislabelled ? [.otherImageFormat(declared: "JPEG 2000", found: .jpeg)] : []))
        #expect(file.encoded() == bytes)
        if case .iso39794 = face.container {
            #expect(try Array(face.image) == Corpus.file("jmrtd/dg2/silver.jp2"))
        }
        if case .iso19794(let record) = face.container {
            #expect(file.templates.templates.first?.data.elementsEqual(FaceRecord([record]).encoded()) == true)
        }
    }
}

extension [UInt8] {
    /// The object with its length as long as its value.
    fileprivate func filled() -> [UInt8] {
        var bytes = self
        bytes[1] = UInt8(count - 2)
        bytes[4] = UInt8(count - 5)
        return bytes
    }
}
