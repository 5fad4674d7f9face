/// Collects bytes; the mirror image of `ByteReader`.
public struct ByteWriter: Sendable {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Begins with nothing.
    public init() {}

    /// Appends one byte.
    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Appends `values`.
    public mutating func append(_ values: some Sequence<UInt8>) { bytes.append(contentsOf: values) }

    /// Appends the low `count` bytes of `value`, most significant first.
    public mutating func number(_ value: Int, count: Int) {
        for index in stride(from: count - 1, through: 0, by: -1) {
            bytes.append(UInt8(truncatingIfNeeded: index < 8 ? value >> (8 * index) : 0))
        }
    }
}
