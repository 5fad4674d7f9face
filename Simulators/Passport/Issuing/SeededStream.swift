import CardCrypto
import InlaySeams
import Octets
import Synchronization

extension RandomSource {
    /// A stream that follows from `seed` and `purpose` alone: SHA-512 over both and a counter. The keys of an invented
    /// state are no secrets, so that everybody can issue the same documents again.
    static func derived(from seed: UInt64, for purpose: String) -> RandomSource {
        var start = ByteWriter()
        start.append("inlay simulated state".utf8)
        start.append((0..<8).map { UInt8(truncatingIfNeeded: seed >> (56 - 8 * UInt64($0))) })
        start.append(purpose.utf8)
        let stream = HashStream(start.bytes)
        return RandomSource { stream.next($0) }
    }
}

private final class HashStream: Sendable {
    private let start: [UInt8]
    private let counter = Mutex(0)

    init(_ start: [UInt8]) { self.start = start }

    func next(_ count: Int) -> [UInt8] {
        counter.withLock { counter in
            var bytes: [UInt8] = []
            while bytes.count < count {
                var block = ByteWriter()
                block.append(start)
                block.number(counter, count: 8)
                bytes += DigestAlgorithm.sha512.hash(block.bytes)
                counter += 1
            }
            return Array(bytes.prefix(count))
        }
    }
}
