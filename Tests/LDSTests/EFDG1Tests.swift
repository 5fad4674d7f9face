import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG1Tests {
    private static func file(_ text: String) throws -> [UInt8] { EFDG1(try MRZ(parsing: text)).encoded() }

    @Test(arguments: [(Sample.td1, "61 5D 5F1F 5A"), (Sample.td2, "61 4B 5F1F 48"), (Sample.td3, "61 5B 5F1F 58")])
    func `a zone is wrapped and unwrapped`(text: String, head: String) throws {
        let bytes = try Self.file(text)
        #expect(bytes.starts(with: hex(head)))
        let file = try EFDG1(parsing: bytes)
        #expect(file.mrz == (try MRZ(parsing: text)))
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
    }

    @Test func `a file that is cut or starts with another tag is refused`() throws {
        expectRefusals(of: EFDG1.self, around: try Self.file(Sample.td1))
        try expectTrailingBytesToBeTold(of: EFDG1.self, behind: try Self.file(Sample.td1))
    }

    @Test func `a wrong check digit is told`() throws {
        let text = Sample.edited(Sample.td3, "<<10", "<<11")
        let file = try EFDG1(parsing: try Self.file(text))
        #expect(
            file.warnings == [
                .mrz(.wrongCheckDigit(field: .compositeCheckDigit, line: 2, column: 44, expected: 0))
            ])
    }

    @Test func `a value that is no zone is refused without showing it`() throws {
        var bytes = try Self.file(Sample.td3)
        bytes[10] = UInt8(ascii: "!")
        let error = #expect(throws: ParseError.self) { try EFDG1(parsing: bytes) }
        #expect(error?.offset == 5)
        #expect(error.map { !"\($0)".contains("ERIK") } ?? false)
        let short = TLV.encode(0x61, TLV.encode(0x5F1F, [UInt8](repeating: 0x3C, count: 73)))
        #expect(throws: ParseError.self) { try EFDG1(parsing: short) }
        let other = TLV.encode(0x61, TLV.encode(0x5F1E, [UInt8](repeating: 0x3C, count: 72)))
        #expect(throws: ParseError(.unexpectedTag(expected: 0x5F1F, found: 0x5F1E), in: "EF.DG1", at: 2)) {
            try EFDG1(parsing: other)
        }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `the file of the corpus with one character too many is refused`() throws {
        let bytes = try Corpus.file("dg/dg1/UTO_bad_length.bin")
        let error = #expect(throws: ParseError.self) { try EFDG1(parsing: bytes) }
        #expect(error?.description.contains("73 characters") ?? false)
    }
}
