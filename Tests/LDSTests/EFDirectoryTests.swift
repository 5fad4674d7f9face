import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDirectoryTests {
    private static let good =
        "61 09 4F 07 A0000002471001  61 0B 4F 09 E80704007F00070302  61 10 4F 07 A0000002472002 50 05 5669736173"

    @Test func `applications are read, named and written back`() throws {
        let bytes = hex(Self.good)
        let file = try EFDirectory(parsing: bytes)
        #expect(
            file.applications.map(\.identifier).map { Hex.string($0) } == [
                "A0000002471001", "E80704007F00070302", "A0000002472002",
            ])
        #expect(file.applications.map(\.knownName) == ["passport (LDS1)", "eID", "visa records (LDS2)"])
        #expect(file.applications.map(\.label) == [nil, nil, "Visas"])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        let made = EFDirectory(
            file.applications.map { EFDirectory.Application(identifier: $0.identifier, label: $0.label) })
        #expect(made.encoded() == bytes)
    }

    @Test func `a file that is cut is refused unless it ends between two objects`() {
        let bytes = hex(Self.good)
        for count in 1..<bytes.count where ![11, 24].contains(count) {
            #expect(throws: ParseError.self, "\(count)") { try EFDirectory(parsing: Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: ["00", "00 00 00 00", "FF FF FF"])
    func `filling at the end is told`(filling: String) throws {
        let bytes = hex(Self.good)
        let file = try EFDirectory(parsing: bytes + hex(filling))
        #expect(file.warnings == [.trailingBytes(hex(filling).count)])
        #expect(file.encoded() == bytes)
    }

    // 7816-4 §6.3; found by fuzzing.
    @Test(arguments: [("00 0000", ""), ("", "00"), ("FFFF", "00 FF")])
    func `filling before and between objects is passed over and told`(before: String, between: String) throws {
        let objects = [hex("61 03 4F 01 41"), hex("61 03 4F 01 42")]
        let file = try EFDirectory(parsing: hex(before) + objects[0] + hex(between) + objects[1])
        #expect(file.applications.map(\.identifier) == [[0x41], [0x42]])
        #expect(file.warnings == [.otherEncoding])
        #expect(file.encoded() == objects.flatMap { $0 })
    }

    @Test func `other objects and broken templates are kept and told`() throws {
        let bytes = hex("51 02 3F00  61 03 50 01 41  61 02 4F 07")
        let file = try EFDirectory(parsing: bytes)
        #expect(file.unknownObjects.map(\.tag) == [0x51])
        #expect(file.applications.map(\.identifier) == [[], []])
        #expect(file.warnings.count == 5)
        #expect(file.warnings.contains(.unknownTag(0x51)))
        #expect(file.warnings.contains(.missing("application identifier")))
        #expect(file.warnings.contains(.otherEncoding))
    }

    @Test func `an application that is not known has no name`() {
        #expect(EFDirectory.Application(identifier: [0xA0, 0x00]).knownName == nil)
    }

    @Test func `an empty file lists nothing`() throws {
        #expect(try EFDirectory(parsing: []).applications.isEmpty)
    }
}
