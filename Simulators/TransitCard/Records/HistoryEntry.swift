/// A record of service 090F: what happened, and the purse after it.
struct HistoryEntry: Hashable, Sendable {
    /// What octets 6 to 9 hold.
    enum Place: Hashable, Sendable {
        /// Entry and exit of a ride.
        case ride(StationNumber, StationNumber)
        /// A machine at a station.
        case machine(StationNumber)
        /// The same station twice, as staff windows write it.
        case window(StationNumber)
        /// Operator and stop of a bus.
        case bus(operator: UInt16, stop: UInt16, region: Int)
        /// Hour, minute, second and terminal of a shop.
        case shop(hour: Int, minute: Int, second: Int, terminal: UInt16)
        /// Two octets that are no station: a phone.
        case phone(UInt16)
        /// Nothing.
        case none
    }

    var terminal: UInt8
    var process: UInt8
    var payment: UInt8 = 0
    var gate: UInt8 = 0
    var date: RecordDate
    var place: Place
    var balance: Int
    var serial: Int

    var bytes: [UInt8] {
        var middle: [UInt8] = [0, 0, 0, 0]
        var regions: UInt8 = 0
        switch place {
        case .ride(let entry, let exit):
            middle = entry.bytes + exit.bytes
            regions = UInt8(entry.region & 3) << 6 | UInt8(exit.region & 3) << 4
        case .machine(let station):
            middle = station.bytes + [0, 0]
            regions = UInt8(station.region & 3) << 6
        case .window(let station):
            middle = station.bytes + station.bytes
            regions = UInt8(station.region & 3) << 6 | UInt8(station.region & 3) << 4
        case .bus(let operatorCode, let stop, let region):
            middle = [operatorCode, stop].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            regions = UInt8(region & 3) << 6
        case .shop(let hour, let minute, let second, let terminal):
            // 5 bits of hour, 6 of minute, 5 of half seconds.
            let time = UInt16(hour & 31) << 11 | UInt16(minute & 63) << 5 | UInt16(second / 2 & 31)
            middle = [time, terminal].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .phone(let code): middle = [UInt8(code >> 8), UInt8(code & 0xFF), 0, 0]
        case .none: break
        }
        return [terminal, process, payment, gate] + date.bytes + middle
            + [UInt8(balance & 0xFF), UInt8(balance >> 8 & 0xFF)]
            + [UInt8(serial >> 16 & 0xFF), UInt8(serial >> 8 & 0xFF), UInt8(serial & 0xFF), regions]
    }
}
