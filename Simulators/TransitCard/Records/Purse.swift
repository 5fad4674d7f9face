/// A card in use: what happens to it from the day it was issued, with balance and serial numbers that follow.
struct Purse: Sendable {
    private(set) var history: [HistoryEntry] = []
    private(set) var gates: [GateEntry] = []
    private(set) var balance = 0
    private(set) var serial = 0
    /// Where it was entered last, and the day.
    private(set) var entry: (station: StationNumber, date: RecordDate, hour: Int, minute: Int)?

    /// Issued at a machine.
    mutating func issue(_ amount: Int, at station: StationNumber, on date: RecordDate) {
        add(amount, terminal: 0x07, process: 0x07, date, .machine(station))
    }

    /// Charged at a machine, in cash.
    mutating func charge(_ amount: Int, at station: StationNumber, on date: RecordDate, terminal: UInt8 = 0x08) {
        add(amount, terminal: terminal, process: 0x02, date, .machine(station))
    }

    /// Charged in a shop.
    mutating func chargeInShop(_ amount: Int, on date: RecordDate, hour: Int, minute: Int, second: Int = 0) {
        add(
            amount, terminal: 0xC8, process: 0x49, date,
            .shop(hour: hour, minute: minute, second: second, terminal: 0xC0CE))
    }

    /// Paid in a shop.
    mutating func buy(_ amount: Int, on date: RecordDate, hour: Int, minute: Int, second: Int = 0, cash: Bool = false) {
        add(
            -amount, terminal: 0xC7, process: cash ? 0xC6 : 0x46, date,
            .shop(hour: hour, minute: minute, second: second, terminal: 0x4F97))
    }

    /// Charged with a phone.
    mutating func chargeByPhone(_ amount: Int, on date: RecordDate) {
        add(amount, terminal: 0x1B, process: 0x02, payment: 0x3F, date, .phone(0x02FD))
    }

    /// Passed an entry gate.
    mutating func enter(_ station: StationNumber, on date: RecordDate, hour: Int, minute: Int) {
        serial += 1
        entry = (station, date, hour, minute)
        gates.insert(
            GateEntry(kind: 0xA0, place: station.bytes, device: 0x2012, date: date, hour: hour, minute: minute), at: 0)
    }

    /// Passed an exit gate: the fare is taken, and the ride recorded.
    mutating func exit(_ station: StationNumber, fare: Int, hour: Int, minute: Int, terminal: UInt8 = 0x16) {
        guard let entry else { return }
        add(
            -fare, terminal: terminal, process: 0x01, gate: 0x02, entry.date, .ride(entry.station, station))
        gates.insert(
            GateEntry(
                kind: 0x20, place: station.bytes, device: 0x2005, date: entry.date, hour: hour, minute: minute,
                amount: fare), at: 0)
    }

    /// A whole ride.
    mutating func ride(
        _ from: StationNumber, _ to: StationNumber, fare: Int, on date: RecordDate, hour: Int, minute: Int
    ) {
        enter(from, on: date, hour: hour, minute: minute)
        let arrival = hour * 60 + minute + 23
        exit(to, fare: fare, hour: arrival / 60 % 24, minute: arrival % 60)
    }

    /// Took a bus. The gate log names the vehicle and, at its end, the stop.
    mutating func bus(
        _ operatorCode: UInt16, stop: UInt16, region: Int, fare: Int, on date: RecordDate, hour: Int, minute: Int
    ) {
        add(
            -fare, terminal: 0x05, process: 0x0D, gate: 0x0F, date,
            .bus(operator: operatorCode, stop: stop, region: region))
        gates.insert(
            GateEntry(
                kind: 0x20, detail: 0x08, place: [0xEB, 0xD3], device: 0x0434, date: date, hour: hour, minute: minute,
                amount: fare, tail: [0, 0, UInt8(stop >> 8), UInt8(stop & 0xFF)]), at: 0)
    }

    private mutating func add(
        _ amount: Int, terminal: UInt8, process: UInt8, payment: UInt8 = 0, gate: UInt8 = 0, _ date: RecordDate,
        _ place: HistoryEntry.Place
    ) {
        balance += amount
        serial += 1
        history.insert(
            HistoryEntry(
                terminal: terminal, process: process, payment: payment, gate: gate, date: date, place: place,
                balance: balance, serial: serial), at: 0)
    }
}
