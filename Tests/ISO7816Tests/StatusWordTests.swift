import ISO7816
import Testing

@Suite struct StatusWordTests {
    @Test(arguments: [(0x6100, 256), (0x6101, 1), (0x61FF, 255)] as [(UInt16, Int)])
    func `61xx tells how many bytes are available, 00 meaning 256`(value: UInt16, count: Int) {
        #expect(StatusWord(value).bytesAvailable == count)
        #expect(StatusWord(value).correctLength == nil)
        #expect(StatusWord(value).triesLeft == nil)
    }

    @Test(arguments: [(0x6C00, 256), (0x6C01, 1), (0x6CE7, 231)] as [(UInt16, Int)])
    func `6Cxx tells the right Le, 00 meaning 256`(value: UInt16, count: Int) {
        #expect(StatusWord(value).correctLength == count)
        #expect(StatusWord(value).bytesAvailable == nil)
    }

    @Test(
        arguments: [(0x63C0, 0), (0x63C3, 3), (0x63CF, 15), (0x6300, nil), (0x63D1, nil), (0x62C1, nil)]
            as [(UInt16, Int?)])
    func `63Cx tells how many tries are left`(value: UInt16, tries: Int?) {
        #expect(StatusWord(value).triesLeft == tries)
    }

    @Test func `bytes and digits are those of the number`() {
        let status: StatusWord = 0x6A82
        #expect(status.sw1 == 0x6A)
        #expect(status.sw2 == 0x82)
        #expect(status.bytes == [0x6A, 0x82])
        #expect("\(status)" == "6A82")
        #expect(StatusWord.success == 0x9000)
    }

    // 7816-4 §5.6, tables 6 and 7.
    @Test(
        arguments: [
            (0x9000, "done"), (0x6982, "security status not satisfied"), (0x6A82, "file or application not found"),
            (0x63C1, "failed, 1 try left"), (0x63C2, "failed, 2 tries left"), (0x6399, "warning, memory has changed"),
            (0x6C00, "wrong Le, 256 would be right"), (0x6C10, "wrong Le, 16 would be right"),
            (0x6100, "256 or more bytes are available with GET RESPONSE"),
            (0x6110, "16 bytes are available with GET RESPONSE"), (0x6499, "execution error, memory unchanged"),
            (0x91AF, "a status of the application, outside ISO/IEC 7816-4"),
            (0x1234, "not a status word of ISO/IEC 7816-4"),
        ] as [(UInt16, String)])
    func `a status word means what the standard says`(value: UInt16, meaning: String) {
        #expect(StatusWord(value).meaning == meaning)
    }

    @Test func `every status word has a meaning`() {
        for value in UInt16.min ... .max where StatusWord(value).meaning.isEmpty {
            Issue.record("\(StatusWord(value))")
        }
    }
}
