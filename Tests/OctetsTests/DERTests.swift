import Octets
import Testing

@Suite struct DERTests {
    private func object(_ text: String, rules: EncodingRules = .der) throws -> TLV {
        var reader = TLVReader(try Hex.bytes(text), in: "test", rules: rules)
        return try reader.next()
    }

    // X.690 §8.3 and worked values.
    @Test(arguments: [
        (0, "020100"), (1, "020101"), (127, "02017F"), (128, "02020080"), (255, "020200FF"), (256, "02020100"),
        (-1, "0201FF"), (-128, "020180"), (-129, "0202FF7F"), (32_767, "02027FFF"), (32_768, "0203008000"),
        (Int.max, "02087FFFFFFFFFFFFFFF"), (Int.min, "02088000000000000000"),
    ])
    func `an INTEGER is written as short as possible and read back`(value: Int, text: String) throws {
        #expect(Hex.string(DER.encode(integer: value)) == text)
        #expect(try object(text).integer("test") == value)
    }

    @Test(arguments: ["0200", "0209000000000000000000", "040101"])
    func `an INTEGER that is empty, too long or something else is refused`(text: String) {
        #expect(throws: ParseError.self) { try object(text).integer("test") }
    }

    @Test func `an INTEGER with superfluous octets is read`() throws {
        #expect(try object("020400000001").integer("test") == 1)
        #expect(try object("0204FFFFFFFE").integer("test") == -2)
    }

    @Test(
        arguments: [
            ([], "020100"), ([0], "020100"), ([0, 0, 1], "020101"), ([0x80], "02020080"), ([0x7F, 0xFF], "02027FFF"),
        ] as [([UInt8], String)])
    func `a magnitude is written without a sign`(magnitude: [UInt8], text: String) throws {
        #expect(Hex.string(DER.encode(unsigned: magnitude)) == text)
        let read = try object(text).unsigned("test")
        #expect(read == (Array(magnitude.drop { $0 == 0 }).isEmpty ? [0] : Array(magnitude.drop { $0 == 0 })))
    }

    @Test(arguments: ["0201FF", "0200", "040101"])
    func `a magnitude that is negative, empty or something else is refused`(text: String) {
        #expect(throws: ParseError.self) { try object(text).unsigned("test") }
    }

    @Test func `an OCTET STRING in pieces is joined in BER only`() throws {
        let text = "24 80 04 02 0102 24 04 04 02 0304 04 00 0000"
        #expect(try object(text, rules: .ber).octetString("test") == [1, 2, 3, 4])
        #expect(try object("04 02 0102").octetString("test") == [1, 2])
        #expect(throws: ParseError(.unexpectedTag(expected: .octetString, found: 0x24), in: "test")) {
            try object("24 04 04 02 0102", rules: .berTLV).octetString("test")
        }
        #expect(throws: ParseError.self) { try object("24 03 02 01 01", rules: .ber).octetString("test") }
    }

    @Test func `an OCTET STRING nested too deeply is refused`() throws {
        var bytes = try Hex.bytes("0400")
        for _ in 0..<40 { bytes = TLV.encode(0x24, bytes) }
        var reader = TLVReader(bytes, in: "test", rules: .ber)
        let object = try reader.next()
        let error = #expect(throws: ParseError.self) { try object.octetString("test") }
        #expect(error?.reason == .tooDeep(limit: TLVReader.depthLimit))
    }

    @Test func `a BIT STRING has whole bytes`() throws {
        #expect(try object("03 03 00 0102").bitString("test") == [1, 2])
        #expect(DER.bitString([1, 2]) == (try Hex.bytes("03 03 00 0102")))
        #expect(throws: ParseError.self) { try object("03 02 04 F0").bitString("test") }
        #expect(throws: ParseError.self) { try object("03 00").bitString("test") }
        #expect(throws: ParseError.self) { try object("04 01 00").bitString("test") }
    }

    // X.690 §11.6: the shorter of two encodings that agree so far comes first.
    @Test func `members of a SET OF are ordered by their octets`() throws {
        let set = DER.setOf([[0x04, 0x01, 0x02], [0x02, 0x01, 0x05], [0x04, 0x01, 0x01], [0x02, 0x01]])
        #expect(set == (try Hex.bytes("31 0B 0201 020105 040101 040102")))
    }

    @Test func `strings and sequences carry their tags`() throws {
        #expect(DER.octetString([1]) == [0x04, 0x01, 0x01])
        #expect(DER.printableString("DE") == (try Hex.bytes("13 02 4445")))
        #expect(DER.utf8String("é") == (try Hex.bytes("0C 02 C3A9")))
        #expect(DER.sequence([[0x05, 0x00]]) == [0x30, 0x02, 0x05, 0x00])
        let oid = try #require(ObjectIdentifier("1.2.840.10045.2.1"))
        #expect(DER.encode(oid) == (try Hex.bytes("06 07 2A8648CE3D0201")))
        #expect(try object("06 07 2A8648CE3D0201").objectIdentifier("test") == oid)
        #expect(throws: ParseError.self) { try object("0600").objectIdentifier("test") }
        #expect(throws: ParseError.self) { try object("0500").objectIdentifier("test") }
    }
}
