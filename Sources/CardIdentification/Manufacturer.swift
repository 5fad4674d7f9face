/// Makers of chips, as the first byte of a UID names them (ISO/IEC 7816-6).
public enum Manufacturer {
    /// The name; nil when the byte is of none that is known here.
    public static func name(_ byte: UInt8) -> String? { names[byte] }

    private static let names: [UInt8: String] = [
        0x01: "Motorola", 0x02: "STMicroelectronics", 0x03: "Hitachi", 0x04: "NXP", 0x05: "Infineon", 0x06: "Cylink",
        0x07: "Texas Instruments", 0x08: "Fujitsu", 0x09: "Matsushita", 0x0A: "NEC", 0x0B: "Oki", 0x0C: "Toshiba",
        0x0D: "Mitsubishi", 0x0E: "Samsung", 0x0F: "Hynix", 0x10: "LG", 0x16: "EM Microelectronic", 0x1D: "Fudan",
        0x2B: "Maxim", 0x34: "Mikron", 0x39: "Silicon Craft",
    ]
}
