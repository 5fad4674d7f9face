import Octets
import Testing

@Suite struct TagTests {
    @Test(arguments: [
        ("04", Octets.Tag.Class.universal, false), ("30", .universal, true), ("5F01", .application, false),
        ("7F49", .application, true), ("9F816E", .contextSpecific, false), ("DF818101", .private, false),
    ])
    func `octets, class and form belong together`(text: String, tagClass: Octets.Tag.Class, isConstructed: Bool) throws
    {
        var reader = ByteReader(try Hex.bytes(text), in: "test")
        let tag = try reader.tag()
        #expect(reader.isAtEnd)
        #expect(tag.description == text)
        #expect(tag.bytes == (try Hex.bytes(text)))
        #expect(tag.tagClass == tagClass)
        #expect(tag.isConstructed == isConstructed)
    }

    @Test(arguments: ["1F 80 01", "9F 81 82 83", "9F 81 82 83 04"])
    func `a tag with a leading zero digit or more than four octets is refused`(text: String) throws {
        var reader = ByteReader(try Hex.bytes(text), in: "test")
        #expect(throws: ParseError(.invalidTag, in: "test")) { try reader.tag() }
    }

    @Test(arguments: ["", "1F", "9F 81", "9F 81 82"])
    func `a tag that is cut is refused`(text: String) throws {
        let bytes = try Hex.bytes(text)
        var reader = ByteReader(bytes, in: "test")
        #expect(throws: ParseError(.truncated(needed: 1, available: 0), in: "test", at: bytes.count)) {
            try reader.tag()
        }
    }
}
