/// A service of a simulated chip and its blocks (JIS X 6319-4).
public struct FeliCaService: Hashable, Sendable {
    /// Number and attribute.
    public var code: UInt16
    /// Blocks of 16 octets; in a cyclic service the newest comes first.
    public var blocks: [[UInt8]]

    /// A service.
    public init(_ code: UInt16, _ blocks: [[UInt8]]) {
        self.code = code
        self.blocks = blocks
    }

    /// A service of `count` blocks that begins with `blocks`; the others are zero.
    public init(_ code: UInt16, count: Int, _ blocks: [[UInt8]] = []) {
        let rest = [[UInt8]](repeating: [UInt8](repeating: 0, count: 16), count: max(0, count - blocks.count))
        self.init(code, blocks.prefix(count) + rest)
    }

    /// Odd attributes are read without a key.
    var isOpen: Bool { code & 1 == 1 }
}
