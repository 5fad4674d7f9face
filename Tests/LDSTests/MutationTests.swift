import FuzzTargets
import Octets
import TestSupport
import Testing

/// Every parser that is fuzzed, with the bytes that a test has time for: what must hold for any bytes holds for them.
@Suite struct MutationTests {
    /// A target in lists of tests.
    struct Subject: Sendable, CustomTestStringConvertible {
        var target: FuzzTarget
        var testDescription: String { target.name }
    }

    static let subjects = FuzzTarget.all.map { Subject(target: $0) }

    @Test(arguments: subjects)
    func `one wrong byte anywhere is refused or told, and never changes what was read`(subject: Subject) {
        for seed in subject.target.seeds {
            #expect(subject.target.examine(seed) == .held)
            for index in seed.indices {
                for value in [0x00, 0x01, 0x7F, 0x80, 0x81, 0x84, 0xFF, seed[index] ^ 0x20, seed[index] &+ 1] {
                    var bytes = seed
                    bytes[index] = value
                    expectNoHarm(subject, bytes, "byte \(index) is \(value)")
                }
            }
        }
    }

    @Test(arguments: subjects)
    func `bytes that are missing, doubled or random are refused or told`(subject: Subject) {
        var state: UInt64 = 0x1234_5678
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % max(limit, 1)
        }
        for seed in subject.target.seeds {
            for round in 0..<500 {
                var bytes = seed
                for _ in 0...random(4) where !bytes.isEmpty {
                    let index = random(bytes.count)
                    switch random(4) {
                    case 0: bytes.remove(at: index)
                    case 1: bytes.insert(UInt8(truncatingIfNeeded: random(256)), at: index)
                    case 2: bytes[index] = UInt8(truncatingIfNeeded: random(256))
                    default: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
                    }
                }
                expectNoHarm(subject, bytes, "round \(round)")
            }
        }
    }

    @Test(arguments: subjects)
    func `a bomb of depth, a length beyond all and bytes behind the end do no harm`(subject: Subject) {
        for seed in subject.target.seeds {
            for count in [1, 2, 255] { expectNoHarm(subject, seed + [UInt8](repeating: 0, count: count), "behind") }
            for count in seed.indices { expectNoHarm(subject, Array(seed.prefix(count)), "\(count) bytes") }
            for start in stride(from: 0, to: seed.count, by: 5) {
                let rest = Array(seed.prefix(start))
                expectNoHarm(subject, rest + hex("84 FFFFFFFF"), "length at \(start)")
                expectNoHarm(
                    subject, rest + Array(repeatElement(hex("30 80"), count: 200).joined()), "depth at \(start)")
            }
        }
    }

    @Test(arguments: subjects)
    func `bytes that fuzzing found are kept and do no harm`(subject: Subject) throws {
        for line in try FuzzCorpus.lines(subject.target.name) { expectNoHarm(subject, line, "\(line)") }
    }

    @Test func `every file of the corpus of bytes belongs to a target, and every parser of a file is one`() throws {
        let names = Set(Self.subjects.map(\.target.name))
        #expect(names.count == Self.subjects.count)
        #expect(try FuzzCorpus.names().isSubset(of: names))
        #expect(try FuzzCorpus.parsers() == names.intersection(FuzzCorpus.parsers()))
    }

    private func expectNoHarm(_ subject: Subject, _ bytes: [UInt8], _ comment: Comment) {
        if case .broken(let what) = subject.target.examine(bytes) {
            Issue.record("\(what): \(Hex.string(bytes)) (\(comment))")
        }
    }
}
