/// Which list of line numbers a code belongs to: two bits for each end of a ride.
public enum Region: UInt8, Hashable, Sendable, CaseIterable {
    /// All of JR, private railways and buses of Kanto.
    case jrAndKanto = 0
    /// Private railways and buses of Chubu.
    case chubu = 1
    /// Private railways and buses of Kansai.
    case kansai = 2
    /// Private railways and buses of the other regions.
    case others = 3

    /// The two low bits of `bits`.
    init(bits: UInt8) {
        switch bits & 3 {
        case 1: self = .chubu
        case 2: self = .kansai
        case 3: self = .others
        default: self = .jrAndKanto
        }
    }

    /// What it covers.
    public var name: Wording {
        switch self {
        case .jrAndKanto: Wording("JR and Kanto", "JR・関東")
        case .chubu: Wording("Chubu", "中部")
        case .kansai: Wording("Kansai", "関西")
        case .others: Wording("other regions", "その他の地域")
        }
    }
}
