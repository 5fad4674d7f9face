/// Blocks of one service that are wanted.
public struct BlockRequest: Hashable, Sendable {
    /// Of which service.
    public let service: ServiceCode
    /// Which blocks, at most; a service may end before.
    public let blocks: Range<Int>

    /// As many as `count` blocks, from block `first`. Block numbers are 0 to 65,535; what lies beyond is left out.
    public init(_ service: ServiceCode, first: Int = 0, count: Int) {
        self.service = service
        let start = min(max(first, 0), Self.limit)
        blocks = start..<(start + min(max(count, 0), Self.limit - start))
    }

    private static let limit = 65_536
}
