/// A point on which public sources contradict each other, shown with every value that it touches instead of being
/// decided in silence.
public struct Disagreement: Hashable, Sendable {
    /// Which; numbered as in Docs/data-sources.md.
    public enum Point: String, Hashable, Sendable, CaseIterable {
        /// Serial numbers have 24 or 16 bits.
        case serialWidth = "D1"
        /// What some terminal types are called.
        case terminalName = "D2"
        /// The high bit of the process: part paid in cash, or another process.
        case cashBit = "D3"
        /// Process 0D: a bus, or points.
        case flatFareBus = "D4"
        /// The region octet: one area for both ends, or one for each.
        case regionPerEnd = "D5"
        /// Octet 8 of the attributes: class and region, or flags.
        case attributeOctet = "D6"
        /// Which region the monorail and buses of Okinawa have.
        case okinawa = "D7"
        /// The offset of Octopus balances.
        case octopusOffset = "D8"
        /// Seconds of sales are stored halved, or plain.
        case saleSeconds = "D9"
        /// Service 184B: paid tickets, or the commuter pass.
        case paidTicket = "D10"
        /// The last four octets of a gate record: pass fare and station, or a bus stop.
        case gateTail = "D12"
        /// Terminal C8: vending machines only, or points of sale too.
        case vendingTerminal = "D13"
    }

    /// Which.
    public let point: Point
    /// How it is read here.
    public let reading: String
    /// How it is read elsewhere.
    public let otherReading: String

    /// A contradiction.
    public init(_ point: Point, reading: String, otherReading: String) {
        self.point = point
        self.reading = reading
        self.otherReading = otherReading
    }
}
