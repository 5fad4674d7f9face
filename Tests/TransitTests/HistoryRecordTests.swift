import FeliCa
import Octets
import Testing
import Transit

/// Blocks of real cards with what their owners, or the programs that published them, say about them
/// (sources: Docs/data-sources.md).
@Suite struct HistoryRecordTests {
    private static func station(_ text: String) throws -> StationCode { try #require(StationCode(text)) }

    @Test func `a ride in region 0 has both ends there`() throws {
        let record = try HistoryRecord(hex: "1D0100022CCCFA0DFA01480600000700")
        #expect(record.kind == .ride && record.terminal.name?.english == "transfer gate")
        #expect(record.details == .rail(from: try Self.station("0-FA-0Dh"), to: try Self.station("0-FA-01h")))
        #expect(record.date == TransitDate(year: 2022, month: 6, day: 12))
        #expect(record.balance == 1608 && record.serial == 7)
        #expect(record.time == nil)
    }

    @Test(arguments: [
        ("1601000234E4A578AC38E20300012950", "1-A5-78h", "1-AC-38h", 994),
        ("160100172D648F43D952B229002EB1A0", "2-8F-43h", "2-D9-52h", 10674),
        ("160100022CCB86408734CA08000004F0", "3-86-40h", "3-87-34h", 2250),
        ("1601000234FCC501C517FF04000051F0", "3-C5-01h", "3-C5-17h", 1279),
        ("1701000234DE44244428EC0400000300", "0-44-24h", "0-44-28h", 1260),
    ])
    func `region bits are part of the code of each end`(hex: String, from: String, to: String, balance: Int) throws {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == .ride)
        #expect(record.details == .rail(from: try Self.station(from), to: try Self.station(to)))
        #expect(record.balance == balance)
    }

    @Test func `a ride from one region into another keeps both (synthetic)`() throws {
        let record = try HistoryRecord(hex: "1601000234E48F430C03E203000129 80")
        #expect(record.details == .rail(from: try Self.station("2-8F-43h"), to: try Self.station("0-0C-03h")))
        #expect(record.disagreements.map(\.point) == [.regionPerEnd])
    }

    @Test func `an Osaka ride is never a Nagoya ride (case B42)`() throws {
        let record = try HistoryRecord(hex: "16010002346E8218821BD20400002AA0")
        #expect(record.date == TransitDate(year: 2026, month: 3, day: 14))
        #expect(record.balance == 1234 && record.serial == 42)
        #expect(record.details == .rail(from: try Self.station("2-82-18h"), to: try Self.station("2-82-1Bh")))
    }

    @Test func `operator and stop of a bus have 16 bits each`() throws {
        let record = try HistoryRecord(hex: "050D000F16CB0E5100513D04000025A0")
        #expect(record.kind == .busRide)
        #expect(record.details == .bus(BusStopCode(region: .kansai, operatorCode: 0x0E51, stop: 0x0051)))
        #expect(record.stations.isEmpty)
    }

    @Test(arguments: [
        ("050D000F34E30D2A0000B60700012840", Region.chubu, UInt16(0x0D2A), 1974),
        ("050F000F342E0A0100003000000412C0", .others, 0x0A01, 48),
        ("050D000F34E20D2A00001A0400000440", .chubu, 0x0D2A, 1050),
        ("050D000F34FC0F3D00002F0700004FC0", .others, 0x0F3D, 1839),
        ("050F000F332E0FE50000790E000018C0", .others, 0x0FE5, 3705),
    ])
    func `a bus without a stop has none, not stop 0`(hex: String, region: Region, company: UInt16, balance: Int) throws
    {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == .busRide)
        guard case .bus(let code) = record.details else { return #expect(Bool(false), "no bus") }
        #expect(code.stop == nil && code.operatorCode == company && code.region == region)
        #expect(record.balance == balance)
    }

    @Test(arguments: [
        ("C74600002CCC3A0C4F97340800000500", "07:16:24", UInt16(0x4F97), false),
        ("CA46000034E35DA49B0AE60000000900", "11:45:08", 0x9B0A, false),
        ("C746000034DD7C0F60DEC40300012100", "15:32:30", 0x60DE, false),
        ("C8C60000342E5541A9F5480000040E00", "10:42:02", 0xA9F5, true),
        ("C94600003373B12D3747CB0100002100", "22:09:26", 0x3747, false),
    ])
    func `a purchase has a time to two seconds and a terminal`(
        hex: String, time: String, terminal: UInt16, isPartlyCash: Bool
    ) throws {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == .purchase && record.isPartlyCash == isPartlyCash)
        guard case .shop(let found?, let number) = record.details else { return #expect(Bool(false), "no shop") }
        #expect(found.description == time && number == terminal)
    }

    @Test func `a charge at a shop is a charge with a time, not a station`() throws {
        let record = try HistoryRecord(hex: "C849000034E378CAC0CE880800012600")
        #expect(record.kind == .charge)
        #expect(record.time?.description == "15:06:20" && record.stations.isEmpty && record.balance == 2184)
    }

    @Test(arguments: [
        ("150200002CCB26C20000C40900000200", "0-26-C2h"), ("0802000030F6E91F0000A60400000FC0", "3-E9-1Fh"),
        ("1A020000342CE91F00009F04000404C0", "3-E9-1Fh"), ("21020000350DAC3800007B1700005E40", "1-AC-38h"),
        ("1F02000016CDF20E0000D80400000600", "0-F2-0Eh"), ("0302000016CD030D0000AA0500000E00", "0-03-0Dh"),
    ])
    func `a charge keeps the place of the machine`(hex: String, place: String) throws {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == .charge)
        #expect(record.details == .place(try Self.station(place), rest: 0))
    }

    @Test(arguments: [
        ("1B023F00350302FD00003F0200005700", HistoryRecord.Kind.charge, PseudoPlace.mobileSuica),
        ("1B023F0034969B810000240200041300", .charge, .mobilePASMO),
        ("1B481E00342E9B810000020100041100", .bonus, .mobilePASMO),
    ])
    func `codes of mobile cards are never stations`(hex: String, kind: HistoryRecord.Kind, place: PseudoPlace) throws {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == kind && record.stations.isEmpty)
        guard case .place(let code?, _) = record.details else { return #expect(Bool(false), "no place") }
        #expect(code.pseudoPlace == place)
    }

    @Test(arguments: ["1A06000E3502010701077C0100005200", "1A06000E342BD765D7658901000400F0"])
    func `window processing is not a ride from a station to itself`(hex: String) throws {
        let record = try HistoryRecord(hex: hex)
        #expect(record.kind == .window && record.stations.count == 1)
    }

    @Test func `a new card knows its amount`() throws {
        let chain = try HistoryChain(card: ["150700002CCB00000000DC0500000100"])
        #expect(chain.entries.first?.record.kind == .newIssue)
        #expect(chain.entries.first?.change == 1500)
    }

    @Test(arguments: [
        "00000000000000000000000000000000", "00000080000000000000000000000000", "0000FFFF34E300000000000000010000",
    ])
    func `an unused slot is no record`(hex: String) throws {
        #expect(HistoryRecord(try Block(hex: hex)) == nil)
    }

    @Test(arguments: [
        ("1613000234E40101010AE203000129 00", HistoryRecord.Kind.ride), ("2301000234E40101010AE203000129 00", .ride),
        ("1614000134E4010100 00E203000129 00", .autoCharge), ("030300003 4E4010100 00E203000129 40", .ticket),
        ("0305000034E4010100 00E203000129 00", .adjustment), ("051F000034E40E510051E203000129 00", .charge),
        ("C84A000034E40E510051E203000129 00", .purchaseCancelled), ("16330000 34E40E510051E203000129 00", .refund),
        ("1654000034E40E510051E203000129 00", .other), ("0523000034E40E510051E203000129 00", .ticket),
    ])
    func `kinds without a public block follow the table of processes (synthetic)`(
        hex: String, kind: HistoryRecord.Kind
    ) throws {
        #expect(try HistoryRecord(hex: hex).kind == kind)
    }

    @Test func `the kind never depends on a look-up, and each is reached from bytes alone`() throws {
        for terminal in UInt8.min...UInt8.max {
            for process in UInt8(1)...0x7F {
                let bytes: [UInt8] = [terminal, process, 0, 0, 0x34, 0xE4, 0xEE, 0xEE, 0xEE, 0xEE, 0, 0, 0, 0, 9, 0xF0]
                let block = try #require(Block(bytes))
                let record = try #require(HistoryRecord(block))
                #expect(record.process.rawValue == process && record.terminal.rawValue == terminal)
                if process == 0x46 { #expect(record.kind == .purchase && record.stations.isEmpty) }
                if terminal == 5, process == 1 { #expect(record.kind == .busRide && record.stations.isEmpty) }
                if record.kind == .ride { #expect(record.stations.count == 2) }
            }
        }
    }

    @Test(arguments: [UInt8(0x84), 0x85])
    func `adjustments paid partly in cash are adjustments, not a third party's (synthetic)`(process: UInt8) throws {
        let record = try HistoryRecord(hex: "03" + Hex.string([process]) + "000034E401010000E203000129 00")
        #expect(record.kind == .adjustment && record.isPartlyCash && record.process.rawValue == process & 0x7F)
    }

    @Test func `the exit stays, whatever the serial number is (synthetic)`() throws {
        let record = try HistoryRecord(hex: "16010002166CE33BE6210A0000010100")
        #expect(record.stations.map(\.hexadecimal) == ["0-E3-3Bh", "0-E6-21h"])
    }

    @Test(arguments: [UInt8(0xC9), 0xCA, 0x21, 0x23, 0x1D])
    func `terminals that others do not know have a name`(terminal: UInt8) {
        #expect(TerminalType(terminal).name != nil)
    }

    @Test func `a day that does not exist is unknown, and the record stays`() throws {
        let record = try HistoryRecord(hex: "160100023 5FF E33BE6210A000001E300")
        #expect(record.date == nil && record.kind == .ride)
    }

    @Test func `years go to 2127`() throws {
        #expect(try HistoryRecord(hex: "16010002FE21E33BE6210A000001E300").date?.description == "2127-01-01")
    }

    @Test(arguments: [
        ("16010002216CE33BE6210A000001E300", [Disagreement.Point]()),
        ("16010002216CE33BE6210A000101E300", [.serialWidth]), ("150200002CCB26C20000C40900000200", [.terminalName]),
        ("C8C60000342E5541A9F5480000040E00", [.cashBit, .saleSeconds, .vendingTerminal]),
        ("050D000F16CB0E5100513D04000025A0", [.flatFareBus]),
    ])
    func `what sources read differently is said`(hex: String, points: [Disagreement.Point]) throws {
        #expect(try HistoryRecord(hex: hex).disagreements.map(\.point) == points)
    }
}
