import FeliCa
import Testing

@Suite struct BlockRequestTests {
    @Test(
        arguments: [
            (0, 20, 0..<20), (4, 2, 4..<6), (-3, 5, 0..<5), (0, -1, 0..<0), (65_530, 20, 65_530..<65_536),
            (.max, .max, 65_536..<65_536), (0, .max, 0..<65_536),
        ] as [(Int, Int, Range<Int>)])
    func `block numbers stay within two octets`(first: Int, count: Int, blocks: Range<Int>) {
        #expect(BlockRequest(0x090F, first: first, count: count).blocks == blocks)
    }
}
