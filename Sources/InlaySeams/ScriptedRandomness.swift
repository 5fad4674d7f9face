import Synchronization

extension RandomSource {
    /// Gives `values` one after another, each for a request of its own length; zero bytes when a request does not fit,
    /// so that a vector that asks in another order fails.
    package static func scripted(_ values: [[UInt8]]) -> RandomSource {
        let script = Script(values)
        return RandomSource { script.next($0) }
    }

    /// A repeatable stream from `seed` (SplitMix64), for tests and simulators; never for keys of real sessions.
    package static func seeded(_ seed: UInt64) -> RandomSource {
        let stream = SeededStream(seed)
        return RandomSource { stream.next($0) }
    }
}

private final class Script: Sendable {
    private let rest: Mutex<ArraySlice<[UInt8]>>

    init(_ values: [[UInt8]]) { rest = Mutex(values[...]) }

    func next(_ count: Int) -> [UInt8] {
        rest.withLock { rest in
            guard let value = rest.popFirst(), value.count == count else { return [UInt8](repeating: 0, count: count) }
            return value
        }
    }
}

private final class SeededStream: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed) }

    func next(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var mixed = state
                mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
            }
        }
    }
}
