import Frames
import Octets
import Testing

@Suite struct FeliCaFrameTests {
    // QUIO QM-ABCM7 manual §5.16: a Type 3 tag polled for any system.
    @Test func `a published polling and its answer are taken apart and put together again`() throws {
        let polling = try Hex.bytes("06 00 FF FF 01 00")
        let answer = try Hex.bytes("14 01 01 2E 30 C3 76 94 48 1F 03 35 0B 82 82 44 83 FF 12 FC")
        #expect(try FeliCaFrame(parsing: polling) == FeliCaFrame(code: 0x00, parameters: [0xFF, 0xFF, 0x01, 0x00]))
        #expect(try FeliCaFrame(parsing: polling).encoded == polling)
        #expect(try FeliCaFrame(parsing: answer).parameters.count == 18)
        #expect(try FeliCaFrame(parsing: answer).encoded == answer)
    }

    @Test func `a frame that ends early at any octet, or goes on behind its end, is refused`() throws {
        let answer = try Hex.bytes("14 01 01 2E 30 C3 76 94 48 1F 03 35 0B 82 82 44 83 FF 12 FC")
        for count in 0..<answer.count {
            #expect(throws: ParseError.self) { try FeliCaFrame(parsing: Array(answer.prefix(count))) }
        }
        #expect(throws: ParseError(.trailingBytes(1), in: "FeliCa frame", at: 20)) {
            try FeliCaFrame(parsing: answer + [0])
        }
    }

    @Test(arguments: [[0x00], [0x01], [0x01, 0x00], [0x00, 0x00]] as [[UInt8]])
    func `a length octet below two is refused`(bytes: [UInt8]) {
        #expect(throws: ParseError.self) { try FeliCaFrame(parsing: bytes) }
    }

    @Test func `a frame holds 255 octets and no more`() {
        #expect(FeliCaFrame(code: 0, parameters: [UInt8](repeating: 0, count: 253)).encoded?.count == 255)
        #expect(FeliCaFrame(code: 0, parameters: [UInt8](repeating: 0, count: 254)).encoded == nil)
    }
}
