import Octets

/// The answer of a Type 2 chip to GET_VERSION: 00, vendor, type, subtype, major, minor, size, protocol.
public struct Type2Version: Hashable, Sendable {
    /// All eight bytes.
    public let bytes: [UInt8]

    /// From an answer; nil unless it has eight bytes and begins with 00.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 8, bytes.first == 0 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Vendor, by ISO/IEC 7816-6 for all but clones.
    public var vendor: UInt8 { bytes[1] }
    /// Product type: 03 Ultralight, 04 NTAG.
    public var type: UInt8 { bytes[2] }

    /// Bytes of memory: exactly the first number, or between both.
    public var size: (atLeast: Int, atMost: Int) {
        let exponent = Int(bytes[6] >> 1)
        guard exponent < 32 else { return (0, 0) }
        return (1 << exponent, bytes[6] & 1 == 0 ? 1 << exponent : 1 << (exponent + 1))
    }

    /// What chip says so; nil when the bytes are of no known chip.
    public var chip: (name: String, maker: String, family: CardFamily)? {
        if let row = Self.clones[bytes] { return row }
        guard bytes[1] == 0x04, bytes[7] == 0x03 else { return nil }
        // The size alone is shared by several chips: type, subtype and version decide with it.
        let key = Key(type: bytes[2], major: bytes[4], size: bytes[6])
        guard let row = Self.chips.first(where: { $0.key == key && $0.subtypes.contains(bytes[3]) }) else { return nil }
        if row.name == "NTAG213", bytes[5] == 1 { return ("NTAG213C", "NXP", .ntag21x) }
        if row.name.hasPrefix("NTAG I2C"), bytes[5] == 2 {
            return (row.name.replacing("I2C", with: "I2C plus"), "NXP", row.family)
        }
        return (row.name, "NXP", row.family)
    }

    private struct Key: Equatable {
        var type: UInt8
        var major: UInt8
        var size: UInt8
    }

    private struct Row {
        var key: Key
        var subtypes: Set<UInt8>
        var name: String
        var family: CardFamily

        init(_ type: UInt8, _ subtypes: Set<UInt8>, _ major: UInt8, _ size: UInt8, _ name: String, _ family: CardFamily)
        {
            key = Key(type: type, major: major, size: size)
            self.subtypes = subtypes
            self.name = name
            self.family = family
        }
    }

    private static let chips: [Row] = [
        Row(0x03, [1, 2, 3], 0x01, 0x0B, "MF0UL11", .ultralightEV1),
        Row(0x03, [1, 2], 0x01, 0x0E, "MF0UL21", .ultralightEV1),
        Row(0x03, [1], 0x00, 0x0B, "MF0UL10", .type2), Row(0x03, [1, 2], 0x01, 0x11, "MF0UL31", .ultralightEV1),
        Row(0x03, [1, 2], 0x01, 0x13, "MF0UL51", .ultralightEV1), Row(0x03, [1, 2], 0x02, 0x0B, "MF0UN00", .type2),
        Row(0x03, [1, 2], 0x03, 0x0B, "MF0UN10", .type2),
        Row(0x03, [1, 2, 3], 0x04, 0x0F, "MIFARE Ultralight AES", .type2),
        Row(0x04, [1, 2], 0x01, 0x0B, "NTAG210", .ntag21x), Row(0x04, [1, 2], 0x01, 0x0E, "NTAG212", .ntag21x),
        Row(0x04, [1, 2], 0x02, 0x0B, "NTAG210u", .type2), Row(0x04, [2], 0x01, 0x0F, "NTAG213", .ntag21x),
        Row(0x04, [2, 4], 0x01, 0x11, "NTAG215", .ntag21x), Row(0x04, [2], 0x01, 0x13, "NTAG216", .ntag21x),
        Row(0x04, [4], 0x01, 0x0F, "NTAG213F", .ntag21x), Row(0x04, [4], 0x01, 0x13, "NTAG216F", .ntag21x),
        Row(0x04, [2], 0x03, 0x0F, "NTAG213TT", .ntag21x), Row(0x04, [2, 8], 0x04, 0x0F, "NTAG223 DNA", .type2),
        Row(0x04, [2, 8], 0x05, 0x10, "NTAG224 DNA", .type2), Row(0x04, [5], 0x02, 0x13, "NTAG I2C 1k", .type2),
        Row(0x04, [5], 0x02, 0x15, "NTAG I2C 2k", .type2),
    ]

    /// Chips of others that answer in the same form; their memory is not ours to guess.
    private static let clones: [[UInt8]: (name: String, maker: String, family: CardFamily)] = [
        [0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03]: ("NTAG213 compatible", "Shanghai Feiju", .type2),
        [0x00, 0x05, 0x34, 0x02, 0x01, 0x00, 0x11, 0x03]: ("NTAG215 compatible", "Shanghai Feiju", .type2),
        [0x00, 0x34, 0x21, 0x01, 0x01, 0x00, 0x0E, 0x03]: ("MF0UL21 compatible", "Mikron", .type2),
    ]
}
