import Octets

/// Where a bus or tram was used: operator and stop, 16 bits each. A station table has nothing to say about them.
public struct BusStopCode: Hashable, Sendable, Comparable {
    /// The list of operators.
    public let region: Region
    /// The operator.
    public let operatorCode: UInt16
    /// The stop; nil where none is stored, as with flat fares.
    public let stop: UInt16?

    /// A code; stop 0 means that none is stored.
    public init(region: Region, operatorCode: UInt16, stop: UInt16) {
        self.region = region
        self.operatorCode = operatorCode
        self.stop = stop == 0 ? nil : stop
    }

    /// By region, operator and stop.
    public static func < (left: BusStopCode, right: BusStopCode) -> Bool {
        (left.region.rawValue, left.operatorCode, left.stop ?? 0)
            < (right.region.rawValue, right.operatorCode, right.stop ?? 0)
    }

    static func digits(_ value: UInt16) -> String { Hex.string([UInt8(value >> 8), UInt8(value & 0xFF)]) }
}

extension BusStopCode: CustomStringConvertible {
    /// `0E51/0051`, or `0D2A` without a stop.
    public var description: String {
        Self.digits(operatorCode) + (stop.map { "/" + Self.digits($0) } ?? "")
    }
}
