import ISO7816
import Testing

@Suite struct StatusWordTests {
    @Test(arguments: [(0x6100, 256), (0x6101, 1), (0x61FF, 255)] as [(UInt16, Int)])
    func `61xx tells how many bytes are available, 00 meaning 256`(value: UInt16, count: Int) {
        #expect(StatusWord(value).bytesAvailable == count)
        #expect(StatusWord(value).correctLength == nil)
    }
}
