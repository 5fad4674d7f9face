import InlaySeams
import Synchronization

/// Remembers what a source of randomness gave.
final class NotedRandomness: Sendable {
    private let drawn = Mutex<[[UInt8]]>([])

    /// `source`, and a note of everything it gives.
    func noting(_ source: RandomSource) -> RandomSource {
        RandomSource { count in
            let bytes = source.bytes(count)
            self.drawn.withLock { $0.append(bytes) }
            return bytes
        }
    }

    /// What was given since the last time.
    func drain() -> [[UInt8]] {
        drawn.withLock { drawn in
            defer { drawn = [] }
            return drawn
        }
    }
}
