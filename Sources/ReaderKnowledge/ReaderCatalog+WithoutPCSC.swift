extension ReaderCatalog {
    private static let pn533 = ["pn533_usb", "pn533", "nfc"]
    private static let port100 = ["port100", "nfc_digital", "nfc"]

    /// Devices for which no PC/SC driver for Linux exists. Sources: libccid's list, the kernel's device tables, the
    /// issues of libnfc and nfcpy.
    static let withoutPCSC: [ReaderModel] = [
        ReaderModel(
            "Sony RC-S380", [0x054C_06C1, 0x054C_06C3], [], yes: [.iso14443A, .iso14443B, .feliCa], kernel: port100,
            otherWays: ["nfcpy"]),
        ReaderModel(
            "Sony RC-S330, RC-S360 or RC-S370", [0x054C_02E1], [], yes: [.iso14443A, .iso14443B, .feliCa],
            kernel: pn533, otherWays: ["nfcpy", "libnfc"]),
        ReaderModel("Sony RC-S320", [0x054C_01BB], [], yes: [.feliCa], otherWays: ["libpafe"]),
        ReaderModel(
            "SCM SCL3711", [0x04E6_5591], [], yes: [.iso14443A, .iso14443B, .feliCa], kernel: pn533,
            otherWays: ["libnfc", "nfcpy"]),
        ReaderModel(
            "NXP PN533 stick", [0x04CC_2533], [], yes: [.iso14443A, .iso14443B, .feliCa], kernel: pn533,
            otherWays: ["libnfc", "nfcpy"]),
        ReaderModel(
            "PN532 board behind a serial bridge", [], [], yes: [.iso14443A, .iso14443B, .feliCa],
            otherWays: ["libnfc", "nfcpy"]),
        ReaderModel("SCM SCL011 of the older kind", [0x04E6_5292], [], otherWays: ["a driver of the vendor's"]),
        ReaderModel(
            "HID OMNIKEY 5321 CLi or 5021-CL", [0x076B_532A, 0x076B_5340], [],
            otherWays: ["a driver of the vendor's"]),
    ]
}
