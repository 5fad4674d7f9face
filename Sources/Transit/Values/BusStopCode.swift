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

    /// A code as the export of unknown codes spells it: `1-bus-0D2A`, or `2-bus-0E51/0051`. Nil when it is none.
    public init?(exported text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "bus", let region = UInt8(parts[0]).flatMap(Region.init(rawValue:)) else {
            return nil
        }
        let codes = parts[2].split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(codes.count), codes.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
            let company = codes.first.flatMap({ UInt16($0, radix: 16) })
        else { return nil }
        let stop = codes.count == 2 ? codes.last.flatMap { UInt16($0, radix: 16) } : nil
        self.init(region: region, operatorCode: company, stop: stop ?? 0)
    }

    /// As the export of unknown codes spells it.
    public var exported: String { "\(region.rawValue)-bus-\(self)" }

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
