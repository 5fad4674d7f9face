import Octets
import Testing

struct ArraySliceSameTests {
    @Test(arguments: [0, 1, 7, 8, 9, 1000]) func `the same bytes are the same, others are not`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let inside = ([0xFF] + bytes + [0xFE]).dropFirst().prefix(count)
        #expect(bytes[...].isSame(as: bytes))
        #expect(inside.isSame(as: bytes))
        #expect(!bytes[...].isSame(as: bytes + [0]))
        #expect(!(bytes + [0])[...].isSame(as: bytes))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!inside.isSame(as: other))
        }
    }
}
