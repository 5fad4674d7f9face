import Octets

/// The first part of a DESFire chip's answer to GetVersion: vendor, type, subtype, major, minor, size, protocol.
public struct DESFireVersion: Hashable, Sendable {
    /// All seven bytes.
    public let bytes: [UInt8]

    /// From the hardware or software part; nil unless it has seven bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 7 else { return nil }
        self.bytes = Array(bytes)
    }

    /// The chip, if it is known; the family is told by the type alone, so that a new version is no dead end.
    public var chip: (name: String?, family: CardFamily?)? {
        let version = [bytes[3], bytes[4]]
        switch bytes[1] {
        case 0x01:
            let names: [[UInt8]: String] = [
                [0x00, 0x02]: "DESFire MF3ICD40", [0x01, 0x00]: "DESFire EV1", [0x12, 0x00]: "DESFire EV2",
                [0x22, 0x00]: "DESFire EV2 XL", [0x33, 0x00]: "DESFire EV3", [0xA0, 0x00]: "DUOX",
            ]
            return (names[version], .desfire)
        case 0x04: return bytes[3] == 0x30 ? ("NTAG424 DNA", .ntag424) : (bytes[3] == 0x10 ? "NTAG413 DNA" : nil, nil)
        case 0x08: return ("DESFire Light", .desfire)
        case 0x81:
            return (
                bytes[3] == 0x42 ? "DESFire EV2 on SmartMX" : bytes[3] == 0x43 ? "DESFire EV3 on SmartMX" : nil,
                .desfire
            )
        case 0x91: return ("DESFire in a phone (Apple)", .desfire)
        case 0xA1: return ("DESFire in a phone (MIFARE 2GO)", .desfire)
        case 0x02:
            return (bytes[3] == 0x11 ? "MIFARE Plus EV1" : bytes[3] == 0x22 ? "MIFARE Plus EV2" : "MIFARE Plus", nil)
        default: return nil
        }
    }

    /// Bytes of memory in words: `8 KiB`, or `2 to 4 KiB`.
    public var size: String {
        let exponent = Int(bytes[5] >> 1)
        guard exponent < 32 else { return "unknown" }
        let low = Self.words(1 << exponent)
        return bytes[5] & 1 == 0 ? low : "\(low) to \(Self.words(1 << (exponent + 1)))"
    }

    private static func words(_ count: Int) -> String {
        count >= 1024 ? "\(count / 1024) KiB" : Count.bytes(count)
    }
}
