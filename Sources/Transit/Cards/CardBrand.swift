public import FeliCa

/// Who issued a card of system 0003. It is written nowhere that can be read without a key, but every issuer has locked
/// services of its own, and a card says which services it has.
public enum CardBrand: String, Hashable, Sendable, CaseIterable {
    case suica
    case pasmo
    case icoca
    case toica
    case manaca
    case pitapa
    case kitaca
    case sugoca
    case nimoca
    case hayakaken

    /// Services that only its cards have.
    public var services: [ServiceCode] {
        switch self {
        case .suica: [0x1808, 0x180A, 0x18C8, 0x18CA]
        case .pasmo: [0x1CC8, 0x1CCA, 0x1D08, 0x1D0A]
        case .icoca: [0x1A48, 0x1A4A, 0x1A88, 0x1A8A]
        case .toica: [0x1E08, 0x1ECF]
        case .manaca: [0x9888, 0x998B]
        case .pitapa: [0x1B88, 0x1B8A]
        case .kitaca: [0x2088, 0x218B]
        case .sugoca: [0x21C8, 0x228A]
        case .nimoca: [0x1F48, 0x1F4A]
        case .hayakaken: [0x2448, 0x254A]
        }
    }

    /// What it is called.
    public var name: Wording {
        switch self {
        case .suica: Wording("Suica", "Suica")
        case .pasmo: Wording("PASMO", "PASMO")
        case .icoca: Wording("ICOCA", "ICOCA")
        case .toica: Wording("TOICA", "TOICA")
        case .manaca: Wording("manaca", "manaca")
        case .pitapa: Wording("PiTaPa", "PiTaPa")
        case .kitaca: Wording("Kitaca", "Kitaca")
        case .sugoca: Wording("SUGOCA", "SUGOCA")
        case .nimoca: Wording("nimoca", "nimoca")
        case .hayakaken: Wording("Hayakaken", "はやかけん")
        }
    }

    /// The services that tell the brands apart; as many as fit one Request Service.
    public static let telltales: [ServiceCode] = allCases.flatMap(\.services)

    /// The brand whose services are all there; nil when there is none, or more than one.
    public init?(services: Set<ServiceCode>) {
        let found = Self.allCases.filter { services.isSuperset(of: $0.services) }
        guard found.count == 1, let brand = found.first else { return nil }
        self = brand
    }
}
