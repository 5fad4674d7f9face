import Octets
import Testing

@Suite struct ByteReaderTests {
    @Test func `bytes are taken in order and offsets count from the start`() throws {
        var reader = ByteReader([1, 2, 3, 4, 5, 6], in: "test")
        #expect(reader.next == 1)
        #expect(try reader.byte() == 1)
        #expect(try Array(reader.bytes(2)) == [2, 3])
        #expect(try reader.number(2) == 0x0405)
        #expect(reader.offset == 5)
        #expect(throws: ParseError(.trailingBytes(1), in: "test", at: 5)) { try reader.expectEnd() }
        #expect(try reader.byte() == 6)
        #expect(reader.isAtEnd)
        #expect(reader.next == nil)
        try reader.expectEnd()
        #expect(throws: ParseError(.truncated(needed: 1, available: 0), in: "test", at: 6)) { try reader.byte() }
    }

    @Test func `a slice whose indexes do not start at zero is read from its first byte`() throws {
        var reader = ByteReader([9, 9, 1, 2][2...], in: "test", at: 100)
        #expect(try reader.byte() == 1)
        #expect(reader.offset == 101)
        #expect(try reader.bytes(1).first == 2)
    }

    @Test(arguments: [-1, 4, Int.max])
    func `more bytes than are left, or fewer than none, are refused`(count: Int) {
        var reader = ByteReader([1, 2, 3], in: "test")
        #expect(throws: ParseError(.truncated(needed: max(count, 0), available: 3), in: "test")) {
            try reader.bytes(count)
        }
        #expect(reader.offset == 0)
    }

    @Test(arguments: [-1, 0, 8])
    func `a number has 1 to 7 bytes`(count: Int) {
        var reader = ByteReader([UInt8](repeating: 0xFF, count: 9), in: "test")
        #expect(throws: ParseError(.invalidLength, in: "test")) { try reader.number(count) }
    }

    @Test func `the largest number fits`() throws {
        var reader = ByteReader([UInt8](repeating: 0xFF, count: 7), in: "test")
        #expect(try reader.number(7) == 0xFF_FFFF_FFFF_FFFF)
    }

    @Test func `a writer is the mirror image`() throws {
        var writer = ByteWriter()
        writer.byte(0xA0)
        writer.append([1, 2])
        writer.number(0x0304, count: 2)
        writer.number(-1, count: 9)
        writer.number(5, count: 0)
        #expect(writer.bytes == [0xA0, 1, 2, 3, 4, 0] + [UInt8](repeating: 0xFF, count: 8))
    }
}
