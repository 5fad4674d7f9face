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
        let rounds = 50
        var names = 0
        let hits = clock.measure {
            for _ in 0..<rounds { for code in codes { names += directory.candidates(code, on: day).count } }
        }
        let absent = (0...255).map { StationCode(region: .others, line: 0, station: UInt8($0)) }
        let misses = clock.measure {
            for _ in 0..<rounds * 20 { for code in absent { names += directory.candidates(code, on: day).count } }
        }
        print("table: \(BundledStations.byteCount) octets, \(directory.count) rows")
        print("making the directory and the first look-up: \(start) (\(first.count) meanings)")
        print("look-up of a known code: \(hits / (rounds * codes.count)) on average")
        print("look-up of an unknown code: \(misses / (rounds * 20 * absent.count)) on average (\(names) names)")
    }
}
