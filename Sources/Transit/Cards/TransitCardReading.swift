public import FeliCa
public import ISO7816

/// What was read of a card with all its systems: a Suica also has the common area, a phone Edy, nanaco and WAON there.
public struct TransitCardReading: Sendable {
    /// What was read, the transit system first, then systems with contents, then the others; never empty. Several kinds in
    /// one system have one element each.
    public let systems: [TransitReading]
    /// Systems that the card lists, and that did not answer to a polling.
    public let silentSystems: [SystemCode]
    /// True when the card said which systems it has; false when its chip or reader does not tell.
    public let listsSystems: Bool
    /// Why the reading ended too early; what was read before is here.
    public let interruption: CardError?
    /// Frames that were sent.
    public let commands: Int

    /// True when nothing that the card would have given is missing.
    public var isComplete: Bool { interruption == nil && systems.allSatisfy(\.isComplete) }
}
