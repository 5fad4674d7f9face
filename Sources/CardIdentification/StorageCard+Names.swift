public import ISO7816

extension StorageCard {
    /// The standard in words.
    public var standardWords: String { Self.standards[standard] ?? "a standard without a name" }

    /// The name in words; nil when it has none.
    public var nameWords: String? {
        if let known = Self.names[name] { return known }
        // ACS readers put FF and the SAK where they know no name.
        return name >> 8 == 0xFF ? "unnamed, SAK \(String(name & 0xFF, radix: 16, uppercase: true).padded)" : nil
    }

    /// Standard and name in words. Readers name the standard of ISO 14443 for FeliCa cards, which belong to none.
    public var words: String {
        guard let nameWords, nameWords != standardWords else { return standardWords }
        return family == .felica && standard != 0x11 ? nameWords : "\(standardWords): \(nameWords)"
    }

    /// The family that the name means, if it means one.
    public var family: CardFamily? {
        switch name {
        case 0x0001, 0x0002, 0x0026, 0x0036...0x0039, 0xFF08, 0xFF18, 0xFF09, 0xFF88: .classic
        case 0x003A: .ultralightC
        case 0x003B, 0xF011, 0xF012: .felica
        default: standard == 0x11 ? .felica : (0x09...0x0C).contains(standard) ? .iso15693 : nil
        }
    }

    private static let standards: [UInt8: String] = [
        0x00: "no standard named", 0x01: "ISO 14443 A, part 1", 0x02: "ISO 14443 A, part 2",
        0x03: "ISO 14443 A, part 3", 0x05: "ISO 14443 B, part 1", 0x06: "ISO 14443 B, part 2",
        0x07: "ISO 14443 B, part 3", 0x09: "ISO 15693, part 1", 0x0A: "ISO 15693, part 2", 0x0B: "ISO 15693, part 3",
        0x0C: "ISO 15693, part 4", 0x0D: "ISO 7816-10 I2C, with contacts",
        0x0E: "ISO 7816-10 extended I2C, with contacts", 0x0F: "ISO 7816-10 2WBP, with contacts",
        0x10: "ISO 7816-10 3WBP, with contacts", 0x11: "FeliCa", 0x40: "low frequency",
    ]

    /// PC/SC part 3, supplement; from F000 on values of ACS.
    private static let names: [UInt16: String] = [
        0x0000: "no name given", 0x0001: "MIFARE Classic 1K", 0x0002: "MIFARE Classic 4K",
        0x0003: "MIFARE Ultralight or a relative (NTAG)", 0x0004: "SLE55R_XXXX", 0x0006: "SR176", 0x0007: "SRI X4K",
        0x0008: "AT88RF020", 0x0009: "AT88SC0204CRF", 0x000A: "AT88SC0808CRF", 0x000B: "AT88SC1616CRF",
        0x000C: "AT88SC3216CRF", 0x000D: "AT88SC6416CRF", 0x000E: "SRF55V10P", 0x000F: "SRF55V02P",
        0x0010: "SRF55V10S", 0x0011: "SRF55V02S", 0x0012: "TAG IT", 0x0013: "LRI512", 0x0014: "ICODE SLI",
        0x0015: "TEMPSENS", 0x0016: "I.CODE1", 0x0017: "PicoPass 2K", 0x0018: "PicoPass 2KS", 0x0019: "PicoPass 16K",
        0x001A: "PicoPass 16KS", 0x001B: "PicoPass 16K(8x2)", 0x001C: "PicoPass 16KS(8x2)",
        0x001D: "PicoPass 32KS(16+16)", 0x001E: "PicoPass 32KS(16+8x2)", 0x001F: "PicoPass 32KS(8x2+16)",
        0x0020: "PicoPass 32KS(8x2+8x2)", 0x0021: "LRI64", 0x0022: "I.CODE UID", 0x0023: "I.CODE EPC",
        0x0024: "LRI12", 0x0025: "LRI128", 0x0026: "MIFARE Mini", 0x0027: "my-d move (SLE 66R01P)",
        0x0028: "my-d NFC (SLE 66RxxP)", 0x0029: "my-d proximity 2 (SLE 66RxxS)",
        0x002A: "my-d proximity enhanced (SLE 55RxxE)", 0x002B: "my-d light (SRF 55V01P)",
        0x002C: "PJM Stack Tag (SRF 66V10ST)", 0x002D: "PJM Item Tag (SRF 66V10IT)", 0x002E: "PJM Light (SRF 66V01ST)",
        0x002F: "Jewel Tag", 0x0030: "Topaz NFC Tag", 0x0031: "AT88SC0104CRF", 0x0032: "AT88SC0404CRF",
        0x0033: "AT88RF01C", 0x0034: "AT88RF04C", 0x0035: "i-Code SL2", 0x0036: "MIFARE Plus 2K in level 1",
        0x0037: "MIFARE Plus 4K in level 1", 0x0038: "MIFARE Plus 2K in level 2", 0x0039: "MIFARE Plus 4K in level 2",
        0x003A: "MIFARE Ultralight C", 0x003B: "FeliCa", 0x003C: "Melexis Sensor Tag MLX90129",
        0x003D: "MIFARE Ultralight EV1", 0xF004: "Topaz", 0xF011: "FeliCa at 212 kbit/s",
        0xF012: "FeliCa at 424 kbit/s", 0xFF20: "unnamed, SAK 20: ISO 14443-4 shown as a memory card",
        0xFF28: "unnamed, SAK 28: JCOP", 0xFF40: "unnamed, SAK 40: a phone", 0xFF88: "MIFARE Classic of Infineon",
    ]
}

extension String {
    /// Two digits.
    fileprivate var padded: String { count < 2 ? "0" + self : self }
}
