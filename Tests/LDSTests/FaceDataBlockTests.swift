import LDS
import Octets
import TestSupport
import Testing

@Suite struct FaceDataBlockTests {
    private static let good = hex(
        "A1 27 65 25 A0 07 8001 03 8102 07E3 A1 1A 30 18 8001 00 A1 13 A0 11 A0 0F 80 06 FFD8FFE00102 A1 05 A0 03 8001 02"
    )

    @Test func `a block of the mandatory fields is read and written back`() throws {
        let block = try FaceDataBlock(parsing: Self.good)
        #expect(block.generation == 3)
        #expect(block.year == 2019)
        #expect(block.representations == [FaceRepresentation(image: hex("FFD8FFE00102"))])
        #expect(block.representations.map(\.imageFormat) == [2])
        #expect(block.encoded() == Self.good)
    }

    @Test func `a block without the object around it is read and written back`() throws {
        let bare = Array(Self.good.dropFirst(2))
        let block = try FaceDataBlock(parsing: bare)
        #expect(try block.representations == FaceDataBlock(parsing: Self.good).representations)
        #expect(block.encoded() == bare)
    }

    @Test func `objects that are not known come back`() throws {
        let bytes = hex(
            """
            65 2D A0 0A 8001 03 8102 07E3 8201 01  A1 1A 30 18 8001 00 A1 0C A0 0A A0 08 80 06 FFD8FFE00102
            BF20 04 80 02 AABB  A2 03 8001 07
            """)
        let block = try FaceDataBlock(parsing: bytes)
        #expect(block.representations.map(\.coding) == [nil])
        #expect(block.encoded() == bytes)
    }

    @Test func `the time of capture is read as far as it is given`() throws {
        let full = BlockObjects([
            DataObject(0xA1, hex("A0 08 A0 06 80 04 FFD8FFE0")), DataObject(0xA2, hex("80 02 07E8 8101 01 8201 14")),
        ])
        #expect(FaceRepresentation(full)?.captureTime == [2024, 1, 20])
        #expect(FaceRepresentation(image: hex("FFD8FF")).captureTime.isEmpty)
    }

    @Test func `a block that is cut is refused`() {
        for count in 0..<Self.good.count {
            #expect(throws: ParseError.self, "\(count)") { try FaceDataBlock(parsing: Array(Self.good.prefix(count))) }
        }
    }

    @Test func `a format that is coded in another way is not known`() throws {
        var bytes = Self.good
        bytes[bytes.count - 5] = 0xA1
        #expect(try FaceDataBlock(parsing: bytes).representations.map(\.imageFormat) == [nil])
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("face/ICAO_39794_5_AP_AllFields.dat", 15_000, 3, 572),
            ("face/ICAO_39794_5_AP_MandFields.dat", 15_000, 3, nil),
            ("jmrtd/dg2/iso39794/sample-39794-5-ed-1-v1.der", 0x0DA275, 2, nil),
        ] as [(String, Int, Int, Int?)])
    func `blocks of the corpus hold one image`(path: String, count: Int, format: Int, width: Int?) throws {
        let bytes = try Corpus.file(path)
        let block = try FaceDataBlock(parsing: bytes)
        let representation = try #require(block.representations.first)
        #expect(block.representations.count == 1)
        #expect(block.year == 2019)
        #expect(representation.image.count == count)
        #expect(representation.imageFormat == format)
        #expect(representation.width == width)
        #expect(block.encoded() == bytes)
    }
}
