/// 入出場種別, how the gate counted the ride.
public struct GateKind: Hashable, Sendable {
    /// The octet in the record.
    public let rawValue: UInt8

    /// Any octet.
    public init(_ value: UInt8) { rawValue = value }

    /// What it is; nil when no source tells.
    public var name: Wording? {
        switch rawValue {
        case 0x00: Wording("no gate", "なし")
        case 0x01: Wording("entry", "入場")
        case 0x02: Wording("entry and exit", "入出場")
        case 0x03: Wording("pass at entry, fare adjusted at exit", "定期入場・乗越")
        case 0x04: Wording("fare at entry, pass at exit", "入場・定期出場")
        case 0x05: Wording("transfer discount", "乗継割引")
        case 0x0E: Wording("exit at a window", "窓口出場")
        case 0x0F: Wording("bus, tram", "バス等")
        case 0x12: Wording("express with pass", "料金定期")
        case 0x17: Wording("transfer discount", "乗継割引")
        case 0x1D: Wording("bus transfer discount", "バス乗継割引")
        case 0x21: Wording("tram transfer discount", "電車・バス乗継割引")
        default: nil
        }
    }
}
