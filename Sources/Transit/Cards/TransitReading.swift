public import FeliCa
public import ISO7816

/// What was read of a transit card.
public struct TransitReading: Sendable {
    /// The system that was read.
    public let card: FeliCaCard
    /// What kind of card it was taken for.
    public let layout: TransitLayout
    /// What became of each service.
    public let services: [ServiceReading]
    /// Which services that tell brands apart the card has; nil when that was not asked or the chip does not say.
    public let brandServices: Set<ServiceCode>?
    /// Why the reading ended too early; what was read before is here.
    public let interruption: CardError?
    /// Frames that were sent.
    public let commands: Int

    /// The blocks.
    public var blocks: CardBlocks { CardBlocks(services) }
    /// Who issued it; nil when its services do not tell.
    public var brand: CardBrand? { brandServices.flatMap { CardBrand(services: $0) } }
    /// True when nothing that the card would have given is missing.
    public var isComplete: Bool { interruption == nil && services.allSatisfy(\.isComplete) }
}
