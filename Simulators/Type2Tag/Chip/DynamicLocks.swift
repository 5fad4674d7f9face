/// Lock bytes behind the user memory: each bit makes pages read-only for ever, and further bits freeze such bits.
struct DynamicLocks: Hashable, Sendable {
    /// Page of the lock bytes.
    let page: Int
    /// Bit number, counted from the lowest bit of byte 0, and the pages that it locks.
    let locks: [Int: ClosedRange<Int>]
    /// Bit number, and the bits that cannot be changed any more once it is set.
    let freezes: [Int: Set<Int>]
    /// Byte 3 as it is read.
    let lastByte: UInt8
    /// True where bits work only from the next activation on (MF0ICU2 §7.5.3).
    var needsActivation = false

    /// Bits that exist.
    var mask: [UInt8] {
        var mask: [UInt8] = [0, 0, 0]
        for bit in Set(locks.keys).union(freezes.keys) where bit < 24 { mask[bit / 8] |= 1 << UInt8(bit % 8) }
        return mask
    }

    /// `count` bits in bytes 0 and 1, each for `width` pages from page 10h on up to `last`; in byte 2 a bit freezes two of
    /// them (NT2H1311 §8.5.3, MF0ULx1 §8.5.3).
    static func run(page: Int, width: Int, last: Int, lastByte: UInt8) -> DynamicLocks {
        var locks: [Int: ClosedRange<Int>] = [:]
        var freezes: [Int: Set<Int>] = [:]
        var bit = 0
        var first = 16
        while first <= last, bit < 16 {
            locks[bit] = first...min(first + width - 1, last)
            freezes[16 + bit / 2, default: []].insert(bit)
            bit += 1
            first += width
        }
        return DynamicLocks(page: page, locks: locks, freezes: freezes, lastByte: lastByte)
    }

    /// Two bytes with pages 10h to 27h by fours, and the counter in page 29h (NTAG203 §8.5.3).
    static let ntag203 = DynamicLocks(page: 0x28, locks: fours, freezes: fourFreezes, lastByte: 0)

    /// The same with AUTH0, AUTH1 and the key (MF0ICU2 §7.5.3).
    static let ultralightC: DynamicLocks = {
        var locks = fours
        locks[13] = 0x2A...0x2A
        locks[14] = 0x2B...0x2B
        locks[15] = 0x2C...0x2F
        var freezes = fourFreezes
        for bit in 9...11 { freezes[bit] = [bit + 4] }
        return DynamicLocks(page: 0x28, locks: locks, freezes: freezes, lastByte: 0, needsActivation: true)
    }()

    private static let fours: [Int: ClosedRange<Int>] = [
        1: 16...19, 2: 20...23, 3: 24...27, 5: 28...31, 6: 32...35, 7: 36...39, 12: 0x29...0x29,
    ]
    private static let fourFreezes: [Int: Set<Int>] = [0: [1, 2, 3], 4: [5, 6, 7], 8: [12]]
}
