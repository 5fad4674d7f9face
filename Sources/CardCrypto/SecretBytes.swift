import Glibc

/// Key material: wiped when released, compared in constant time, never shown.
///
/// The memory is reached only through `withBytes`, whose span cannot outlive the call.
@safe public final class SecretBytes: Sendable {
    // Written only in `init` and `deinit`, when nobody else can hold a reference.
    private nonisolated(unsafe) let storage: UnsafeMutablePointer<UInt8>

    /// Copies `bytes`. The caller's copy is the caller's to forget.
    public init(_ bytes: some Collection<UInt8>) {
        count = bytes.count
        unsafe storage = .allocate(capacity: max(count, 1))
        for (index, byte) in bytes.enumerated() { unsafe storage[index] = byte }
    }

    /// `count` bytes, zero until `fill` writes them in place, so that no copy is left behind.
    package init<E: Error>(count: Int, fill: (inout MutableSpan<UInt8>) throws(E) -> Void) throws(E) {
        self.count = max(count, 0)
        unsafe storage = .allocate(capacity: max(count, 1))
        unsafe storage.initialize(repeating: 0, count: max(count, 1))
        let octets = unsafe UnsafeMutableBufferPointer(start: storage, count: self.count)
        var span = unsafe octets.mutableSpan
        try fill(&span)
    }

    /// Takes over `bytes` and wipes the array they came in, if nobody else holds it.
    package convenience init(taking bytes: consuming [UInt8]) {
        var owned = consume bytes
        self.init(owned)
        owned.wipe()
    }

    /// All of `parts`, one after another.
    package convenience init(joining parts: [SecretBytes]) {
        self.init(count: parts.reduce(0) { $0 + $1.count }) { octets in
            var place = 0
            for part in parts {
                part.withBytes { part in
                    for index in part.indices { octets[place + index] = part[index] }
                }
                place += part.count
            }
        }
    }

    deinit {
        unsafe explicit_bzero(storage, count)
        unsafe storage.deallocate()
    }

    /// How many bytes.
    public let count: Int

    /// Lends the bytes to `body`, which must not keep them.
    package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let bytes = unsafe UnsafeBufferPointer(start: storage, count: count)
        return try body(unsafe bytes.span)
    }

    /// A copy in ordinary memory, for formats that need one; keep it short-lived.
    package func exposed() -> [UInt8] {
        withBytes { span in
            var copy: [UInt8] = []
            copy.reserveCapacity(span.count)
            for index in span.indices { copy.append(span[index]) }
            return copy
        }
    }
}

extension SecretBytes: Hashable {
    /// Compares in a time that depends on the length only.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return left.withBytes { left in
            right.withBytes { right in
                var difference: UInt8 = 0
                for index in left.indices { difference |= left[index] ^ right[index] }
                return difference == 0
            }
        }
    }
}

extension SecretBytes {
    /// Hashes the length only: what is hashed could be asked for.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// The length only.
    public var description: String { "SecretBytes(\(count))" }
    /// Nothing to look at.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
