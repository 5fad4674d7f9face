/// 機器種別, the kind of machine that wrote a record.
public struct TerminalType: Hashable, Sendable {
    /// The octet in the record.
    public let rawValue: UInt8

    /// Any octet.
    public init(_ value: UInt8) { rawValue = value }

    /// On-board unit of buses and trams.
    public static let onBoard = TerminalType(0x05)

    /// Points of sale and vending machines.
    public var isPointOfSale: Bool { (0xC7...0xCA).contains(rawValue) }

    /// What it is; nil when no source tells.
    public var name: Wording? { Self.names[rawValue] }

    /// True when sources name it differently.
    public var isDisputed: Bool { [0x14, 0x15, 0x18, 0x19, 0x1C, 0x1D, 0x48].contains(rawValue) }

    private static let names: [UInt8: Wording] = [
        0x00: Wording("none", "未定義"),
        0x03: Wording("fare adjustment machine", "のりこし精算機"),
        0x04: Wording("portable terminal", "携帯端末"),
        0x05: Wording("on board (bus, tram)", "車載機"),
        0x07: Wording("card vending machine", "カード発売機"),
        0x08: Wording("ticket machine", "自動券売機"),
        0x09: Wording("quick charge machine", "入金機"),
        0x12: Wording("ticket machine (monorail)", "券売機(東京モノレール)"),
        0x13: Wording("ticket machine etc.", "券売機等"),
        0x14: Wording("station office machine", "駅務機器"),
        0x15: Wording("commuter pass machine", "定期券発売機"),
        0x16: Wording("gate", "自動改札機"),
        0x17: Wording("simple validator", "簡易改札機"),
        0x18: Wording("station window", "窓口端末"),
        0x19: Wording("ticket office", "窓口処理機"),
        0x1A: Wording("staffed gate", "有人改札"),
        0x1B: Wording("mobile or PC", "モバイル端末"),
        0x1C: Wording("transfer adjustment machine", "乗継精算機"),
        0x1D: Wording("transfer gate", "連絡改札機"),
        0x1F: Wording("deposit machine", "入金機"),
        0x20: Wording("window terminal", "窓口端末"),
        0x21: Wording("adjustment machine", "精算機"),
        0x22: Wording("simple validator or bus", "簡易改札機等"),
        0x23: Wording("Shinkansen gate", "新幹線改札機"),
        0x24: Wording("on-train ticket issuer", "車内補充券発行機"),
        0x34: Wording("card vending machine (tram)", "せたまる発売機"),
        0x35: Wording("on-board charging (tram)", "車内入金機"),
        0x36: Wording("on-board validator (tram)", "車内簡易改札機"),
        0x46: Wording("VIEW ALTTE", "VIEW ALTTE"),
        0x48: Wording("point exchange machine", "ポイント交換機"),
        0xC7: Wording("point of sale", "物販端末"),
        0xC8: Wording("point of sale, vending", "物販・自動販売機"),
        0xC9: Wording("point of sale", "物販端末"),
        0xCA: Wording("point of sale", "物販端末"),
    ]
}
