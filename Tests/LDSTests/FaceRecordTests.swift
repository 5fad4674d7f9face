import LDS
import Octets
import TestSupport
import Testing

@Suite struct FaceRecordTests {
    private static let image = hex("FFD8FF E0 0102 FFD9")
    /// One face with one feature point, written by hand from the layout of ISO/IEC 19794-5:2005.
    private static let good = hex(
        """
        46414300 30313000 0000003E 0001
        00000030 0001 01 02 03 000405 0006 070809 0A0B0C
        01 0D 000E 000F 0000
        02 00 0094 0046 01 02 0003 0004
        FFD8FFE00102FFD9
        """)

    private static var face: FaceRecord.Face {
        var face = FaceRecord.Face(image: image, width: 0x94, height: 0x46)
        face.gender = 1
        face.eyeColour = 2
        face.hairColour = 3
        face.propertyMask = 0x0405
        face.expression = 6
        face.pose = [7, 8, 9]
        face.poseUncertainty = [10, 11, 12]
        face.featurePoints = [FaceRecord.FeaturePoint(code: 0x0D, x: 14, y: 15)]
        face.imageType = 2
        face.colourSpace = 1
        face.sourceType = 2
        face.deviceType = 3
        face.quality = 4
        return face
    }

    @Test func `every field is read and written back`() throws {
        let record = try FaceRecord(parsing: Self.good)
        #expect(record.faces == [Self.face])
        #expect(record.warnings.isEmpty)
        #expect(record.encoded() == Self.good)
        #expect(FaceRecord([Self.face]).encoded() == Self.good)
    }

    @Test func `several faces come back in order`() throws {
        let second = FaceRecord.Face(image: hex("0000000C6A502020"), width: 1, height: 2)
        let bytes = FaceRecord([Self.face, second]).encoded()
        let record = try FaceRecord(parsing: bytes)
        #expect(record.faces == [Self.face, second])
        #expect(record.faces.map(\.imageDataType) == [0, 1])
        #expect(record.encoded() == bytes)
    }

    @Test func `a record that ends before its image is refused`() {
        for count in 0..<54 {
            #expect(throws: ParseError.self, "\(count)") { try FaceRecord(parsing: Array(Self.good.prefix(count))) }
        }
        #expect(throws: ParseError(.invalidValue("FAC is expected"), in: "facial record")) {
            try FaceRecord(parsing: [0x47] + Self.good.dropFirst())
        }
    }

    // gmrtd/gmrtd #102: lengths are off by 1 to 8, in both directions; the image ends where it says itself.
    @Test(arguments: [-8, -3, -1, 1, 2, 8, 200])
    func `a wrong length is told and the whole image is taken`(error: Int) throws {
        var bytes = Self.good
        bytes.replaceSubrange(10...11, with: [UInt8((62 + error) / 256), UInt8((62 + error) % 256)])
        bytes[17] = UInt8(0x30 + error)
        let record = try FaceRecord(parsing: bytes)
        #expect(record.faces.map { Array($0.image) } == [Self.image])
        #expect(
            record.warnings == [
                .mismatch("length of the facial record", declared: bytes.count + error, found: bytes.count),
                .mismatch("length of the facial image block", declared: 0x30 + error, found: 0x30),
            ])
        #expect(record.encoded() == Self.good)
    }

    @Test func `bytes behind the image are told`() throws {
        let record = try FaceRecord(parsing: Self.good + [0, 0])
        #expect(record.faces.map { Array($0.image) } == [Self.image])
        #expect(record.warnings.contains(.trailingBytes(2)))
    }

    @Test func `padding inside the image block belongs to the image`() throws {
        var face = Self.face
        face.image = (Self.image + [0, 0, 0])[...]
        let record = try FaceRecord(parsing: FaceRecord([face]).encoded())
        #expect(record.faces == [face])
        #expect(record.warnings.isEmpty)
    }

    @Test func `an unknown version is told`() throws {
        var bytes = Self.good
        bytes[5] = 0x32
        #expect(try FaceRecord(parsing: bytes).warnings == [.unknownVersion("facial record")])
    }

    @Test func `a count of faces that are not there is refused`() {
        var bytes = Self.good
        bytes[12] = 0xFF
        #expect(throws: ParseError.self) { try FaceRecord(parsing: bytes) }
        bytes[12] = 0
        bytes[18] = 0xFF
        #expect(throws: ParseError.self) { try FaceRecord(parsing: bytes) }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the record of the corpus comes back byte for byte`() throws {
        let bytes = try Corpus.file("face/ISO19794_Test1_Data.bin")
        let record = try FaceRecord(parsing: bytes)
        #expect(record.faces.map { [$0.width, $0.height, $0.image.count] } == [[0x94, 0x46, 5145 - 46]])
        #expect(record.warnings.isEmpty)
        #expect(record.encoded() == bytes)
    }
}
