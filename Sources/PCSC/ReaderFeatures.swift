import CPCSC
import ISO7816
import Octets

/// What a driver says about its reader through the control channel (PC/SC part 10 §2.2, §2.3).
///
/// The bytes come from a driver: whatever does not fit ends the reading, and what came before counts.
struct ReaderFeatures: Hashable, Sendable {
    /// Control codes by feature number.
    let codes: [UInt8: UInt32]

    /// Reads the answer to `GET_FEATURE_REQUEST`: tag, length 4, control code with the highest byte first.
    init(parsing bytes: [UInt8]) {
        var found: [UInt8: UInt32] = [:]
        Self.forEachObject(in: bytes) { tag, value in
            guard value.count == 4 else { return }
            found[tag] = value.reduce(0) { $0 << 8 | UInt32($1) }
        }
        codes = found
    }

    /// The control code that asks for properties, if there is one.
    var propertiesCode: UInt32? { codes[UInt8(FEATURE_GET_TLV_PROPERTIES)] }

    /// What the property `dwMaxAPDUDataSize` means for APDUs; nil when the answer does not hold it.
    ///
    /// Values of 256 and less, 0 among them, mean short length only.
    static func limits(fromProperties bytes: [UInt8]) -> LinkLimits? {
        var size: Int?
        forEachObject(in: bytes) { tag, value in
            guard tag == UInt8(PCSCv2_PART10_PROPERTY_dwMaxAPDUDataSize), (1...4).contains(value.count) else { return }
            // Numbers in properties have the lowest byte first, unlike control codes.
            size = value.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return size.map { size in
            guard size > 256 else { return .short }
            let size = min(size, 65_536)
            // Header, 3 bytes of Lc and 2 of Le around the data; a status word behind it.
            return LinkLimits(
                maximumCommand: min(4 + 3 + size + 2, LinkLimits.extended.maximumCommand), maximumResponse: size + 2)
        }
    }

    private static func forEachObject(in bytes: [UInt8], _ body: (UInt8, ArraySlice<UInt8>) -> Void) {
        var reader = ByteReader(bytes, in: "reader features")
        while let tag = try? reader.byte(), let length = try? reader.byte(),
            let value = try? reader.bytes(Int(length))
        {
            body(tag, value)
        }
    }
}
