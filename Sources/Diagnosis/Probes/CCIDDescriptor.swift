import Octets
import ReaderKnowledge

/// The class descriptors in the raw descriptors of a USB device (CCID §5.1).
enum CCIDDescriptor {
    private static let kind: UInt8 = 0x21
    private static let length = 0x36

    /// What each CCID interface takes. Bytes come from the device: what does not fit ends the reading.
    static func interfaces(in bytes: [UInt8]) -> [ReaderInterface] {
        var found: [ReaderInterface] = []
        var reader = ByteReader(bytes, in: "USB descriptors")
        while let count = try? reader.byte(), count >= 2, let kind = try? reader.byte(),
            let body = try? reader.bytes(Int(count) - 2)
        {
            guard kind == Self.kind, Int(count) == length else { continue }
            // Offsets of the standard count from the length byte.
            let features = word(body, at: 40 - 2)
            if let level = ReaderInterface.Level(features: features) {
                found.append(ReaderInterface(level, Int(word(body, at: 44 - 2))))
            }
        }
        return found
    }

    /// Four bytes, the lowest first; the caller has checked that they are there.
    private static func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
