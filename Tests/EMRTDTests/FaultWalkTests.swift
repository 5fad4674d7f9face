import ChipSimulation
import EMRTD
import Foundation
import ISO7816
import LDS
import Testing

/// Random scripts of faults, each from its seed: `INLAY_FAULT_SCRIPTS=10000` runs that many, `INLAY_FAULT_SEED=4711` one
/// of them.
struct FaultWalkTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["INLAY_FAULT_SCRIPTS"].flatMap(Int.init) ?? 800
    private static let only = environment["INLAY_FAULT_SEED"].flatMap(Int.init)
    private static let batch = 100

    /// Most scripts run where a read is cheap; some where it has everything.
    private static let benches: [(settings: String, name: String, wanted: Wanted)] = [
        ("access=bac&extended=off", "passport", .only([.com, .sod, .dg1, .dg11])),
        ("access=bac&extended=on", "passport", .only([.sod, .dg1, .dg12])),
        ("access=bac&extended=off&maxLe=160&smError=count", "passport", .only([.com, .sod, .dg1])),
        ("access=bac&extended=off&maxLe=192&overLe=6C&smError=drop", "passport", .only([.com, .sod, .dg1])),
        ("access=bac&extended=off&fileEnd=mac", "passport", .only([.com, .sod, .dg1])),
        ("access=bac&extended=off&maxLe=128&smError=keep", "passport", .only([.com, .sod, .dg1, .dg11])),
        ("access=bac&aa=bp256&copy=on", "passport", .only([.sod, .dg1, .dg15])),
        (ProtectedFaultTests.settings + "&copy=on", "passport-eac", .everything),
    ]

    @Test(arguments: 0..<max(1, count / batch))
    func `random scripts of faults make nothing false`(number: Int) throws {
        var made: [Int: Bench] = [:]
        for seed in number * Self.batch..<(number + 1) * Self.batch where Self.only == nil || Self.only == seed {
            // The costly bench takes part in one script of fifty.
            let row = seed.isMultiple(of: 50) ? Self.benches.count - 1 : seed % (Self.benches.count - 1)
            if made[row] == nil {
                let bench = Self.benches[row]
                made[row] = try Bench(bench.settings, name: bench.name, wanted: bench.wanted)
            }
            guard let bench = made[row] else { continue }
            var random = SeededNumbers(UInt64(seed))
            try bench.check(Self.script(&random, upTo: bench.total), isRestarting: random.next(3) > 0)
        }
    }

    private static func script(_ random: inout SeededNumbers, upTo total: Int) -> [Int: Fault] {
        var faults: [Int: Fault] = [:]
        for _ in 0...random.next(4) {
            let status = StatusWord(
                [0x6982, 0x6988, 0x6987, 0x6700, 0x6C20, 0x6110, 0x6282, 0x6A82, 0x6F00, 0x9000][random.next(10)])
            let fault: Fault =
                switch random.next(12) {
                case 0: .removeCard
                case 1: .fail(.noAnswer)
                case 2: .fail(.cardReset)
                case 3: .fail(.transportFailed)
                case 4, 5: .truncate(to: random.next(300))
                case 6, 7: .flipBit(random.next(4096))
                case 8, 9: .status(status)
                case 10: .repeatAnswer
                default: random.next(2) == 0 ? .delay(.seconds(random.next(60))) : .append([UInt8(random.next(256))])
                }
            faults[1 + random.next(total + 8)] = fault
        }
        return faults
    }
}

/// SplitMix64: the same numbers from the same seed, on every machine.
private struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

    /// From 0 up to, not including, `bound`.
    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(bound, 1)))
    }
}
