/// Says what station codes stand for.
public protocol StationDirectory: Sendable {
    /// The stations that `code` can have stood for on `day`: none, one, or all between which no source decides, the best
    /// first. Without a day, every meaning that the code ever had. Pseudo codes are never stations.
    func candidates(_ code: StationCode, on day: TransitDate?) -> [Station]
}

extension StationDirectory {
    /// The station, when there is only one that it can be.
    public func station(_ code: StationCode, on day: TransitDate?) -> Station? {
        let found = candidates(code, on: day)
        return found.count == 1 ? found.first : nil
    }
}

/// One table over another: where the upper one knows a code, the lower one is not asked.
public struct LayeredStations: StationDirectory {
    private let upper: any StationDirectory
    private let lower: any StationDirectory

    /// `upper` over `lower`.
    public init(_ upper: any StationDirectory, over lower: any StationDirectory) {
        self.upper = upper
        self.lower = lower
    }

    /// See `StationDirectory`.
    public func candidates(_ code: StationCode, on day: TransitDate?) -> [Station] {
        let found = upper.candidates(code, on: day)
        return found.isEmpty ? lower.candidates(code, on: day) : found
    }
}
