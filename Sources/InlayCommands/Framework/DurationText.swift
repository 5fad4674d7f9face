/// Durations for people.
enum DurationText {
    /// `0.4 ms`, `12 ms`, `1.27 s`.
    static func milliseconds(_ duration: Duration) -> String {
        let parts = duration.components
        let microseconds = Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
        switch microseconds {
        case ..<10_000: return "\(decimal(microseconds, unit: 1000, digits: 1)) ms"
        case ..<1_000_000: return "\(microseconds / 1000) ms"
        default: return "\(decimal(microseconds, unit: 1_000_000, digits: 2)) s"
        }
    }

    private static func decimal(_ value: Int, unit: Int, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { result, _ in result * 10 }
        let scaled = (value * scale + unit / 2) / unit
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
