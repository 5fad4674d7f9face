import CardCrypto
import Octets
import Testing

@Suite struct MasterListTests {
    private let entries: [[UInt8]] = [[0x30, 0x00], [0x30, 0x01, 0x05], [0x04, 0x00]]

    private func content(_ version: [UInt8] = DER.encode(integer: 0), _ more: [UInt8] = []) -> [UInt8] {
        DER.sequence([version, TLV.encode(.set, parts: entries), more])
    }

    @Test func `certificates are handed out as they stand, also those that cannot be read`() throws {
        let list = try MasterList(parsing: content())
        #expect(list.version == 0)
        #expect(list.certificates.map(Array.init) == entries)
    }

    @Test func `content that is cut, long or otherwise built is refused`() {
        let bytes = content()
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try MasterList(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try MasterList(parsing: bytes + [0]) }
        #expect(throws: ParseError.self) { try MasterList(parsing: content([0x05, 0x00])) }
        #expect(throws: ParseError.self) { try MasterList(parsing: content(DER.encode(integer: 0), [0x05, 0x00])) }
        #expect(throws: ParseError.self) { try MasterList(parsing: DER.sequence(entries)) }
    }

    @Test func `its identifiers are those of the standard`() {
        #expect(MasterList.contentType.dotted == "2.23.136.1.1.2")
        #expect(MasterList.signingPurpose.dotted == "2.23.136.1.1.3")
    }
}
