import FeliCa
import Testing

@Suite struct PMmTests {
    @Test(arguments: [[], [UInt8](repeating: 1, count: 7), [UInt8](repeating: 1, count: 9)])
    func `IDm and PMm have eight octets, a block sixteen, nothing else`(bytes: [UInt8]) {
        #expect(IDm(bytes) == nil)
        #expect(PMm(bytes) == nil)
        #expect(Block(bytes) == nil)
        #expect(Block([UInt8](repeating: 0, count: 16)) == .empty)
    }

    // nfcpy's rule, checked by hand: octet 4B has A = 3, B = 1, E = 1, so 302.06 µs × (2 × n + 4) × 4.
    @Test func `the time for a read grows with its blocks`() throws {
        let pmm = try #require(PMm([0x10, 0x0B, 0x4B, 0x42, 0x84, 0x93, 0x42, 0xFF]))
        #expect(pmm.icType == 0x0B)
        #expect(pmm.maximumResponseTime(.requestService, count: 1) == .nanoseconds(7_249_557))
        // 42: A = 2, B = 0, E = 1: 302.06 µs × 3 × 4.
        #expect(pmm.maximumResponseTime(.fixed) == .nanoseconds(3_624_778))
        // 93: A = 3, B = 2, E = 2: 302.06 µs × (3 × 12 + 4) × 16.
        #expect(pmm.maximumResponseTime(.read, count: 12) == .nanoseconds(193_321_533))
    }

    @Test func `the largest parameter and count do not overflow`() throws {
        let pmm = try #require(PMm([UInt8](repeating: 0xFF, count: 8)))
        #expect(pmm.maximumResponseTime(.read, count: .max) > .seconds(39))
        #expect(pmm.maximumResponseTime(.read, count: .min) == pmm.maximumResponseTime(.read))
    }

    @Test func `systems of one card differ in the high half of the first octet of IDm`() throws {
        let first = try #require(IDm([0x01, 0x2E, 0x4C, 0xD4, 0x54, 0x4D, 0x45, 0x1A]))
        let second = try #require(IDm([0x11, 0x2E, 0x4C, 0xD4, 0x54, 0x4D, 0x45, 0x1A]))
        let other = try #require(IDm([0x01, 0x2E, 0x4C, 0xD4, 0x54, 0x4D, 0x45, 0x1B]))
        #expect(first.systemNumber == 0)
        #expect(second.systemNumber == 1)
        #expect(first.isSameCard(as: second))
        #expect(!first.isSameCard(as: other))
    }
}
