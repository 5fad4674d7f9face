public import Octets

/// Manufacture parameter: which chip it is and how long it may take (JIS X 6319-4): 8 octets.
public struct PMm: Hashable, Sendable {
    /// The kinds of command that have a time limit of their own.
    public enum TimedCommand: Int, Hashable, Sendable, CaseIterable {
        /// Request Service; grows with the number of nodes.
        case requestService = 2
        /// Request Response, Request System Code, Search Service Code and others of fixed length.
        case fixed = 3
        /// Mutual authentication.
        case authentication = 4
        /// Read and Read Without Encryption; grows with the number of blocks.
        case read = 5
        /// Write and Write Without Encryption; grows with the number of blocks.
        case write = 6
    }

    /// The 8 octets.
    public let bytes: [UInt8]

    /// Nil unless there are exactly 8 octets.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes 8 octets. Throws `truncated`.
    public init(from reader: inout ByteReader) throws(ParseError) {
        bytes = Array(try reader.bytes(8))
    }

    /// ROM type, the first octet.
    public var romType: UInt8 { octet(0) }
    /// IC type, the second octet.
    public var icType: UInt8 { octet(1) }

    /// The longest that the card may take to begin its answer to `command` about `count` nodes or blocks.
    ///
    /// An octet holds A (bits 1 to 3), B (bits 4 to 6) and E (bits 7 and 8):
    /// 256 × 16 / 13.56 MHz × ((B + 1) × count + A + 1) × 4^E.
    public func maximumResponseTime(_ command: TimedCommand, count: Int = 0) -> Duration {
        let parameter = octet(command.rawValue)
        let fixed = Int64(parameter & 7) + 1
        let each = Int64(parameter >> 3 & 7) + 1
        let factor = Int64(1) << (2 * Int64(parameter >> 6))
        let units = (each * Int64(min(max(count, 0), 255)) + fixed) * factor
        // 4096 periods of the carrier are 302,064.896… ns.
        return .nanoseconds(units * 4096 * 1_000_000 / 13_560)
    }

    private func octet(_ index: Int) -> UInt8 { bytes.dropFirst(index).first ?? 0 }
}

extension PMm: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
