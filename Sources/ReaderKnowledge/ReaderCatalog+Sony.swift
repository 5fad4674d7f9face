extension ReaderCatalog {
    /// Sony's readers that speak CCID. Sources: libccid's list, USB descriptors, a recorded session of RC-S300.
    static let sony: [ReaderModel] = [
        ReaderModel(
            "Sony RC-S300", [0x054C_0DC8, 0x054C_0DC9], [.libccid(1, 4, 35)], [ReaderInterface(.extendedAPDU, 522)],
            yes: [.iso14443A, .feliCa], dialects: [.sonyTransparent, .transparent], quirks: [.noEscape],
            names: ["RC-S300"]),
        ReaderModel(
            "Sony RC-S660/U", [0x054C_0D8F], [.libccid(1, 4, 35)], [ReaderInterface(.extendedAPDU, 522)],
            yes: [.feliCa], dialects: [.sonyTransparent, .transparent], names: ["RC-S660"]),
    ]
}
