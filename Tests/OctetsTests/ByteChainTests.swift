import Octets
import Testing

@Suite struct ByteChainTests {
    @Test func `pieces come one behind the other`() {
        let chain = ByteChain([ByteChain([1, 2]), ByteChain(), ByteChain([3])])
        #expect(chain.count == 3)
        #expect(chain.bytes == [1, 2, 3])
        #expect(ByteChain().bytes.isEmpty)
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_536])
    func `a data object is encoded as by TLV`(count: Int) {
        let value = [UInt8](repeating: 0xA5, count: count)
        let chain = ByteChain(0x7F61, [ByteChain(value[...]), ByteChain([1])])
        #expect(chain.bytes == TLV.encode(0x7F61, value + [1]))
    }

    @Test func `equal bytes are equal, however they are cut`() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        let chain = ByteChain([ByteChain(bytes[..<1]), ByteChain([2, 3]), ByteChain(bytes[3...])])
        #expect(chain.elementsEqual(bytes[...]))
        #expect(!chain.elementsEqual(bytes[1...]))
        #expect(!chain.elementsEqual([1, 2, 4, 4]))
        #expect(!ByteChain([1]).elementsEqual([]))
    }
}
