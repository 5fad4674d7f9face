public import ISO7816

/// What was read of a card. What was read before contact was lost is kept, and marked as incomplete.
public struct FeliCaReading: Hashable, Sendable {
    /// One for each request, in the order of the requests.
    public let services: [ServiceReading]
    /// Why the reading ended too early, nil when it came to its end.
    public let interruption: CardError?
    /// Frames that were sent for it, those that were repeated too.
    public let commands: Int

    /// A reading.
    public init(services: [ServiceReading], interruption: CardError?, commands: Int) {
        self.services = services
        self.interruption = interruption
        self.commands = commands
    }

    /// True when nothing that the card would have given is missing.
    public var isComplete: Bool { interruption == nil && services.allSatisfy(\.isComplete) }

    /// What was read of `service`, by the first request for it.
    public subscript(_ service: ServiceCode) -> ServiceReading? { services.first { $0.service == service } }
}
