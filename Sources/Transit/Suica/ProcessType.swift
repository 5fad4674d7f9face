/// 利用種別, what was done: the low seven bits of the second octet of a record.
public struct ProcessType: Hashable, Sendable {
    /// The seven bits.
    public let rawValue: UInt8

    /// The low seven bits of an octet.
    public init(_ octet: UInt8) { rawValue = octet & 0x7F }

    /// What it is; nil when no source tells.
    public var name: Wording? { Self.names[rawValue] }

    /// Bytes 6 to 9 are a time and a terminal, not places.
    var isShop: Bool { [0x46, 0x49, 0x4A, 0x4B].contains(rawValue) }
    /// Bytes 6 to 9 are the two ends of a ride.
    var isRail: Bool { [0x01, 0x13].contains(rawValue) }
    /// Bytes 6 to 9 are an operator and a stop.
    var isBus: Bool { [0x0C, 0x0D, 0x0F, 0x19, 0x1A, 0x1B, 0x1D, 0x23].contains(rawValue) }
    /// Bytes 6 and 7 are the place of the machine.
    var isAtPlace: Bool {
        [0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x10, 0x11, 0x14, 0x15, 0x17, 0x1F, 0x33, 0x48].contains(rawValue)
    }

    private static let names: [UInt8: Wording] = [
        0x01: Wording("fare paid at exit", "改札出場"),
        0x02: Wording("charge", "チャージ"),
        0x03: Wording("ticket purchase", "乗車券類購入"),
        0x04: Wording("paper ticket adjustment", "磁気券精算"),
        0x05: Wording("fare adjustment", "乗越精算"),
        0x06: Wording("window processing", "窓口処理"),
        0x07: Wording("new issue", "新規"),
        0x08: Wording("deduction, refund", "控除・返金"),
        0x0C: Wording("bus", "バス"),
        0x0D: Wording("bus, tram (flat fare)", "バス・路面等"),
        0x0F: Wording("bus, tram", "バス・路面等"),
        0x10: Wording("re-issue", "再発行"),
        0x11: Wording("re-issue", "再発行"),
        0x13: Wording("express fare paid at exit", "料金出場"),
        0x14: Wording("auto-charge at entry", "オートチャージ(入場)"),
        0x15: Wording("auto-charge at exit", "オートチャージ(出場)"),
        0x17: Wording("auto-charge", "オートチャージ"),
        0x19: Wording("bus adjustment", "バス精算"),
        0x1A: Wording("bus adjustment", "バス精算"),
        0x1B: Wording("bus adjustment", "バス精算"),
        0x1D: Wording("airport bus", "リムジンバス等"),
        0x1F: Wording("charge on a bus", "バスチャージ"),
        0x23: Wording("day pass purchase", "企画券購入"),
        0x33: Wording("cancellation refund", "取消返金"),
        0x46: Wording("purchase", "物販"),
        0x48: Wording("bonus charge", "ポイントチャージ"),
        0x49: Wording("charge at a shop", "物販端末入金"),
        0x4A: Wording("purchase cancelled", "物販取消"),
        0x4B: Wording("purchase with entry", "入場・物販"),
    ]
}
