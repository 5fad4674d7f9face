extension ReaderCatalog {
    /// Further readers with a PC/SC driver. Sources: libccid's list and USB descriptors.
    static let others: [ReaderModel] = [
        ReaderModel(
            "NXP PR533", [0x1FC9_010B], [.libccid(1, 4, 10)], [ReaderInterface(.extendedAPDU, 273)], names: ["PR533"]),
        ReaderModel(
            "NXP PN7462AU", [0x1FC9_0117], [.libccid(1, 4, 31)], [ReaderInterface(.shortAPDU, 271)],
            names: ["PN7462AU"]),
        ReaderModel(
            "Gemalto Prox-DU", [0x08E6_5503], [.libccid(1, 3, 11)],
            [ReaderInterface(.extendedAPDU, 512), ReaderInterface(.tpdu, 512)], quirks: [.freeEscape, .contactSlot],
            names: ["PROX DUAL", "PROX-DU"]),
        ReaderModel(
            "Gemalto Prox-SU", [0x08E6_5504], [.libccid(1, 3, 11)],
            [ReaderInterface(.tpdu, 278), ReaderInterface(.shortAPDU, 278)], quirks: [.contactSlot],
            names: ["PROX SU", "PROX-SU"]),
        ReaderModel(
            "Feitian R502-CL", [0x096E_0608], [.libccid(1, 4, 19)], [ReaderInterface(.extendedAPDU, 271)],
            quirks: [.pageLimit], names: ["502-CL"]),
        ReaderModel(
            "Feitian R502", [0x096E_060D], [.libccid(1, 4, 17)], [ReaderInterface(.extendedAPDU, 271)],
            quirks: [.pageLimit], names: ["FEITIAN R502"]),
        ReaderModel(
            "Feitian VR504", [0x096E_0622], [.libccid(1, 4, 25)], [ReaderInterface(.extendedAPDU, 4106)],
            quirks: [.contactSlot], names: ["VR504"]),
        ReaderModel(
            "Feitian bR500", [0x096E_0623], [.libccid(1, 4, 25)], [ReaderInterface(.extendedAPDU, 516)],
            names: ["BR500"]),
        ReaderModel(
            "Bit4id miniLector AIR NFC v3", [0x25DD_3403], [.libccid(1, 4, 34)], [ReaderInterface(.extendedAPDU, 271)],
            names: ["MINILECTOR AIR NFC"]),
        ReaderModel(
            "Bit4id miniLector AIR EVO", [0x25DD_3211], [.libccid(1, 4, 31)], [ReaderInterface(.tpdu, 250)],
            names: ["MINILECTOR AIR EVO"]),
        ReaderModel(
            "ReinerSCT cyberJack RFID basis", [0x0C4B_9102], [.libccid(1, 4, 1)],
            [ReaderInterface(.extendedAPDU, 266)], names: ["CYBERJACK RFID BASIS"]),
        ReaderModel(
            "ReinerSCT cyberJack RFID standard, komfort or FON", [0x0C4B_0500, 0x0C4B_0501, 0x0C4B_2007], [.cyberjack],
            quirks: [.contactSlot],
            names: ["CYBERJACK RFID STANDARD", "CYBERJACK RFID KOMFORT", "CYBERJACK RFID COMFORT"]),
        ReaderModel(
            "SpringCard Prox'N'Roll", [0x1C34_7141], [.libccid(1, 3, 10)], [ReaderInterface(.shortAPDU, 271)],
            yes: [.feliCa], dialects: [.springCard, .transparent], names: ["PROX'N'ROLL"]),
        ReaderModel(
            "SpringCard H663", [0x1C34_91B1], [.libccid(1, 4, 10)], [ReaderInterface(.shortAPDU, 271)],
            yes: [.feliCa], dialects: [.springCard, .transparent], names: ["SPRINGCARD H663"]),
        ReaderModel(
            "SpringCard H512", [0x1C34_A1A1], [.libccid(1, 4, 10)], [ReaderInterface(.shortAPDU, 271)],
            yes: [.feliCa], dialects: [.springCard, .transparent], names: ["SPRINGCARD H512"]),
        ReaderModel(
            "SpringCard Puck, E518 or SpringCore", [0x1C34_6132, 0x1C34_6112, 0x1C34_6012], [.libccid(1, 4, 32)],
            [ReaderInterface(.extendedAPDU, 65_554)], dialects: [.springCard, .transparent],
            names: ["SPRINGCARD PUCK", "SPRINGCARD E518", "SPRINGCORE"]),
        ReaderModel(
            "Elatec TWN4", [0x09D8_0427, 0x09D8_0428], [.libccid(1, 4, 19)],
            [ReaderInterface(.tpdu, 271), ReaderInterface(.extendedAPDU, 64)], quirks: [.startsSlowly],
            names: ["ELATEC TWN4"]),
        ReaderModel(
            "rf IDEAS or Imprivata", [0x0C27_CCDA, 0x0C27_CCDB], [.libccid(1, 5, 5)],
            [ReaderInterface(.shortAPDU, 271)], names: ["RF IDEAS", "IMPRIVATA"]),
        ReaderModel(
            "Access-IS ATR220", [0x0DB5_0180], [.libccid(1, 4, 32)], [ReaderInterface(.extendedAPDU, 2048)],
            names: ["ATR220"]),
        ReaderModel(
            "Regula RFID Reader", [0x1C6A_7050], [.libccid(1, 4, 27)], [ReaderInterface(.shortAPDU, 512)],
            names: ["REGULA RFID"]),
        ReaderModel(
            "Circle CIR215 CL", [0x31AA_2100, 0x31AA_2001], [.libccid(1, 5, 0)], names: ["CIR215"]),
        ReaderModel("Circle CIR315 CL", [0x31AA_3002], [.libccid(1, 4, 35)], names: ["CIR315"]),
        ReaderModel(
            "Token2 MFA NFC Reader", [0x349E_0430], [.libccid(1, 5, 2)], [ReaderInterface(.extendedAPDU, 271)],
            names: ["TOKEN2 MFA NFC"]),
        ReaderModel(
            "Thales RF Reader", [0x17B9_400B], [.libccid(1, 5, 2)], [ReaderInterface(.extendedAPDU, 2058)],
            names: ["THALES RF"]),
    ]
}
