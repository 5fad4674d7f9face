import CStationTable

/// The table that is compiled into the program: about 6,000 codes of JR and of private railways.
///
/// Nothing is parsed, neither at start-up nor later: a look-up searches the sorted keys in place and reads the one record
/// that it finds (layout: `Sources/CStationTable/build.py`).
public struct BundledStations: StationDirectory {
    /// When the table was taken from its sources: later records are not what an older table may have meant.
    public static let dataDay = TransitDate(year: 2026, month: 7, day: 8) ?? TransitDate.never

    private static let headerCount = 32
    private static let keyCount = 3
    private static let recordCount = 8
    private static let groupCount = 9
    private static let extraCount = 10

    /// Rows of the table; a code can have more than one.
    public let count: Int
    private let groups: Int
    private let extras: Int
    private let strings: Int

    /// The table.
    public init() {
        count = Self.number(8, 4)
        groups = Self.number(20, 4)
        extras = Self.number(24, 4)
        strings = Self.number(28, 4)
    }

    /// Octets that the table takes in the program.
    public static var byteCount: Int { inlay_station_table_length() }

    /// See `StationDirectory`.
    public func candidates(_ code: StationCode, on day: TransitDate?) -> [Station] {
        guard code.pseudoPlace == nil else { return [] }
        let wanted = Int(code.packed)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        var found: [Station] = []
        while low < count, key(low) == wanted {
            let station = station(low, code)
            if station.isPossible(on: day) { found.append(station) }
            low += 1
        }
        return found
    }

    /// Every row, in the order of the codes.
    public var all: [Station] {
        (0..<count).compactMap { index in
            let key = key(index)
            let region = Region(bits: UInt8(truncatingIfNeeded: key >> 16))
            let code = StationCode(
                region: region, line: UInt8(truncatingIfNeeded: key >> 8), station: UInt8(truncatingIfNeeded: key))
            return station(index, code)
        }
    }

    private func key(_ index: Int) -> Int {
        let place = Self.headerCount + index * Self.keyCount
        return Self.number(place, 3)
    }

    private func station(_ index: Int, _ code: StationCode) -> Station {
        let record = Self.headerCount + count * Self.keyCount + index * Self.recordCount
        let group = groups + Self.number(record + 3, 2) * Self.groupCount
        let extra = Self.number(record + 5, 2)
        let flags = Self.number(record + 7, 1)
        let place = extras + (extra - 1) * Self.extraCount
        return Station(
            code: code, name: string(Self.number(record, 3)),
            romanised: extra == 0 ? nil : optional(string(Self.number(place, 3))),
            line: string(Self.number(group + 6, 3)), company: string(Self.number(group, 3)),
            companyInEnglish: optional(string(Self.number(group + 3, 3))),
            firstDay: extra == 0 ? nil : Self.day(Self.number(place + 3, 2)),
            lastDay: extra == 0 ? nil : Self.day(Self.number(place + 5, 2)), isOnlyPossible: flags & 0x80 != 0,
            source: Self.sources[flags & 0x7F] ?? .own, note: extra == 0 ? "" : string(Self.number(place + 7, 3)))
    }

    private static let sources: [Int: Station.Source] = [
        1: .iccCardManager, 2: .icCardReader, 3: .nfcpySuicaSample, 4: .own,
    ]

    private func optional(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// Days are counted from 1990-01-01; 0 is none.
    private static func day(_ number: Int) -> TransitDate? {
        number == 0 ? nil : TransitDate(daysSince1990: number)
    }

    private func string(_ offset: Int) -> String {
        let start = strings + offset
        let length = Self.number(start, 1)
        guard let base = unsafe inlay_station_table(), start >= 0, start + 1 + length <= Self.byteCount else {
            return ""
        }
        return unsafe String(decoding: UnsafeBufferPointer(start: base + start + 1, count: length), as: UTF8.self)
    }

    /// `count` octets at `place`, the low one first; what lies outside the table is zero.
    private static func number(_ place: Int, _ count: Int) -> Int {
        guard let base = unsafe inlay_station_table(), place >= 0, place + count <= byteCount else { return 0 }
        var number = 0
        for index in (0..<count).reversed() { number = number << 8 | Int(unsafe base[place + index]) }
        return number
    }
}
