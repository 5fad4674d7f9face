extension ReaderCatalog {
    /// ACS. Sources: the lists of libccid and acsccid, USB descriptors, recorded exchanges.
    static let acs: [ReaderModel] = [
        ReaderModel(
            "ACS ACR122U", [0x072F_2200], [.libccid(1, 3, 10), .acsccid], [ReaderInterface(.shortAPDU, 271)],
            yes: [.iso14443A, .iso14443B, .feliCa], no: [.iso15693], dialects: [.pn532],
            quirks: [.listedAsUnsupported, .beeps, .polls, .startsSlowly, .hasClones],
            kernel: ["pn533_usb", "pn533", "nfc"], otherWays: ["libnfc", "nfcpy"], names: ["ACR122"]),
        ReaderModel(
            "Touchatag (ACS ACR122) or ACS ACR38U", [0x072F_90CC], [.libccid(1, 3, 10), .acsccid],
            [ReaderInterface(.tpdu, 271)], dialects: [.pn532], quirks: [.sharesIdentifier],
            names: ["ACR 38U", "ACR38U"]),
        ReaderModel(
            "ACS ACR1251U", [0x072F_221A, 0x072F_2229], [.libccid(1, 4, 20), .acsccid],
            [ReaderInterface(.extendedAPDU, 522)], yes: [.feliCa], dialects: [.acsDirect, .transparent],
            quirks: [.samSlot], names: ["ACR1251"]),
        ReaderModel(
            "ACS ACR1252U", [0x072F_223B, 0x072F_223E], [.libccid(1, 4, 21), .acsccid],
            [ReaderInterface(.extendedAPDU, 522)], yes: [.iso14443A, .feliCa], dialects: [.acsDirect, .transparent],
            quirks: [.samSlot, .refusesExtendedLength], names: ["ACR1252", "ACM1252"]),
        ReaderModel(
            "ACS ACR1255U-J1", [0x072F_223F], [.libccid(1, 4, 27), .acsccid], [ReaderInterface(.extendedAPDU, 522)],
            dialects: [.acsDirect, .transparent], quirks: [.cableOnly], names: ["ACR1255"]),
        ReaderModel(
            "ACS ACR1281U-C1", [0x072F_2224], [.libccid(1, 5, 0), .acsccid], [ReaderInterface(.extendedAPDU, 522)],
            quirks: [.listedAsUnsupported, .refusesExtendedLength, .contactSlot], names: ["ACR1281"]),
        ReaderModel("ACS ACR128U", [0x072F_2100], [.acsccid], names: ["ACR128U"]),
        ReaderModel(
            "ACS ACR1222U", [0x072F_2214, 0x072F_222B], [.acsccid], otherWays: ["libnfc"], names: ["ACR1222"]),
        ReaderModel(
            "ACS ACR1552U", [0x072F_2303, 0x072F_2308], [.libccid(1, 5, 3), .acsccid(1, 1, 10)],
            [ReaderInterface(.extendedAPDU, 516)], yes: [.iso14443A, .iso14443B, .iso15693, .feliCa],
            dialects: [.acsDirect, .transparent, .acsVicinity], names: ["ACR1552"]),
        ReaderModel(
            "ACS ACR1581U", [0x072F_2301], [.libccid(1, 5, 3), .acsccid(1, 1, 9)],
            [ReaderInterface(.extendedAPDU, 516)], dialects: [.acsDirect, .transparent],
            quirks: [.samSlot, .contactSlot], names: ["ACR1581"]),
        ReaderModel(
            "ACS WalletMate", [0x072F_226B], [.libccid(1, 5, 3), .acsccid(1, 1, 9)],
            [ReaderInterface(.extendedAPDU, 522)], names: ["WALLETMATE"]),
    ]
}
