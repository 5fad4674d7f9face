import Octets

/// A certificate or list as a key. Arrays hash and compare each octet by itself, which is slow for whole certificates.
struct EncodedBytes: Hashable {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    static func == (left: EncodedBytes, right: EncodedBytes) -> Bool { left.bytes.isSame(as: right.bytes) }

    /// The end is the signature: what has the same one is nearly always the same.
    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        bytes.suffix(32).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
