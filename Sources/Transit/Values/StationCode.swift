import Octets

/// The code of a station: region, line, station order. Only all three together name a station.
public struct StationCode: Hashable, Sendable, Comparable {
    /// Which list of lines.
    public let region: Region
    /// The line.
    public let line: UInt8
    /// The station on the line.
    public let station: UInt8

    /// A code.
    public init(region: Region, line: UInt8, station: UInt8) {
        self.region = region
        self.line = line
        self.station = station
    }

    /// Line and station as two octets of a record; nil for 00 00, which stands for none.
    init?(region: Region, octets: UInt16) {
        guard octets != 0 else { return nil }
        self.init(region: region, line: UInt8(octets >> 8), station: UInt8(octets & 0xFF))
    }

    /// A code that a person typed: decimal `0-1-6`, or hexadecimal `0-01-06h`. Nil when it is neither.
    public init?(_ text: String) {
        let isHex = text.last == "h" || text.last == "H"
        let parts = (isHex ? text.dropLast() : text[...]).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isHexDigit) })
        else { return nil }
        let radix = isHex ? 16 : 10
        guard let region = UInt8(parts[0]).flatMap(Region.init(rawValue:)), let line = UInt8(parts[1], radix: radix),
            let station = UInt8(parts[2], radix: radix)
        else { return nil }
        self.init(region: region, line: line, station: station)
    }

    private static func isHexDigit(_ octet: UInt8) -> Bool {
        (0x30...0x39).contains(octet) || (0x41...0x46).contains(octet) || (0x61...0x66).contains(octet)
    }

    /// What this is instead of a station, for codes that only say through which channel something was done.
    public var pseudoPlace: PseudoPlace? {
        guard region == .jrAndKanto else { return nil }
        return switch (line, station) {
        case (0x02, 0xFD): .mobileSuica
        case (0x02, 0xFE): .suicaInternetService
        case (0x9B, 0x81): .mobilePASMO
        default: nil
        }
    }

    /// `0-01-06h`, as records and other programs have it.
    public var hexadecimal: String {
        "\(region.rawValue)-\(Hex.string([line]))-\(Hex.string([station]))h"
    }

    /// By region, line and station.
    public static func < (left: StationCode, right: StationCode) -> Bool { left.packed < right.packed }

    /// All of it in 18 bits.
    var packed: UInt32 { UInt32(region.rawValue) << 16 | UInt32(line) << 8 | UInt32(station) }
}

extension StationCode: CustomStringConvertible {
    /// Decimal: `0-1-6`.
    public var description: String { "\(region.rawValue)-\(line)-\(station)" }
}

/// A code in the place of a station that stands for none.
public enum PseudoPlace: Hashable, Sendable, CaseIterable {
    case mobileSuica
    case suicaInternetService
    case mobilePASMO

    /// What it stands for.
    public var name: Wording {
        switch self {
        case .mobileSuica: Wording("Mobile Suica", "モバイルSuica")
        case .suicaInternetService: Wording("Suica Internet Service", "Suicaインターネットサービス")
        case .mobilePASMO: Wording("Mobile PASMO", "モバイルPASMO")
        }
    }
}
