import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFATRInfoTests {
    // 9303-10 table 29: the objects with the sizes of an LDS2 chip.
    private static let good = "43 01 B8  47 03 8401C0  7F66 08 0202 07FF 0202 0800"

    @Test func `capabilities and lengths are read and written back`() throws {
        let bytes = hex(Self.good)
        let file = try EFATRInfo(parsing: bytes)
        #expect(file.cardCapabilities == [0x84, 0x01, 0xC0])
        #expect(file.supportsExtendedLength)
        #expect(file.supportsCommandChaining)
        #expect(file.maximumCommandLength == 0x07FF)
        #expect(file.maximumResponseLength == 0x0800)
        #expect(file.objects.map(\.tag) == [0x43, 0x47, 0x7F66])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }

    @Test func `a file is made from its values`() throws {
        let made = EFATRInfo(
            cardCapabilities: [0x84, 0x01, 0x40], maximumCommandLength: 1000, maximumResponseLength: 65_536)
        #expect(made.encoded() == hex("47 03 840140 7F66 09 0202 03E8 0203 010000"))
        let file = try EFATRInfo(parsing: made.encoded())
        #expect(file.maximumResponseLength == 65_536)
        #expect(!file.supportsCommandChaining)
    }

    /// Row 34, OpenSC #2220: a category byte in front, as historical bytes have one.
    @Test func `objects behind a category byte are read, and written back with it`() throws {
        let bytes = hex("80 43 01 B8 46 04 01020304 47 03 8401C0")
        let file = try EFATRInfo(parsing: bytes)
        #expect(file.category == 0x80)
        #expect(file.objects.map(\.tag) == [0x43, 0x46, 0x47])
        #expect(file.supportsExtendedLength)
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        // 80 that is a tag is none, and a file that is cut is not made whole by it.
        #expect(try EFATRInfo(parsing: hex("80 01 AA 47 03 8401C0")).category == nil)
        for count in 1..<bytes.count where ![4, 10].contains(count) {
            #expect(throws: ParseError.self, "\(count)") { try EFATRInfo(parsing: Array(bytes.prefix(count))) }
        }
    }

    @Test func `a file that is cut is refused unless it ends between two objects`() {
        let bytes = hex(Self.good)
        for count in 1..<bytes.count where ![3, 8].contains(count) {
            #expect(throws: ParseError.self, "\(count)") { try EFATRInfo(parsing: Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: ["7F66 04 0202 07FF", "7F66 00", "7F66 06 0402 07FF 0200", "7F66 0C 0205 0000000001 0202 07FF 00"])
    func `lengths that cannot be read are told`(object: String) throws {
        let file = try EFATRInfo(parsing: hex("47 01 84") + hex(object))
        #expect(file.maximumCommandLength == nil)
        #expect(file.maximumResponseLength == nil)
        #expect(file.warnings.count == 1)
        #expect(!file.supportsExtendedLength)
    }

    @Test func `a length with its highest bit set is not negative`() throws {
        #expect(try EFATRInfo(parsing: hex("7F66 08 0202 FFFF 0202 8000")).maximumCommandLength == 65_535)
    }

    @Test func `capabilities of another length are told`() throws {
        #expect(try EFATRInfo(parsing: hex("47 00")).warnings.count == 1)
        #expect(try EFATRInfo(parsing: hex("47 04 840140FF 0000")).warnings.count == 2)
        #expect(try EFATRInfo(parsing: hex("43 01 B8")).cardCapabilities == nil)
    }
}
