import FeliCa
import Octets
import Testing
import Transit

/// Gate log, entry, attributes, paid tickets.
@Suite struct OtherServiceTests {
    private func gate(_ hex: String) throws -> GateRecord { try #require(GateRecord(try Block(hex: hex))) }

    @Test(arguments: [
        ("2000A916100434940850160300000000", GateRecord.Direction.exit, UInt16(0xA916), "2026-04-20", "08:50", 790),
        ("A000E33B2012166C1242000000000000", .entry, 0xE33B, "2011-03-12", "12:42", 0),
        ("2000E6212005166C1252A00000000000", .exit, 0xE621, "2011-03-12", "12:52", 160),
    ])
    func `a gate record has direction, place, day, minute and amount`(
        hex: String, direction: GateRecord.Direction, place: UInt16, day: String, time: String, amount: Int
    ) throws {
        let gate = try gate(hex)
        #expect(gate.direction == direction && gate.place == place && gate.amount == amount)
        #expect(gate.date?.description == day && gate.time?.description == time)
        #expect(gate.settlement == .storedFare && !gate.isBus && gate.disagreements.isEmpty)
        #expect(gate.station(in: .chubu)?.region == .chubu)
    }

    @Test func `a bus in the gate log has its stop in the tail, and no station`() throws {
        let gate = try gate("2008EBD3043416CB0939C80000000051")
        #expect(gate.isBus && gate.busStop == 0x0051 && gate.amount == 200)
        #expect(gate.station(in: .kansai) == nil)
        #expect(gate.disagreements.map(\.point) == [.gateTail])
    }

    @Test(arguments: [
        ("C000E33B2012166C1242000000000000", GateRecord.Direction.entry, GateRecord.Settlement.commuterPass),
        ("4000E33B2012166C1242000000000000", .exit, .commuterPass),
        ("0000E33B2012166C1242000000000000", .exit, .window),
        ("1000E33B2012166C1242000000000000", .exit, .other(1)),
    ])
    func `passes and windows are told from fares (synthetic)`(
        hex: String, direction: GateRecord.Direction, settlement: GateRecord.Settlement
    ) throws {
        let gate = try gate(hex)
        #expect(gate.direction == direction && gate.settlement == settlement)
    }

    @Test func `a time that does not exist is unknown`() throws {
        #expect(try gate("A000E33B2012166C2562000000000000").time == nil)
        #expect(try gate("A000E33B2012166C1A42000000000000").time == nil)
    }

    @Test(arguments: [
        ("0000000000000000320000B229002EB1", UInt8(3), Region.kansai, 10674, 0x2EB1),
        ("00000000000000002000000A000001E3", 2, .jrAndKanto, 10, 0x01E3),
        ("0000000000000000320000AF0000002A", 3, .kansai, 175, 42),
    ])
    func `attributes give class, purse and serial number`(
        hex: String, kind: UInt8, region: Region, balance: Int, serial: Int
    ) throws {
        let attributes = try #require(AttributeBlock(try Block(hex: hex)))
        #expect(attributes.cardClass == kind && attributes.lastRegion == region)
        #expect(attributes.balance == balance && attributes.serial == serial)
        #expect(attributes.disagreements.map(\.point) == [.attributeOctet])
    }

    @Test func `the entry keeps its junctions and the inner fare (PASMO 2011)`() throws {
        let entry = try #require(EntryBlocks([try Block(hex: "8205250200000000A000000000000000")]))
        #expect(entry.place == 0x8205 && entry.junctions == [0x2502] && entry.innerFare == 160)
        #expect(entry.region == nil && entry.station == nil)
    }

    @Test func `the second block tells the region of the entry (ICOCA 2011)`() throws {
        let blocks = ["8BA50000000000000000000000000000", "0000000000000000000000008A400000"]
        let entry = try #require(EntryBlocks(blocks.map { try Block(hex: $0) }))
        #expect(entry.station?.description == "2-139-165")
    }

    @Test func `a paid ticket has its parts (synthetic)`() throws {
        let ticket = try #require(PaidTicket(try Block(hex: "0101010734E45DA4 0164 1004 0101 5DC0")))
        #expect(ticket.from == 0x0101 && ticket.to == 0x0107 && ticket.price == 1000 && ticket.kind == 1)
        #expect(ticket.date?.description == "2026-07-04" && ticket.issued?.description == "11:45:08")
        #expect(ticket.checkedAt == 0x0101 && ticket.checked?.description == "11:46:00")
        #expect(ticket.disagreements.map(\.point) == [.paidTicket])
    }

    @Test func `empty slots are nothing`() {
        #expect(GateRecord(.empty) == nil && AttributeBlock(.empty) == nil && PaidTicket(.empty) == nil)
        #expect(EntryBlocks([.empty, .empty]) == nil && EntryBlocks([]) == nil)
    }

    @Test(arguments: [
        ("0-1-6", "0-1-6"), ("0-01-06h", "0-1-6"), ("2-82-18h", "2-130-24"), ("3-255-255", "3-255-255"),
        ("3-FF-ffH", "3-255-255"),
    ])
    func `codes are typed in decimal or hexadecimal`(text: String, decimal: String) throws {
        let code = try #require(StationCode(text))
        #expect(code.description == decimal)
        #expect(StationCode(code.hexadecimal) == code)
    }

    @Test(arguments: [
        "", "0", "0-1", "0-1-2-3", "4-1-1", "0-256-1", "0-1--1", "0-+1-1", "0-1A-1", "0-100-1h", "-0-1-1", "0- 1-1",
    ])
    func `other texts are no codes`(text: String) {
        #expect(StationCode(text) == nil)
    }

    @Test func `days are plain days in Japan`() throws {
        let date = try #require(TransitDate("2026-03-14"))
        #expect(TransitDate(packed: 0x346E) == date && date.description == "2026-03-14")
        #expect(TransitDate("2026-02-29") == nil && TransitDate(packed: 0) == nil)
    }
}
