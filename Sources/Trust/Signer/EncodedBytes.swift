/// Bytes as a key. Arrays hash each octet by itself, which is slow for whole certificates.
struct EncodedBytes: Hashable {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
