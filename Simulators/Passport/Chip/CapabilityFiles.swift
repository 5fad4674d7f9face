import Octets

/// EF.ATR/INFO and EF.DIR: what the card tells about itself to everybody (9303-10 §3.11.1, §3.11.2).
enum CapabilityFiles {
    /// The three capability bytes (9303-10 table 29): selection by DF name and short identifier; data units of one
    /// byte; extended length, whose limits EF.ATR/INFO tells.
    static func capabilities(_ settings: PassportSettings) -> [UInt8] {
        [0x84, 0x01, settings.extendedLength.isAnnounced ? 0x60 : 0x00]
    }

    /// EF.ATR/INFO with the buffer sizes when extended length is on.
    static func attributes(_ settings: PassportSettings) -> [UInt8] {
        let capabilities = TLV.encode(0x47, Self.capabilities(settings))
        guard settings.extendedLength.isAnnounced else { return capabilities }
        let sizes = [settings.maximumCommand, settings.maximumResponse].map { TLV.encode(.integer, twoBytes($0)) }
        return capabilities + TLV.encode(0x7F66, parts: sizes)
    }

    /// EF.DIR with an application template for each application.
    static func directory(_ settings: PassportSettings) -> [UInt8] {
        let names = (settings.isIdentityCard ? [Directory.identityName] : []) + [Directory.lds1Name]
        return names.flatMap { TLV.encode(0x61, TLV.encode(0x4F, $0)) }
    }

    /// The sizes stand in INTEGERs of two bytes that are not signed (9303-10 table 29); longer ones take three.
    private static func twoBytes(_ value: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.number(value, count: value > 0xFFFF ? 3 : 2)
        return writer.bytes
    }
}
