/// An entry of a block list (JIS X 6319-4): which block of which service of the service list.
public struct BlockListElement: Hashable, Sendable {
    /// Index into the service list, 0 to 15.
    public let service: Int
    /// Number of the block, 0 to 65,535.
    public let block: Int

    /// Nil when an index or number has no place in an entry.
    public init?(service: Int, block: Int) {
        guard (0...15).contains(service), (0...0xFFFF).contains(block) else { return nil }
        self.service = service
        self.block = block
    }

    /// Two octets, or three for blocks from 256 on, whose number has the low octet first.
    public var bytes: [UInt8] {
        let low = UInt8(block & 0xFF)
        return block < 256
            ? [0x80 | UInt8(service), low] : [UInt8(service), low, UInt8(block >> 8)]
    }
}
