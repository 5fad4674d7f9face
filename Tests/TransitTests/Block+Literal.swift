import FeliCa
import Octets
import Testing
import Transit

extension Block {
    /// A block written in hexadecimal.
    init(hex: String) throws {
        self = try #require(Block(try Hex.bytes(hex)))
    }
}

extension HistoryRecord {
    /// A used slot written in hexadecimal.
    init(hex: String) throws {
        self = try #require(HistoryRecord(try Block(hex: hex)))
    }
}

extension HistoryChain {
    /// Blocks as one card gives them, newest first.
    init(card blocks: [String], gates: [String] = [], attributes: String? = nil) throws {
        let records = try gates.compactMap { GateRecord(try Block(hex: $0)) }
        self.init(
            [HistoryRead(try blocks.map { try Block(hex: $0) })],
            gates: records, newestGate: records.first,
            attributes: try attributes.flatMap { AttributeBlock(try Block(hex: $0)) })
    }
}
