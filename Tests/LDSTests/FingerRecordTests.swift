import LDS
import Octets
import TestSupport
import Testing

@Suite struct FingerRecordTests {
    /// Two fingers, written by hand from the layout of ISO/IEC 19794-4:2005.
    private static let good = hex(
        """
        46495200 30313000 000000000042 0001 001F 02 01 01F4 01F5 01F6 01F7 08 02 0000
        00000011 02 01 01 64 00 026C 0270 00  FFA0FF
        00000011 07 01 01 65 01 0003 0004 09  FFA0FE
        """)

    @Test func `every field is read and written back`() throws {
        let record = try FingerRecord(parsing: Self.good)
        #expect(record.warnings.isEmpty)
        #expect(record.captureDevice == 1)
        #expect(record.acquisitionLevel == 31)
        #expect(record.scanResolution == [500, 501])
        #expect(record.imageResolution == [502, 503])
        #expect(record.pixelDepth == 8)
        #expect(record.coding == .wsq)
        #expect(record.fingers.map(\.position) == [2, 7])
        #expect(record.fingers.map(\.quality) == [100, 101])
        #expect(record.fingers.map(\.impression) == [0, 1])
        #expect(record.fingers.map { [$0.width, $0.height] } == [[620, 624], [3, 4]])
        #expect(record.fingers.map { Array($0.image) } == [hex("FFA0FF"), hex("FFA0FE")])
        #expect(record.encoded() == Self.good)
    }

    @Test func `a record made from values is read back`() throws {
        let finger = FingerRecord.Finger(image: [1, 2], position: 6, width: 1, height: 2)
        let record = FingerRecord([finger], compression: 0)
        let again = try FingerRecord(parsing: record.encoded())
        #expect(again == record)
        #expect(again.coding == .raw)
    }

    @Test func `several views of one finger are read`() throws {
        var bytes = Self.good
        bytes[18] = 1
        bytes[37] = 2
        bytes[53] = 2
        bytes[54] = 2
        bytes[55] = 2
        let record = try FingerRecord(parsing: bytes)
        #expect(record.warnings.isEmpty)
        #expect(record.fingers.map(\.viewNumber) == [1, 2])
        #expect(record.encoded() == bytes)
    }

    @Test func `a record that ends before its first image is refused`() {
        for count in 0..<46 {
            #expect(throws: ParseError.self, "\(count)") { try FingerRecord(parsing: Array(Self.good.prefix(count))) }
        }
        #expect(throws: ParseError(.invalidValue("FIR is expected"), in: "finger image record")) {
            try FingerRecord(parsing: [0x47] + Self.good.dropFirst())
        }
    }

    @Test(arguments: [46, 48, 49, 60, 63, 65])
    func `an image that is cut is kept and told`(count: Int) throws {
        guard let record = try? FingerRecord(parsing: Array(Self.good.prefix(count))) else { return }
        #expect(record.warnings.contains { if case .mismatch = $0 { true } else { false } })
    }

    @Test func `wrong lengths and counts are told`() throws {
        var bytes = Self.good
        bytes[13] = 0x43
        bytes[18] = 3
        bytes[52] = 0x12
        let record = try FingerRecord(parsing: bytes)
        #expect(
            record.warnings == [
                .mismatch("length of the finger image record", declared: 67, found: 66),
                .mismatch("length of the finger data block", declared: 18, found: 17),
                .mismatch("number of fingers", declared: 3, found: 2),
            ])
        #expect(try FingerRecord(parsing: Self.good + [0, 0, 0]).warnings.contains(.trailingBytes(3)))
        let padding = [UInt8](repeating: 0, count: 40)
        #expect(try FingerRecord(parsing: Self.good + padding).warnings.contains(.trailingBytes(40)))
    }

    @Test func `an unknown version is told`() throws {
        var bytes = Self.good
        bytes[5] = 0x32
        #expect(try FingerRecord(parsing: bytes).warnings == [.unknownVersion("finger image record")])
    }

    @Test func `too many images are refused`() {
        let finger = FingerRecord.Finger(image: [], position: 1, width: 0, height: 0)
        let many = [FingerRecord.Finger](repeating: finger, count: BiometricTemplates.limit + 1)
        #expect(throws: ParseError.self) { try FingerRecord(parsing: FingerRecord(many, compression: 0).encoded()) }
    }

    @Test(arguments: [
        (0, "unknown finger"), (1, "right thumb"), (5, "right little"), (6, "left thumb"), (10, "left little"),
        (13, "right four fingers"), (14, "left four fingers"), (15, "both thumbs"), (999, "position 999"),
    ])
    func `positions have names`(code: Int, name: String) {
        #expect(FingerPosition(code: code).name == name)
    }

    // 9303-10 §4.7.3: bits 1 and 2 tell the hand, 3 to 5 the finger.
    @Test(
        arguments: [
            (0x05, "right thumb"), (0x09, "right index"), (0x0D, "right middle"), (0x11, "right ring"),
            (0x15, "right little"), (0x06, "left thumb"), (0x0A, "left index"), (0x0E, "left middle"),
            (0x12, "left ring"),
            (0x16, "left little"), (0x00, nil), (0x01, nil), (0x04, nil), (0x07, nil), (0x19, nil),
        ] as [(Int, String?)])
    func `the subtype of a header names a finger`(subtype: Int, name: String?) {
        #expect(FingerPosition(subtype: subtype)?.name == name)
    }
}
