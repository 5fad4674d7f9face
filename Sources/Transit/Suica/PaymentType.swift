/// 支払種別, with what was paid.
public struct PaymentType: Hashable, Sendable {
    /// The octet in the record.
    public let rawValue: UInt8

    /// Any octet.
    public init(_ value: UInt8) { rawValue = value }

    /// What it is; nil when no source tells.
    public var name: Wording? {
        switch rawValue {
        case 0x00: Wording("cash or none", "現金・なし")
        case 0x02: Wording("VIEW card", "VIEW")
        case 0x0B: Wording("PiTaPa", "PiTaPa")
        case 0x0D: Wording("auto-charge PASMO", "オートチャージ対応PASMO")
        case 0x13: Wording("nimoca points", "nimocaポイント")
        case 0x1E: Wording("points", "ポイント")
        case 0x3F: Wording("credit card (mobile)", "クレジットカード(モバイル)")
        default: nil
        }
    }
}
