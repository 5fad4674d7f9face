/// The UID of an ISO/IEC 15693 card, with E0 first (15693-3 §4.1). Readers give it in either order.
public struct VicinityIdentifier: Hashable, Sendable {
    /// Eight bytes, E0 first.
    public let bytes: [UInt8]

    /// From what a reader gave; nil unless it has eight bytes with E0 at one end.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        if bytes.first == 0xE0 {
            self.bytes = bytes
        } else if bytes.last == 0xE0 {
            self.bytes = bytes.reversed()
        } else {
            return nil
        }
    }

    /// Maker, by ISO/IEC 7816-6.
    public var manufacturer: UInt8 { bytes[1] }

    /// What the UID says the chip is, and of which families.
    public var chip: (name: String?, families: Set<CardFamily>) {
        switch manufacturer {
        case 0x04: (icode, [.iso15693, .icode])
        case 0x16: ("EM ISO 15693", [.iso15693, .em])
        default: (nil, [.iso15693])
        }
    }

    /// NXP puts the kind into byte 2 and two bits of byte 3.
    private var icode: String? {
        switch (bytes[2], bytes[3] & 0x18) {
        case (0x01, 0x00): "ICODE SLI"
        case (0x01, 0x10): "ICODE SLIX"
        case (0x01, 0x08): "ICODE SLIX2"
        case (0x01, 0x18): "ICODE DNA or NTAG 5"
        case (0x02, _): bytes[3] & 0x10 == 0 ? "ICODE SLI-S" : "ICODE SLIX-S"
        case (0x03, _): bytes[3] & 0x10 == 0 ? "ICODE SLI-L" : "ICODE SLIX-L"
        default: nil
        }
    }
}
