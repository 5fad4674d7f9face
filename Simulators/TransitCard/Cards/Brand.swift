/// Who issued a simulated card. Brands differ in the keyed services that they have.
enum Brand: Hashable, Sendable {
    case suica, pasmo, icoca

    /// Keyed services of this brand only.
    var services: [UInt16] {
        switch self {
        case .suica: [0x1808, 0x180A, 0x18C8, 0x18CA]
        case .pasmo: [0x1CC8, 0x1CCA, 0x1D08, 0x1D0A]
        case .icoca: [0x1A48, 0x1A4A, 0x1A88, 0x1A8A, 0x9608, 0x960A]
        }
    }

    /// The high half of octet 8 in the attribute block.
    var cardClass: UInt8 { self == .icoca ? 0x30 : 0x20 }
}
