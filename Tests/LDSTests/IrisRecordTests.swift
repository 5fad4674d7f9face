import LDS
import Octets
import TestSupport
import Testing

@Suite struct IrisRecordTests {
    /// Two eyes, the first with two images, written by hand from the layout of ISO/IEC 19794-6:2005.
    private static let good = hex(
        """
        49495200 30313000 0000005A 0001 02 002D 0003 0096 000E 00A3 0095 08 01
        000102030405060708090A0B0C0D0E0F
        01 0002  0001 33 FFFF FFFE 00000002 AABB  0002 34 0001 0002 00000001 CC
        02 0001  0001 FE FFFF FFFF 00000003 DDEEFF
        """)

    @Test func `every field is read and written back`() throws {
        let record = try IrisRecord(parsing: Self.good)
        #expect(record.warnings.isEmpty)
        #expect(record.captureDevice == 1)
        #expect(record.properties == 3)
        #expect(record.diameter == 150)
        #expect(record.coding == .jpeg2000)
        #expect(record.width == 163 && record.height == 149)
        #expect(record.depth == 8 && record.transformation == 1)
        #expect(record.deviceIdentifier == Array(0...15))
        #expect(record.eyes.map(\.name) == ["right eye", "left eye"])
        #expect(record.eyes.map { $0.images.map { Array($0.image) } } == [[hex("AABB"), hex("CC")], [hex("DDEEFF")]])
        #expect(record.eyes[0].images.map(\.quality) == [51, 52])
        #expect(record.eyes[0].images.map(\.rotation) == [0xFFFF, 1])
        #expect(record.eyes[0].images.map(\.rotationUncertainty) == [0xFFFE, 2])
        #expect(record.encoded() == Self.good)
    }

    @Test func `a longer header is kept`() throws {
        var bytes = Self.good
        bytes[11] += 2
        bytes[16] += 2
        bytes.insert(contentsOf: [0xA5, 0x5A], at: 45)
        let record = try IrisRecord(parsing: bytes)
        #expect(record.warnings.isEmpty)
        #expect(record.encoded() == bytes)
        bytes[16] = 44
        #expect(throws: ParseError.self) { try IrisRecord(parsing: bytes) }
    }

    @Test func `a record that is cut is refused or told`() throws {
        for count in 0..<Self.good.count {
            guard let record = try? IrisRecord(parsing: Array(Self.good.prefix(count))) else { continue }
            #expect(count >= 87)
            #expect(record.warnings.contains { if case .mismatch = $0 { true } else { false } })
        }
        #expect(throws: ParseError(.invalidValue("IIR is expected"), in: "iris image record")) {
            try IrisRecord(parsing: [0x47] + Self.good.dropFirst())
        }
    }

    @Test func `bytes behind the images and an unknown version are told`() throws {
        #expect(
            try IrisRecord(parsing: Self.good + [0]).warnings == [
                .mismatch("length of the iris image record", declared: 90, found: 91), .trailingBytes(1),
            ])
        var bytes = Self.good
        bytes[5] = 0x32
        #expect(try IrisRecord(parsing: bytes).warnings == [.unknownVersion("iris image record")])
    }

    @Test(arguments: [
        (2, "raw pixels"), (4, "raw pixels"), (6, "JPEG"), (8, "JPEG"), (0x0A, "JPEG-LS"), (0x0C, "JPEG-LS"),
        (0x0E, "JPEG 2000"), (0x10, "JPEG 2000"), (0, "unknown coding 0"), (3, "unknown coding 3"),
        (0x12, "unknown coding 18"),
    ])
    func `image formats have names`(format: Int, name: String) {
        #expect(IrisRecord([], imageFormat: format, width: 1, height: 1).coding.name == name)
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the iris block of ISO 39794-6 in the corpus comes back byte for byte`() throws {
        let bytes = try Corpus.file("jmrtd/dg4/iso39794/sample-39794-6-ed-1-v1.der")
        let block = try IrisDataBlock(parsing: bytes)
        let iris = try #require(block.representations.first)
        #expect(block.representations.count == 1)
        #expect(iris.eye == 1)
        #expect(iris.coding == .png)
        #expect(iris.bitDepth == 8)
        #expect(iris.image.count == 148_593)
        #expect(iris.captureTime == [2019, 9, 18, 13])
        #expect(block.encoded() == bytes)
    }
}
