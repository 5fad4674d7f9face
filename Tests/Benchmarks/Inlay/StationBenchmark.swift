import Transit

/// What the look-up of a station costs, and the directory itself.
enum StationBenchmark {
    static func run() {
        let clock = ContinuousClock()
        var first: [Station] = []
        let start = clock.measure {
            first = BundledStations().candidates(StationCode(region: .jrAndKanto, line: 1, station: 6), on: nil)
        }
        let directory = BundledStations()
        let codes = directory.all.map(\.code)
        let day = TransitDate(year: 2026, month: 7, day: 1)
        let absent = (0...255).map { StationCode(region: .others, line: 0, station: UInt8($0)) }
        var names = 0
        // The fastest of many rounds: what else runs on the machine is no part of it.
        func best(_ codes: [StationCode]) -> Duration {
            let rounds = (0..<50).map { _ in
                clock.measure { for code in codes { names += directory.candidates(code, on: day).count } }
            }
            return (rounds.min() ?? .zero) / codes.count
        }
        let (hit, miss) = (best(codes), best(absent))
        print("table: \(BundledStations.byteCount) octets, \(directory.count) rows")
        print("making the directory and the first look-up: \(start) (\(first.count) meanings)")
        print("look-up of a known code: \(hit)")
        print("look-up of an unknown code: \(miss) (\(names) names in all)")
    }
}
