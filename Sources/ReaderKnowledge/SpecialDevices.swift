/// USB identifiers that mean a state of a reader, not a model.
public enum SpecialDevices {
    /// Readers of ACS in the middle of a firmware update (acsccid's documentation), with the model's name.
    public static let updateMode: [USBIdentifier: String] = named([
        (0x072F_223D, "ACR1252"), (0x072F_225C, "ACR1252"), (0x072F_2302, "ACR1552"), (0x072F_2300, "ACR1581"),
        (0x072F_2306, "WalletMate"), (0x072F_226A, "WalletMate"), (0x072F_2400, "WalletMate"), (0x072F_220C, "ACR1283"),
        (0x072F_2309, "ACR1555"),
    ])

    /// Readers that are set to type numbers like a keyboard.
    public static let keyboardMode: [USBIdentifier: String] = named([
        (0x076B_5428, "HID OMNIKEY 5427 CK"), (0x09D8_0410, "Elatec TWN4"), (0x0C27_3BFA, "rf IDEAS pcProx"),
    ])

    /// `bcdDevice` below which libccid refuses a reader for faulty firmware.
    public static let oldestFirmware: [USBIdentifier: UInt16] = [
        identifier(0x072F_2200): 0x0206, identifier(0x04E6_5291): 0x0112, identifier(0x04E6_5111): 0x0620,
        identifier(0x04E6_E001): 0x0516, identifier(0x04E6_E003): 0x0510,
    ]

    /// Virtual readers that a hypervisor shows its guest.
    public static let virtualReaders: [USBIdentifier: String] = named([(0x0E0F_0004, "VMware Virtual USB CCID")])

    /// True for Broadcom's ControlVault, the NFC device built into laptops.
    public static func isControlVault(_ identifier: USBIdentifier) -> Bool {
        identifier.vendor == 0x0A5C && (0x5800...0x58FF).contains(identifier.product)
    }

    private static func identifier(_ number: UInt32) -> USBIdentifier {
        USBIdentifier(vendor: UInt16(number >> 16), product: UInt16(truncatingIfNeeded: number))
    }

    private static func named(_ rows: [(UInt32, String)]) -> [USBIdentifier: String] {
        Dictionary(rows.map { (identifier($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
    }
}
