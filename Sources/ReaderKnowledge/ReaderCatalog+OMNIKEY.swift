extension ReaderCatalog {
    /// HID. Sources: libccid's list, USB descriptors; FeliCa appears in HID's guide as a configuration tag only, so it
    /// stays unknown.
    static let omnikey: [ReaderModel] = [
        ReaderModel(
            "HID OMNIKEY 5022", [0x076B_5022], [.libccid(1, 4, 23)], [ReaderInterface(.extendedAPDU, 520)],
            names: ["OMNIKEY 5022"]),
        ReaderModel(
            "HID OMNIKEY 5023", [0x076B_5023], [.libccid(1, 4, 29)], [ReaderInterface(.extendedAPDU, 520)],
            names: ["OMNIKEY 5023"]),
        ReaderModel(
            "HID OMNIKEY 5422", [0x076B_5422], [.libccid(1, 4, 27)],
            [ReaderInterface(.extendedAPDU, 520), ReaderInterface(.extendedAPDU, 520)], quirks: [.contactSlot],
            names: ["OMNIKEY 5422"]),
        ReaderModel(
            "HID OMNIKEY 5122", [0x076B_5412, 0x076B_5432], [.libccid(1, 4, 28)],
            [ReaderInterface(.extendedAPDU, 520), ReaderInterface(.extendedAPDU, 520)], quirks: [.contactSlot],
            names: ["OMNIKEY 5122"]),
        ReaderModel(
            "HID OMNIKEY 5427 CK", [0x076B_5427], [.libccid(1, 4, 12)], [ReaderInterface(.extendedAPDU, 520)],
            quirks: [.freeEscape, .noBadgeNumber], names: ["OMNIKEY 5427"]),
        ReaderModel(
            "HID OMNIKEY 5127 CK", [0x076B_5127], [.libccid(1, 4, 12)], [ReaderInterface(.extendedAPDU, 520)],
            names: ["OMNIKEY 5127"]),
        ReaderModel(
            "HID OMNIKEY 5326 DFR", [0x076B_5326], [.libccid(1, 4, 12)], [ReaderInterface(.extendedAPDU, 1024)],
            quirks: [.pageLimit], names: ["OMNIKEY 5326"]),
        ReaderModel(
            "HID OMNIKEY 5025-CL", [0x076B_502A], [.libccid(1, 4, 17)], [ReaderInterface(.extendedAPDU, 384)],
            names: ["OMNIKEY 5025"]),
        ReaderModel(
            "HID OMNIKEY 5321", [0x076B_5321], [.libccid(1, 3, 1)], [ReaderInterface(.tpdu, 271)],
            quirks: [.closedDriver], names: ["CARDMAN 5321", "OMNIKEY 5321"]),
    ]
}
