import Octets
import Testing

@Suite struct ObjectIdentifierTests {
    @Test(arguments: [
        ("0.4.0.127.0.7.2.2.4.2.2", "04007F00070202040202"), ("2.23.136.1.1.1", "678108010101"),
        ("1.2.840.113549.1.7.2", "2A864886F70D010702"), ("2.999.3", "883703"), ("0.0", "00"), ("1.39", "4F"),
        ("2.0", "50"), ("2.47", "7F"), ("2.48", "8100"), ("1.3.18446744073709551615", "2B81FFFFFFFFFFFFFFFF7F"),
    ])
    func `dotted numbers and octets belong together`(dotted: String, octets: String) throws {
        let identifier = try #require(ObjectIdentifier(dotted))
        #expect(Hex.string(identifier.contents) == octets)
        #expect(identifier.dotted == dotted)
        #expect("\(identifier)" == dotted)
        #expect(try ObjectIdentifier(contents: Hex.bytes(octets)) == identifier)
    }

    @Test(arguments: [
        "", "1", "3.1", "1.40", "0.40", "1..2", "1.2.", ".1.2", "1.-2", "1.+2", "a.b", "1.2.18446744073709551616",
        "2.18446744073709551615",
    ])
    func `a text that is no dotted number is refused`(text: String) {
        #expect(ObjectIdentifier(text) == nil)
    }

    @Test(arguments: ["", "80", "2A80", "2A8001", "2A808001", "2AFF"])
    func `octets that are empty, cut or not minimal are refused`(octets: String) {
        #expect(throws: ParseError(.invalidValue("not an object identifier"), in: "OBJECT IDENTIFIER", at: 7)) {
            try ObjectIdentifier(contents: Hex.bytes(octets), at: 7)
        }
    }

    @Test func `more than 64 octets are refused`() throws {
        #expect(try ObjectIdentifier(contents: [UInt8](repeating: 1, count: 64)).contents.count == 64)
        #expect(throws: ParseError.self) { try ObjectIdentifier(contents: [UInt8](repeating: 1, count: 65)) }
        #expect(ObjectIdentifier("1.2" + String(repeating: ".1", count: 63))?.contents.count == 64)
        #expect(ObjectIdentifier("1.2" + String(repeating: ".1", count: 64)) == nil)
    }

    @Test func `an arc beyond 64 bits is shown as an ellipsis`() throws {
        let huge = try ObjectIdentifier(contents: [0x2A, 0x83] + [UInt8](repeating: 0xFF, count: 9) + [0x7F, 0x01])
        #expect(huge.dotted == "1.2.….1")
    }

    @Test func `arcs are appended and identifiers ordered by their octets`() throws {
        let base = try #require(ObjectIdentifier("0.4.0.127.0.7"))
        #expect(base.appending(2, 2, 4).dotted == "0.4.0.127.0.7.2.2.4")
        #expect(base < base.appending(1))
        #expect(base.appending(1) < base.appending(2))
    }

    @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 40]) func `what stands behind a prefix is told`(count: Int) throws {
        let octets = (0..<count).map { UInt8($0 % 127 + 1) }
        let identifier = try ObjectIdentifier(contents: octets)
        for length in 1...count {
            var prefix = Array(octets.prefix(length))
            #expect(
                try identifier.suffix(behind: ObjectIdentifier(contents: prefix)) == Array(octets.dropFirst(length)))
            prefix[length - 1] ^= 0x40
            #expect(try identifier.suffix(behind: ObjectIdentifier(contents: prefix)) == nil)
        }
        #expect(identifier.suffix(behind: identifier.appending(1)) == nil)
    }

    @Test(arguments: 1...64) func `an identifier of every length keeps its octets`(count: Int) throws {
        let octets = (0..<count).map { UInt8($0 % 127 + 1) }
        let identifier = try ObjectIdentifier(contents: octets)
        #expect(identifier.contents == octets)
        #expect(try ObjectIdentifier(contents: octets[...]) == identifier)
        #expect(Set([identifier, try ObjectIdentifier(contents: octets)]).count == 1)
        var last = octets
        last[count - 1] ^= 1
        #expect(try ObjectIdentifier(contents: last) != identifier)
        #expect(identifier.appending(0) != identifier)
        #expect(identifier.appending(5).contents == octets + [5])
        #expect(identifier.appending(5, 6, 7).contents == octets + [5, 6, 7])
    }
}
