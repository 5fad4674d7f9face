public import FeliCa

/// One record of the gate log (service 108F, 改札入出場情報); the card keeps three.
public struct GateRecord: Hashable, Sendable {
    /// In or out.
    public enum Direction: Hashable, Sendable {
        case entry
        case exit
    }

    /// How the passage was settled: bits 6 to 4 of the first octet.
    public enum Settlement: Hashable, Sendable {
        /// At a window.
        case window
        /// From the purse.
        case storedFare
        /// With a commuter pass.
        case commuterPass
        /// No source tells.
        case other(UInt8)
    }

    /// The octets.
    public let block: Block
    /// In or out. EX-IC cards always say out.
    public let direction: Direction
    /// How.
    public let settlement: Settlement
    /// A transfer discount was given on the way out.
    public let isDiscounted: Bool
    /// A bus: octets 2 and 3 are an operator in a numbering of its own, and the tail is the stop.
    public let isBus: Bool
    /// Line and station, or the operator of a bus. The region is not stored.
    public let place: UInt16
    /// Gate or vehicle.
    public let device: UInt16
    /// The day; nil when there is no such day.
    public let date: TransitDate?
    /// The time; nil when there is no such time.
    public let time: TransitTime?
    /// Yen that left the purse; 0 on the way in, with a pass, and at windows.
    public let amount: Int

    /// Decodes a slot of the log; nil when it is not in use.
    public init?(_ block: Block) {
        guard block.big16(6) != 0 else { return nil }
        self.block = block
        let first = block.octet(0)
        direction = first & 0x80 != 0 ? .entry : .exit
        settlement =
            switch first >> 4 & 7 {
            case 0: .window
            case 2: .storedFare
            case 4: .commuterPass
            case let other: .other(other)
            }
        isDiscounted = first & 0x0F == 2
        isBus = block.octet(1) == 0x08
        place = block.big16(2)
        device = block.big16(4)
        date = TransitDate(packed: block.big16(6))
        time = TransitTime(decimal: block.big16(8))
        amount = Int(block.little16(10))
    }

    /// The last two octets as the stop of a bus; nil where there is none.
    public var busStop: UInt16? {
        let stop = block.big16(14)
        return isBus && stop != 0 ? stop : nil
    }

    /// The station with the region that something else told.
    public func station(in region: Region) -> StationCode? {
        isBus ? nil : StationCode(region: region, octets: place)
    }

    /// What sources read differently in this record.
    public var disagreements: [Disagreement] {
        guard block.big(12, 4) != 0 else { return [] }
        let fare = block.little16(12)
        let tail = BusStopCode.digits(block.big16(14))
        return [
            Disagreement(
                .gateTail, reading: isBus ? "bus stop \(tail)" : "not read",
                otherReading: "fare \(fare) yen to the nearest station of the pass, \(tail)")
        ]
    }
}
