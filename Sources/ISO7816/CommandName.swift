import Octets

extension CommandAPDU {
    /// The name of the instruction in ISO/IEC 7816-4 §5.5 (table 4), or its byte.
    public var name: String {
        Self.names[ins] ?? "INS \(Hex.string([ins]))"
    }

    /// The instruction is one of that table.
    var isStandard: Bool { Self.names[ins] != nil }

    private static let names: [UInt8: String] = [
        0x04: "DEACTIVATE FILE", 0x0E: "ERASE BINARY", 0x20: "VERIFY", 0x21: "VERIFY",
        0x22: "MANAGE SECURITY ENVIRONMENT", 0x24: "CHANGE REFERENCE DATA", 0x2A: "PERFORM SECURITY OPERATION",
        0x2C: "RESET RETRY COUNTER", 0x44: "ACTIVATE FILE", 0x46: "GENERATE ASYMMETRIC KEY PAIR",
        0x70: "MANAGE CHANNEL", 0x82: "EXTERNAL AUTHENTICATE", 0x84: "GET CHALLENGE",
        0x86: "GENERAL AUTHENTICATE", 0x87: "GENERAL AUTHENTICATE", 0x88: "INTERNAL AUTHENTICATE",
        0xA2: "SEARCH RECORD", 0xA4: "SELECT", 0xB0: "READ BINARY", 0xB1: "READ BINARY", 0xB2: "READ RECORD",
        0xB3: "READ RECORD", 0xC0: "GET RESPONSE", 0xC2: "ENVELOPE", 0xC3: "ENVELOPE", 0xCA: "GET DATA",
        0xCB: "GET DATA", 0xD0: "WRITE BINARY", 0xD2: "WRITE RECORD", 0xD6: "UPDATE BINARY", 0xD7: "UPDATE BINARY",
        0xDA: "PUT DATA", 0xDB: "PUT DATA", 0xDC: "UPDATE RECORD", 0xE0: "CREATE FILE", 0xE2: "APPEND RECORD",
        0xE4: "DELETE FILE",
    ]
}
