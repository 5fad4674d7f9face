/// The codes of a card that nothing here has a name for, ready to be looked up, filled in and passed on.
///
/// Holds codes and nothing else: no card number, no balance, no day, and not in the order of travel.
public struct UnknownCodes: Hashable, Sendable {
    /// Stations, sorted.
    public let stations: [StationCode]
    /// Operators and stops of buses, sorted.
    public let busStops: [BusStopCode]

    /// What `cards` met and `directory` has no candidate for.
    public init(_ cards: [SuicaCard], _ directory: any StationDirectory, _ buses: BusDirectory = BusDirectory()) {
        var stations: Set<StationCode> = []
        var busStops: Set<BusStopCode> = []
        for record in cards.flatMap(\.history.entries).map(\.record) {
            for code in record.stations where directory.candidates(code, on: record.date).isEmpty {
                stations.insert(code)
            }
            if case .bus(let code) = record.details,
                buses.company(code) == nil || (code.stop != nil && buses.stop(code) == nil)
            {
                busStops.insert(code)
            }
        }
        self.stations = stations.sorted()
        self.busStops = busStops.sorted()
    }

    /// Nothing is unknown.
    public var isEmpty: Bool { stations.isEmpty && busStops.isEmpty }

    /// The table: the schema of `UserStations` with empty names.
    public var table: String {
        let codes = stations.map(\.description) + busStops.map(\.exported)
        return (["code\tname\tromanised\tline\toperator\tfrom\tuntil\tnote"] + codes.map { $0 + "\t\t\t\t\t\t\t" })
            .joined(separator: "\n") + "\n"
    }
}
