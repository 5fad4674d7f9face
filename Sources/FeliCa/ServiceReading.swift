/// What was read of one service, and why no more.
public struct ServiceReading: Hashable, Sendable {
    /// Where the reading came to its end.
    public enum End: Hashable, Sendable {
        /// Every block that was asked for is there.
        case asRequested
        /// The card says that the service has no more blocks.
        case endOfService
        /// The card refused the service, or the block behind the last one here.
        case refused(StatusFlags)
        /// Contact was lost, or the card stopped making sense, before the end.
        case interrupted
    }

    /// What was asked for.
    public let request: BlockRequest
    /// The blocks in order, the first being `request.blocks.lowerBound`; never anything that came with an error.
    public let blocks: [Block]
    /// Why there are no more.
    public let end: End

    /// A reading.
    public init(request: BlockRequest, blocks: [Block], end: End) {
        self.request = request
        self.blocks = blocks
        self.end = end
    }

    /// The service.
    public var service: ServiceCode { request.service }
    /// True when nothing that the card would have given is missing.
    public var isComplete: Bool { end != .interrupted }
}
