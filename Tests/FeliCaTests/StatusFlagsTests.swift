import FeliCa
import Testing

@Suite struct StatusFlagsTests {
    @Test(
        arguments: [
            (0x00, 0x00, "done"), (0x01, 0xA6, "no such service in the selected system"),
            (0x01, 0xA8, "no such block in the service"), (0xFF, 0xA2, "wrong number of blocks in one command"),
            (0x01, 0xA5, "access denied: the service wants a key"), (0xFF, 0x70, "memory error"),
            (0x01, 0x00, "failed without a reason"), (0x01, 0x55, "refused for a reason of the card's own"),
        ] as [(UInt8, UInt8, String)])
    func `flags are told in words`(flag1: UInt8, flag2: UInt8, words: String) {
        #expect(StatusFlags(flag1, flag2).meaning == words)
    }

    @Test func `every second flag has a meaning, and only 00 00 is success`() {
        for flag2 in UInt8.min...UInt8.max {
            #expect(!StatusFlags(0xFF, flag2).meaning.isEmpty)
            #expect(StatusFlags(0xFF, flag2).meaning != "done")
        }
    }
}
