import LDS
import Octets
import TestSupport
import Testing

@Suite struct FingerDataBlockTests {
    private static let good = hex(
        """
        A1 30 64 2E A0 07 8001 03 8102 07E3 A1 23 30 21
        A0 03 8001 02 A1 03 8001 18 A2 03 8001 04 83 04 89504E47 A4 07 80 02 07E2 8101 0C 8A 01 FF
        """)

    @Test func `a block is read and written back`() throws {
        let block = try FingerDataBlock(parsing: Self.good)
        let finger = try #require(block.representations.first)
        #expect(block.generation == 3 && block.year == 2019)
        #expect(finger.position?.name == "right index")
        #expect(finger.impression == 24)
        #expect(finger.coding == .png)
        #expect(finger.captureTime == [2018, 12])
        #expect(Array(finger.image) == hex("89504E47"))
        #expect(block.encoded() == Self.good)
    }

    @Test func `a block that is cut, or of another kind, is refused`() {
        for count in 0..<Self.good.count {
            #expect(throws: ParseError.self, "\(count)") {
                try FingerDataBlock(parsing: Array(Self.good.prefix(count)))
            }
        }
        #expect(throws: ParseError.self) { try IrisDataBlock(parsing: Self.good) }
        #expect(throws: ParseError.self) { try FaceDataBlock(parsing: Self.good) }
    }

    @Test func `a position that is coded by an extension falls back`() {
        let objects = BlockObjects([DataObject(0xA0, hex("A1 03 8001 07")), DataObject(0x83, [1])])
        let finger = FingerRepresentation(objects)
        #expect(finger?.position?.name == "left index")
        #expect(finger?.coding == nil)
    }

    @Test func `too many representations are refused`() {
        let finger = FingerRepresentation(image: [1], position: 1, imageFormat: 1)
        let many = FingerDataBlock([FingerRepresentation](repeating: finger, count: BiometricTemplates.limit + 1))
        #expect(throws: ParseError.self) { try FingerDataBlock(parsing: many.encoded()) }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the finger block of the corpus comes back byte for byte`() throws {
        let bytes = try Corpus.file("jmrtd/dg3/iso39794/sample-39794-4-ed-1-v1.der")
        let block = try FingerDataBlock(parsing: bytes)
        let finger = try #require(block.representations.first)
        #expect(block.representations.count == 1)
        #expect(finger.position?.name == "right index")
        #expect(finger.impression == 1)
        #expect(finger.coding == .png)
        #expect(finger.image.count == 689)
        #expect(finger.captureTime == [2018, 12, 30, 13])
        #expect(block.encoded() == bytes)
    }
}
