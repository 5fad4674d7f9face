/// A card as it answered to a polling: one of its systems.
public struct FeliCaCard: Hashable, Sendable {
    /// Under which name this system is addressed.
    public let idm: IDm
    /// Which chip it is, and its time limits; nil when the reader did not tell.
    public let pmm: PMm?
    /// The system that answered; nil when the card did not say which.
    public let system: SystemCode?

    /// A card.
    public init(idm: IDm, pmm: PMm?, system: SystemCode?) {
        self.idm = idm
        self.pmm = pmm
        self.system = system
    }
}
