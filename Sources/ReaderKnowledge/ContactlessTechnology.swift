/// A way in which a card without contacts speaks.
public enum ContactlessTechnology: String, Hashable, Sendable, CaseIterable {
    /// ISO/IEC 14443 type A.
    case iso14443A
    /// ISO/IEC 14443 type B.
    case iso14443B
    /// ISO/IEC 15693, vicinity cards.
    case iso15693
    /// FeliCa (JIS X 6319-4).
    case feliCa
    /// Badges at 125 kHz or 134 kHz.
    case lowFrequency

    /// For people.
    public var name: String {
        switch self {
        case .iso14443A: "ISO 14443 A"
        case .iso14443B: "ISO 14443 B"
        case .iso15693: "ISO 15693"
        case .feliCa: "FeliCa"
        case .lowFrequency: "125 kHz"
        }
    }
}
