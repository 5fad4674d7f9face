extension ReaderCatalog {
    /// SCM and Identiv. Sources: libccid's list, USB descriptors, the makers' reference manuals.
    static let identiv: [ReaderModel] = [
        ReaderModel(
            "SCM SCL010", [0x04E6_5291], [.libccid(1, 3, 11)], [ReaderInterface(.extendedAPDU, 262)],
            names: ["SCL010"]),
        ReaderModel(
            "SCM SCL011", [0x04E6_5293], [.libccid(1, 4, 10)], [ReaderInterface(.extendedAPDU, 262)],
            names: ["SCL01X", "SCL011"]),
        ReaderModel(
            "Identiv uTrust 3700 F", [0x04E6_5790], [.libccid(1, 4, 21)], [ReaderInterface(.extendedAPDU, 1034)],
            yes: [.feliCa], dialects: [.identiv], quirks: [.needsSecondTap], names: ["UTRUST 3700"]),
        ReaderModel(
            "Identiv uTrust 3701 F", [0x04E6_5791], [.libccid(1, 4, 21)], [ReaderInterface(.extendedAPDU, 1034)],
            yes: [.feliCa], dialects: [.identiv], names: ["UTRUST 3701"]),
        ReaderModel(
            "Identiv uTrust 3720 F", [0x04E6_5612], [.libccid(1, 4, 34)], [ReaderInterface(.shortAPDU, 263)],
            yes: [.iso14443A, .iso14443B, .feliCa], dialects: [.identiv], names: ["UTRUST 3720"]),
        ReaderModel(
            "Identiv uTrust 3721 F", [0x04E6_5613], [.libccid(1, 4, 35)], [ReaderInterface(.extendedAPDU, 271)],
            yes: [.iso14443A, .iso14443B, .feliCa], dialects: [.identiv], names: ["UTRUST 3721"]),
        ReaderModel(
            "Identiv uTrust 4701 F", [0x04E6_5724], [.libccid(1, 4, 21)],
            [ReaderInterface(.tpdu, 271), ReaderInterface(.extendedAPDU, 1034)], yes: [.feliCa], dialects: [.identiv],
            quirks: [.contactSlot], names: ["UTRUST 4701"]),
        ReaderModel(
            "Identiv uTrust 4711 F", [0x04E6_5725], [.libccid(1, 4, 35)],
            [ReaderInterface(.tpdu, 271), ReaderInterface(.extendedAPDU, 1034)], yes: [.feliCa], dialects: [.identiv],
            quirks: [.samSlot], names: ["UTRUST 4711"]),
        ReaderModel(
            "Identiv CLOUD 4700 F or 4500 F", [0x04E6_5720], [.libccid(1, 4, 10)],
            [ReaderInterface(.extendedAPDU, 1034), ReaderInterface(.extendedAPDU, 1034)], yes: [.feliCa],
            dialects: [.identiv], quirks: [.contactSlot], names: ["CLOUD 4500", "CLOUD 4700"]),
        ReaderModel(
            "Identiv CLOUD 4710 F or 4510 F", [0x04E6_5721], [.libccid(1, 4, 10)],
            [ReaderInterface(.extendedAPDU, 1034), ReaderInterface(.extendedAPDU, 1034)], dialects: [.identiv],
            quirks: [.samSlot], names: ["CLOUD 4510", "CLOUD 4710"]),
        ReaderModel(
            "Identiv SmartOS", [0x04E6_5727], [.libccid(1, 7, 0)],
            [ReaderInterface(.tpdu, 271), ReaderInterface(.extendedAPDU, 1034)], quirks: [.contactSlot],
            names: ["SMARTOS"]),
    ]
}
