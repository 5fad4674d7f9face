import ISO7816
import Octets
import Testing

@Suite struct CommandAPDUTests {
    typealias Form = CommandAPDU.LengthForm
    typealias Expected = CommandAPDU.Expected

    /// 7816-4 §5.1, figure 4: the cases in both forms.
    static let cases: [(String, Form, [UInt8], Expected)] = [
        // Case 1.
        ("00A40400", .short, [], .nothing),
        // Case 2.
        ("00B0000001", .short, [], .upTo(1)), ("00B00000FF", .short, [], .upTo(255)),
        ("00B0000000", .short, [], .asMuchAsPossible), ("00B00000 000001", .extended, [], .upTo(1)),
        ("00B00000 000100", .extended, [], .upTo(256)), ("00B00000 00FFFF", .extended, [], .upTo(65_535)),
        ("00B00000 000000", .extended, [], .asMuchAsPossible),
        // Case 3.
        ("00A4040C 02 3F00", .short, [0x3F, 0x00], .nothing),
        ("00A4040C 01 00", .short, [0x00], .nothing),
        ("00A4040C 000002 3F00", .extended, [0x3F, 0x00], .nothing),
        // Case 4.
        ("00A40400 02 3F00 00", .short, [0x3F, 0x00], .asMuchAsPossible),
        ("00A40400 02 3F00 FF", .short, [0x3F, 0x00], .upTo(255)),
        ("00A40400 000002 3F00 0000", .extended, [0x3F, 0x00], .asMuchAsPossible),
        ("00A40400 000002 3F00 0100", .extended, [0x3F, 0x00], .upTo(256)),
    ]

    @Test(arguments: cases)
    func `every case is read and written in its form`(text: String, form: Form, data: [UInt8], expected: Expected)
        throws
    {
        let bytes = try Hex.bytes(text)
        let (command, found) = try CommandAPDU.parse(bytes)
        #expect(found == form)
        #expect(command.header == Array(bytes.prefix(4)))
        #expect(command.data == data)
        #expect(command.expected == expected)
        #expect(command.encoded(form) == bytes)
        #expect(try CommandAPDU(parsing: bytes) == command)
    }

    @Test(arguments: [(255, Form.short), (256, .extended), (65_535, .extended)])
    func `data of any allowed length comes back`(count: Int, form: Form) throws {
        for expected in [Expected.nothing, .asMuchAsPossible, .upTo(1)] {
            let command = CommandAPDU(
                ins: 0xD6, data: (0..<count).map { UInt8(truncatingIfNeeded: $0) }, expected: expected)
            #expect(command.shortestForm == form)
            let bytes = try #require(command.encoded(form))
            #expect(try CommandAPDU.parse(bytes).command == command)
            #expect(try CommandAPDU.parse(bytes).form == form)
        }
    }

    @Test func `what a form cannot carry is not written`() {
        #expect(CommandAPDU(ins: 0, data: [UInt8](repeating: 0, count: 256)).encoded(.short) == nil)
        #expect(CommandAPDU(ins: 0, data: [UInt8](repeating: 0, count: 65_536)).encoded(.extended) == nil)
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(257)).encoded(.short) == nil)
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(65_537)).encoded(.extended) == nil)
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(0)).encoded(.short) == nil)
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(-1)).encoded(.extended) == nil)
    }

    @Test func `256 bytes are Le 00 and 65,536 are Le 0000`() throws {
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(256)).encoded(.short) == (try Hex.bytes("00B0000000")))
        #expect(CommandAPDU(ins: 0xB0, expected: .upTo(65_536)).encoded(.extended) == (try Hex.bytes("00B00000000000")))
    }

    @Test(arguments: [
        "", "00", "00A4", "00A404", "00A40400 02 3F", "00A40400 02 3F00 00 00", "00A40400 00 00",
        "00A40400 0000", "00A40400 000002 3F", "00A40400 000002 3F00 00", "00A40400 000002 3F00 0000 00",
        "00A40400 000000 0000",
    ])
    func `lengths that do not add up are refused`(text: String) throws {
        let bytes = try Hex.bytes(text)
        #expect(throws: ParseError.self) { try CommandAPDU(parsing: bytes) }
    }

    @Test(arguments: [
        (0xA4 as UInt8, "SELECT"), (0xB1, "READ BINARY"), (0x86, "GENERAL AUTHENTICATE"), (0x5E, "INS 5E"),
    ])
    func `an instruction has the name of the standard, or its byte`(ins: UInt8, name: String) {
        #expect(CommandAPDU(ins: ins).name == name)
    }
}
