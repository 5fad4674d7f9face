import InlaySeams
import Testing

@Suite struct RandomSourceTests {
    @Test func `scripted values come in order, and zeros when the request does not fit`() {
        let source = RandomSource.scripted([[1, 2], [3], [4]])
        #expect(source.bytes(2) == [1, 2])
        #expect(source.bytes(2) == [0, 0])
        #expect(source.bytes(1) == [4])
        #expect(source.bytes(1) == [0])
    }

    // The first output of SplitMix64 with state 1234567, from its published reference output.
    @Test func `a seed gives the same stream every time`() {
        let first = RandomSource.seeded(1_234_567)
        let second = RandomSource.seeded(1_234_567)
        let stream = first.bytes(4)
        #expect(second.bytes(1) + second.bytes(3) == stream)
        #expect(stream.first == UInt8(truncatingIfNeeded: 6_457_827_717_110_365_317 as UInt64))
        #expect(RandomSource.seeded(2).bytes(16) != RandomSource.seeded(3).bytes(16))
    }

    @Test func `the system's bytes are as many as asked for`() {
        #expect(RandomSource.system.bytes(0).isEmpty)
        #expect(RandomSource.system.bytes(33).count == 33)
        #expect(RandomSource.system.bytes(32) != RandomSource.system.bytes(32))
    }
}
