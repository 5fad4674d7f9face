import Glibc

extension ArraySlice<UInt8> {
    /// Whether both hold the same bytes. Comparing arrays goes byte by byte, which is slow for whole files.
    public func isSame(as other: [UInt8]) -> Bool { isSame(as: other[...]) }

    /// The same for a part of other bytes.
    public func isSame(as other: ArraySlice<UInt8>) -> Bool {
        count == other.count
            && withUnsafeBytes { own in
                other.withUnsafeBytes { other in
                    guard let own = own.baseAddress, let start = other.baseAddress else { return true }
                    return memcmp(own, start, other.count) == 0
                }
            }
    }
}
