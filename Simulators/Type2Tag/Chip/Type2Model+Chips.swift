/// The chips, by the data sheets of NXP: NT2H1311/1511/1611 (NTAG213/215/216), NT2L1011/1211, MF0ICU1, MF0ICU2, MF0ULx1,
/// NTAG203, NT3H2111/2211; what others sell as such by public reports.
///
/// UIDs and signatures are pairs that real chips gave (samples of proxmark3), where there is one.
extension Type2Model {
    private static let ntagCommands: Set<Command> = [
        .version, .fastRead, .compatibilityWrite, .signature, .password, .readCounter,
    ]
    private static let empty: [UInt8] = [0x03, 0x00, 0xFE, 0x00]
    // CFG0 with strong modulation and AUTH0 off, CFG1, PWD, PACK.
    private static let newConfiguration: [UInt8] = [
        0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00,
    ]
    private static let ntagSample: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
    private static let ntagSignature: [UInt8] = [
        0x8B, 0x76, 0x05, 0x2E, 0xE4, 0x2F, 0x55, 0x67, 0xBE, 0xB5, 0x32, 0x38, 0xB3, 0xE3, 0xF9, 0x95,
        0x07, 0x07, 0xC0, 0xDC, 0xC9, 0x56, 0xB5, 0xC5, 0xEF, 0xCF, 0xDB, 0x70, 0x9B, 0x2D, 0x82, 0xB3,
    ]

    private static func ntag(
        _ name: String, _ version: [UInt8], last: Int, user: Int, width: Int, size: UInt8, data: [UInt8]
    ) -> Type2Model {
        Type2Model(
            name, version: [0x00, 0x04] + version + [0x03], pages: last + 1, container: [0xE1, 0x10, size, 0x00],
            data: data, locks: .run(page: user + 1, width: width, last: user, lastByte: 0xBD),
            configuration: user + 2, configurationData: newConfiguration, commands: ntagCommands,
            identifier: ntagSample, signature: ntagSignature)
    }

    static let ntag213 = ntag(
        "NTAG213", [0x04, 0x02, 0x01, 0x00, 0x0F], last: 0x2C, user: 0x27, width: 2, size: 0x12,
        data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
    static let ntag213F = ntag(
        "NTAG213F", [0x04, 0x04, 0x01, 0x00, 0x0F], last: 0x2C, user: 0x27, width: 2, size: 0x12,
        data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
    static let ntag213TT: Type2Model = {
        let base = ntag(
            "NTAG213TT", [0x04, 0x02, 0x03, 0x00, 0x0F], last: 0x2D, user: 0x27, width: 2, size: 0x12,
            data: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
        return base.with(base.commands.union([.tamper]))
    }()
    static let ntag215 = ntag(
        "NTAG215", [0x04, 0x02, 0x01, 0x00, 0x11], last: 0x86, user: 0x81, width: 16, size: 0x3E, data: empty)
    static let ntag216 = ntag(
        "NTAG216", [0x04, 0x02, 0x01, 0x00, 0x13], last: 0xE6, user: 0xE1, width: 16, size: 0x6D, data: empty)
    static let ntag216F = ntag(
        "NTAG216F", [0x04, 0x04, 0x01, 0x00, 0x13], last: 0xE6, user: 0xE1, width: 16, size: 0x6D, data: empty)

    static let ntag210 = Type2Model(
        "NTAG210", version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03], pages: 0x14,
        container: [0xE1, 0x10, 0x06, 0x00], data: empty, configuration: 0x10,
        configurationData: [0x00, 0x00, 0x00, 0xFF] + newConfiguration.dropFirst(4),
        commands: [.version, .fastRead, .compatibilityWrite, .signature, .password],
        identifier: [0x04, 0x41, 0x28, 0x92, 0xA5, 0x32, 0x80])
    static let ntag212 = Type2Model(
        "NTAG212", version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03], pages: 0x29,
        container: [0xE1, 0x10, 0x10, 0x00], data: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE],
        locks: .run(page: 0x24, width: 2, last: 0x23, lastByte: 0xBD), configuration: 0x25,
        configurationData: [0x00, 0x00, 0x00, 0xFF] + newConfiguration.dropFirst(4),
        commands: [.version, .fastRead, .compatibilityWrite, .signature, .password],
        identifier: [0x04, 0x42, 0x28, 0x92, 0xA5, 0x32, 0x80])

    static let ntag203: Type2Model = {
        var model = Type2Model(
            "NTAG203", version: nil, pages: 0x2A, container: [0xE1, 0x10, 0x12, 0x00],
            data: [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE], locks: .ntag203,
            commands: [.compatibilityWrite], identifier: [0x04, 0x6B, 0x2A, 0x52, 0x4D, 0x2B, 0x80])
        model.counterPage = 0x29
        model.refusesAloud = false
        return model
    }()

    static let ultralight: Type2Model = {
        var model = Type2Model(
            "MIFARE Ultralight", version: nil, pages: 0x10, container: [0, 0, 0, 0],
            commands: [.compatibilityWrite], identifier: [0x04, 0x5C, 0x2F, 0x11, 0xB2, 0x0C, 0x80])
        model.refusesAloud = false
        return model
    }()

    /// The key pages hold the key that all new chips have (MF0ICU2 §7.5.10).
    static let ultralightC: Type2Model = {
        var model = Type2Model(
            "MIFARE Ultralight C", version: nil, pages: 0x30, readable: 0x2C, container: [0, 0, 0, 0],
            locks: .ultralightC, configuration: 0x2A,
            configurationData: [0x30, 0, 0, 0, 0, 0, 0, 0] + Array("BREAKMEIFYOUCAN!".utf8),
            commands: [.compatibilityWrite, .tripleDES], identifier: [0x04, 0x1D, 0x7F, 0x22, 0xE3, 0x1F, 0x81])
        model.counterPage = 0x29
        model.refusesAloud = false
        return model
    }()

    private static let ultralightCommands: Set<Command> = [
        .version, .fastRead, .compatibilityWrite, .signature, .password, .counters, .virtualCard,
    ]
    static let ultralightEV1Small = Type2Model(
        "MF0UL11", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03], pages: 0x14, container: [0, 0, 0, 0],
        configuration: 0x10, configurationData: newConfiguration, commands: ultralightCommands,
        identifier: [0x04, 0xC1, 0x28, 0x5A, 0x37, 0x30, 0x80],
        signature: [
            0xCE, 0xA2, 0xEB, 0x0B, 0x3C, 0x95, 0xD0, 0x84, 0x4A, 0x95, 0xB8, 0x24, 0xA7, 0x55, 0x37, 0x03,
            0xB3, 0x70, 0x23, 0x78, 0x03, 0x3B, 0xF0, 0x98, 0x78, 0x99, 0xDB, 0x70, 0x15, 0x1A, 0x19, 0xE7,
        ])
    static let ultralightEV1Large = Type2Model(
        "MF0UL21", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03], pages: 0x29, container: [0, 0, 0, 0],
        locks: .run(page: 0x24, width: 2, last: 0x23, lastByte: 0), configuration: 0x25,
        configurationData: newConfiguration, commands: ultralightCommands,
        identifier: [0x04, 0xC2, 0x28, 0x5A, 0x37, 0x30, 0x80],
        signature: [
            0xA5, 0x61, 0x50, 0x67, 0x23, 0xD4, 0x22, 0xD2, 0x9E, 0xD9, 0xF9, 0x3E, 0x60, 0xD2, 0x0B, 0x9E,
            0xD1, 0xE0, 0x5C, 0xC1, 0xBF, 0x81, 0xDA, 0x19, 0xFE, 0x50, 0x0C, 0xA0, 0xB8, 0x1C, 0xC0, 0xED,
        ])

    /// EM4423: Type 2 without GET_VERSION. Its data sheet's own features are not simulated; user memory is taken from the
    /// container that it shows.
    static let emEcho: Type2Model = {
        var model = Type2Model(
            "EM4423", version: nil, pages: 0x28, container: [0xE1, 0x10, 0x12, 0x00], data: empty, commands: [],
            identifier: [0x16, 0x60, 0x03, 0x21, 0x4A, 0x7C, 0x05])
        model.refusesAloud = false
        return model
    }()

    /// Sold as NTAG213 (proxmark3 pull request 1435).
    static let feiju213 = Type2Model(
        "NTAG213 compatible", version: [0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], pages: 0x2D,
        container: [0xE1, 0x10, 0x12, 0x00], data: empty, locks: .run(page: 0x28, width: 2, last: 0x27, lastByte: 0xBD),
        configuration: 0x29, configurationData: newConfiguration, commands: ntagCommands,
        identifier: [0x53, 0x5C, 0x4D, 0xEE, 0x02, 0x1F, 0x00])

    /// Sold as NTAG213 too, without GET_VERSION and with pages behind the last one of that (proxmark3 issue 2457).
    static let fudan021: Type2Model = {
        var model = Type2Model(
            "FM11NT021", version: nil, pages: 0x3C, container: [0xE1, 0x10, 0x12, 0x00], data: empty,
            locks: .run(page: 0x28, width: 2, last: 0x27, lastByte: 0xBD), configuration: 0x29,
            configurationData: newConfiguration, commands: [.compatibilityWrite],
            identifier: [0x1D, 0x4A, 0x7B, 0x09, 0x3F, 0x10, 0x80])
        model.refusesAloud = false
        return model
    }()

    private static func ntagI2C(_ name: String, size: UInt8, second: Int) -> Type2Model {
        var model = Type2Model(
            name, version: [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, size, 0x03], pages: 0xEA,
            container: [0xE1, 0x10, 0x6D, 0x00], data: empty,
            locks: second == 0 ? .run(page: 0xE2, width: 16, last: 0xE1, lastByte: 0) : nil, configuration: 0xE3,
            configurationData: [0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            commands: [.version, .fastRead, .signature, .password, .sectors],
            identifier: [0x04, 0x8A, 0x11, 0x02, 0x9C, 0x55, 0x80])
        model.secondSector = second
        // Pass-through mode and the registers belong to the I2C side.
        model.refusedPages = second == 0 ? [0xE8, 0xE9] : [0xE2, 0xE8, 0xE9]
        model.hasCheckBytes = false
        return model
    }

    static let ntagI2CPlus1k = ntagI2C("NTAG I2C plus 1k", size: 0x13, second: 0)
    static let ntagI2CPlus2k = ntagI2C("NTAG I2C plus 2k", size: 0x15, second: 0x100)

    private func with(_ commands: Set<Command>) -> Type2Model {
        Type2Model(
            name, version: version, pages: pageCount, container: container, data: data, locks: locks,
            configuration: configuration, configurationData: configurationData, commands: commands,
            identifier: identifier, signature: signature)
    }
}
