/// Bytes in pieces: an encoding that is put together and compared without copying what is large in it.
public struct ByteChain: Sendable {
    /// The pieces, in order.
    public private(set) var pieces: [ArraySlice<UInt8>]
    /// Bytes in all pieces.
    public private(set) var count: Int

    /// One piece.
    public init(_ bytes: ArraySlice<UInt8>) {
        pieces = [bytes]
        count = bytes.count
    }

    /// Chains one behind the other.
    public init(_ chains: [ByteChain] = []) {
        pieces = chains.flatMap(\.pieces)
        count = chains.reduce(0) { $0 + $1.count }
    }

    /// A data object of encoded `parts`, with the shortest length field.
    public init(_ tag: Tag, _ parts: [ByteChain]) {
        let contents = ByteChain(parts)
        self.init([ByteChain((tag.bytes + TLV.length(contents.count))[...]), contents])
    }

    /// The bytes in one piece.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// True when these are the same bytes; a piece that was cut out of `bytes` at its own place is not looked at again.
    public func elementsEqual(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard count == bytes.count else { return false }
        var rest = bytes
        for piece in pieces {
            guard rest.prefix(piece.count) == piece else { return false }
            rest = rest.dropFirst(piece.count)
        }
        return true
    }
}
