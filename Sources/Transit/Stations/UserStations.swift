public import Octets

/// A table of the user's own, laid over the one in the program.
///
/// Tab-separated with a first row that names its columns: `code` (`0-1-6` or `0-01-06h`) and `name` are needed;
/// `romanised`, `line`, `operator`, `from`, `until` and `note` may be there, and whatever else is left alone. This is the
/// schema of `stations.tsv`, and what the export of unknown codes writes with empty names; operators and stops of buses
/// stand there as `1-bus-0D2A` and `2-bus-0E51/0051`.
public struct UserStations: StationDirectory {
    /// Most rows that are taken.
    public static let limit = 100_000
    private let stations: [StationCode: [Station]]
    /// Names of stops, and of operators under their code without a stop.
    let buses: [BusStopCode: String]

    /// Reads a table. Throws `invalidValue` with the row in which something is wrong, as an offset in the text.
    public init(parsing text: [UInt8]) throws(ParseError) {
        var stations: [StationCode: [Station]] = [:]
        var buses: [BusStopCode: String] = [:]
        var columns: [String: Int]?
        var offset = 0
        var count = 0
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let row = TableRow(line, at: offset)
            offset += line.count + 1
            if row.isEmpty { continue }
            guard let names = columns else {
                columns = try row.names(needing: ["code", "name"])
                continue
            }
            count += 1
            guard count <= Self.limit else {
                throw ParseError(.tooMany(limit: Self.limit), in: Self.structure, at: row.offset)
            }
            if let code = BusStopCode(exported: row.value("code", names)) {
                if let name = row.optional("name", names) { buses[code] = name }
                if let name = row.optional("operator", names) { buses[code.withoutStop] = name }
                continue
            }
            guard let station = try Self.station(row, names) else { continue }
            stations[station.code, default: []].append(station)
        }
        guard columns != nil else { throw ParseError(.truncated(needed: 1, available: 0), in: Self.structure) }
        self.stations = stations
        self.buses = buses
    }

    /// How many codes it knows.
    public var count: Int { stations.count }

    /// See `StationDirectory`.
    public func candidates(_ code: StationCode, on day: TransitDate?) -> [Station] {
        (stations[code] ?? []).filter { $0.isPossible(on: day) }
    }

    static let structure = "table of stations"

    /// Nil for a row without a name: a code that is still unknown.
    private static func station(_ row: TableRow, _ names: [String: Int]) throws(ParseError) -> Station? {
        let name = row.value("name", names)
        if name.isEmpty { return nil }
        let spelled = row.value("code", names)
        guard let code = StationCode(spelled) else {
            throw row.error("a code is written region-line-station: 0-1-6 or 0-01-06h")
        }
        guard code.pseudoPlace == nil else { throw row.error("the code is of a mobile card and never a station") }
        return Station(
            code: code, name: name, romanised: row.optional("romanised", names), line: row.value("line", names),
            company: row.value("operator", names), firstDay: try day("from", row, names),
            lastDay: try day("until", row, names), source: .user, note: row.value("note", names))
    }

    private static func day(
        _ column: String, _ row: TableRow, _ names: [String: Int]
    ) throws(ParseError) -> TransitDate? {
        guard let text = row.optional(column, names) else { return nil }
        guard let day = TransitDate(text) else { throw row.error("a day is written YYYY-MM-DD") }
        return day
    }
}
