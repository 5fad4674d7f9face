/// Where the bytes of a slice lie in memory.
struct Storage {
    private let range: Range<UInt>

    init(_ bytes: ArraySlice<UInt8>) {
        range = bytes.withUnsafeBytes { buffer in
            let start = UInt(bitPattern: buffer.baseAddress)
            return start..<(start + UInt(buffer.count))
        }
    }

    /// True when these bytes are some of `other`, and not a copy.
    func isPart(of other: Storage) -> Bool {
        other.range.contains(range.lowerBound) && range.upperBound <= other.range.upperBound
    }
}
