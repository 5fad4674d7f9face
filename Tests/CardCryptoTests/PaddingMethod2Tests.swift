import CardCrypto
import Testing

@Suite struct PaddingMethod2Tests {
    @Test(arguments: [8, 16], 0...33)
    func `padding fills the last block, or one more, and comes off again`(blockSize: Int, count: Int) throws {
        for byte: UInt8 in [0x00, 0x80, 0xFF] {
            let plain = [UInt8](repeating: byte, count: count)
            let padded = PaddingMethod2.add(plain, blockSize: blockSize)
            #expect(padded.count % blockSize == 0)
            #expect((1...blockSize).contains(padded.count - count))
            #expect(try PaddingMethod2.remove(padded) == plain)
        }
    }

    @Test(arguments: [[], [0], [0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0], [0x80, 1], [0x81]] as [[UInt8]])
    func `octets without the mark are refused`(bytes: [UInt8]) {
        #expect(throws: CryptoError.invalidPadding) { try PaddingMethod2.remove(bytes) }
    }
}
