/// A station as records hold it: line and number, and the region that stands apart in the last octet.
struct StationNumber: Hashable, Sendable {
    var region: Int
    var line: UInt8
    var number: UInt8

    init(_ region: Int, _ line: UInt8, _ number: UInt8) {
        self.region = region
        self.line = line
        self.number = number
    }

    var bytes: [UInt8] { [line, number] }
}
