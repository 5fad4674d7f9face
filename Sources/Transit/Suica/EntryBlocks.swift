public import FeliCa

/// Where the card went in last (service 10CB, SF改札入場情報). Stays filled after the exit, so it does not tell whether
/// the card is inside.
public struct EntryBlocks: Hashable, Sendable {
    /// The octets of one or two blocks.
    public let blocks: [Block]
    /// Line and station of the entry.
    public let place: UInt16
    /// Line and station of up to three junctions on the way, zeros left out.
    public let junctions: [UInt16]
    /// Yen for the inner section.
    public let innerFare: Int
    /// The day of a passage on the way; nil when there is none.
    public let intermediateDate: TransitDate?
    /// Entry on the way: place and time.
    public let intermediateEntry: Passage?
    /// Exit on the way: place and time.
    public let intermediateExit: Passage?
    /// Of the entry; nil when the second block is missing.
    public let region: Region?

    /// Where and when.
    public struct Passage: Hashable, Sendable {
        /// Line and station.
        public let place: UInt16
        /// Nil when there is no such time.
        public let time: TransitTime?
    }

    /// Decodes the blocks; nil when there is no entry.
    public init?(_ blocks: [Block]) {
        guard let first = blocks.first, first.big16(0) != 0 else { return nil }
        self.blocks = Array(blocks.prefix(2))
        place = first.big16(0)
        junctions = [2, 4, 6].map { first.big16($0) }.filter { $0 != 0 }
        innerFare = Int(first.little16(8))
        let second = blocks.dropFirst().first
        intermediateDate = second.flatMap { TransitDate(packed: $0.big16(0)) }
        intermediateEntry = second.flatMap { Self.passage($0.big16(4), $0.big16(2)) }
        intermediateExit = second.flatMap { Self.passage($0.big16(9), $0.big16(7)) }
        region = second.map { Region(bits: $0.octet(12) >> 6) }
    }

    private static func passage(_ place: UInt16, _ time: UInt16) -> Passage? {
        place == 0 ? nil : Passage(place: place, time: TransitTime(decimal: time))
    }

    /// The station, as far as the region is known.
    public var station: StationCode? { region.flatMap { StationCode(region: $0, octets: place) } }
}
