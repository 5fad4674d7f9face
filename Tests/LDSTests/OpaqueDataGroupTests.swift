import LDS
import Octets
import TestSupport
import Testing

@Suite struct OpaqueDataGroupTests {
    @Test func `the tag is checked and the value kept`() throws {
        let bytes = hex("6D 03 010203")
        let file = try OpaqueDataGroup(.dg13, parsing: bytes)
        #expect(file.value == [1, 2, 3])
        #expect(file.warnings.isEmpty)
        #expect(file.encoded() == bytes)
        #expect(OpaqueDataGroup(.dg13, value: [1, 2, 3])?.encoded() == bytes)
    }

    @Test(arguments: ["", "6D", "6D 03", "6D 03 01", "6D 03 0102", "6C 03 010203", "6D 84 FFFFFFFF 01"])
    func `what is cut or has another tag is refused`(text: String) {
        #expect(throws: ParseError.self) { try OpaqueDataGroup(.dg13, parsing: hex(text)) }
    }

    @Test func `bytes behind the end and long lengths are told`() throws {
        let file = try OpaqueDataGroup(.dg13, parsing: hex("6D 81 01 FF 9000"))
        #expect(file.warnings == [.trailingBytes(2), .otherEncoding])
        #expect(file.value == [0xFF])
    }

    @Test func `files without a tag are no data groups`() {
        #expect(OpaqueDataGroup(.directory, value: []) == nil)
        #expect(throws: ParseError.self) { try OpaqueDataGroup(.atrInfo, parsing: [0x47, 0x00]) }
    }
}
