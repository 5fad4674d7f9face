import FeliCa
import Octets
import Testing
import Transit

@Suite struct HistoryChainTests {
    private static let pasmo = [
        "C746000016CE7F60489F000000001100", "C746000016CE7CE0489FA40100001000", "1601000216CD8205030DCA0300000F00",
        "0302000016CD030D0000AA0500000E00", "1601000216CD8241824CC20100000C00", "1601000216CDEF03EF0B340300000A00",
        "1601000216CDF20EF307060400000800", "1F02000016CDF20E0000D80400000600", "1601000516CDF21AF20EF00000000500",
        "1601000216CDE33EE33B540100000300", "0807000016CD00000000F40100000100",
    ]

    private static let b44 = [
        "1601000234C3030103053A1000000D00", "1402000034C303010000021100000B00", "1601000234C1030503014A0500000A00",
        "00000000000000000000000000000000",
    ]

    private func yen(_ chain: HistoryChain) -> [Int?] { chain.entries.map(\.change) }

    @Test func `an amount is the difference to the next older record, and the oldest is unknown (case B44)`() throws {
        let chain = try HistoryChain(card: Self.b44)
        #expect(yen(chain) == [-200, 3000, nil])
        #expect(chain.entries.last?.unknownChange == .oldest)
        #expect(chain.entries.map(\.record.kind) == [.ride, .charge, .ride])
        #expect(chain.entries.map(\.record.serial) == [0x0D, 0x0B, 0x0A])
        #expect(chain.findings.isEmpty)
    }

    @Test func `a charge between entry and exit is found by serial numbers (PASMO 2011)`() throws {
        let chain = try HistoryChain(card: Self.pasmo)
        #expect(yen(chain) == [-420, -550, -480, 1000, -370, -210, -210, 1000, -100, -160, 500])
        #expect(chain.findings == [.insideRide(ride: 2, inside: [3])])
    }

    @Test func `a removed record leaves a gap, and no wrong amount`() throws {
        var blocks = Self.pasmo
        blocks.remove(at: 5)
        let all = try blocks.map { try Block(hex: $0) }
        let chain = HistoryChain([HistoryRead(list: all)])
        #expect(chain.entries[4].change == nil)
        #expect(chain.entries[4].unknownChange == .recordsMissing(together: -370 - 210))
        #expect(chain.findings.contains(.lostRecords(after: 4, numbers: 2)))
        #expect(chain.entries[3].change == 1000)
    }

    @Test func `a purchase that was left out of a list is not hidden in the next amount`() throws {
        var blocks = Self.pasmo
        blocks.remove(at: 1)
        let all = try blocks.map { try Block(hex: $0) }
        let chain = HistoryChain([HistoryRead(list: all)])
        #expect(chain.entries[0].change == nil)
        #expect(chain.findings.contains(.entryWithoutExit(before: 0)))
    }

    @Test func `on the card itself one number without a record is an entry without an exit, and the amount stands`()
        throws
    {
        // Synthetic: ride (04), number 05 is an entry that was cancelled, purchase (06).
        let chain = try HistoryChain(card: [
            "C746000016CE7F60489F640000000600", "1601000216CDEF03EF0BC80000000400", "0807000016CD00000000F40100000200",
        ])
        #expect(chain.findings == [.entryWithoutExit(before: 0)])
        #expect(yen(chain) == [-100, -300, 500])
    }

    @Test func `missing slots of a dump are missing records, whatever their number`() throws {
        let slots = try [(0, Self.pasmo[0]), (2, Self.pasmo[2])].map { HistoryRead.Slot($0.0, try Block(hex: $0.1)) }
        let chain = HistoryChain([HistoryRead(slots: slots)])
        #expect(chain.findings == [.lostRecords(after: 0, numbers: 1)])
        #expect(yen(chain) == [nil, nil])
    }

    @Test func `two reads that overlap merge without doubles`() throws {
        let blocks = try Self.pasmo.map { try Block(hex: $0) }
        let merged = HistoryChain([HistoryRead(Array(blocks[2...])), HistoryRead(Array(blocks[..<8]))])
        let whole = HistoryChain([HistoryRead(blocks)])
        #expect(merged == whole)
    }

    @Test func `two reads that do not meet show how many numbers lie between`() throws {
        let blocks = try Self.pasmo.map { try Block(hex: $0) }
        let merged = HistoryChain([HistoryRead(Array(blocks[..<4])), HistoryRead(Array(blocks[6...]))])
        #expect(merged.findings.contains(.lostRecords(after: 3, numbers: 5)))
        #expect(merged.entries[3].change == nil && merged.entries[4].change == -210)
    }

    @Test func `two reads that meet exactly lose nothing`() throws {
        let blocks = try Self.pasmo.map { try Block(hex: $0) }
        let merged = HistoryChain([HistoryRead(Array(blocks[5...])), HistoryRead(Array(blocks[..<5]))])
        #expect(merged.entries.map(\.change) == [-420, -550, -480, 1000, -370, -210, -210, 1000, -100, -160, 500])
        #expect(!merged.findings.contains { if case .lostRecords = $0 { true } else { false } })
    }

    @Test func `a balance that rises on a ride keeps its sign`() throws {
        // Synthetic: 100 yen come back at the exit.
        let chain = try HistoryChain(card: [
            "1601000216CDF20EF3076A0400000800", "1601000216CDF20EF307060400000600",
        ])
        #expect(yen(chain) == [100, nil])
        #expect(chain.findings == [.credit(entry: 0, yen: 100)])
    }

    @Test func `a fare adjustment is a kind of its own with its amount`() throws {
        // Synthetic.
        let chain = try HistoryChain(card: [
            "0305000016CDF20E0000A20300000700", "1601000216CDF20EF307060400000600",
        ])
        #expect(chain.entries[0].record.kind == .adjustment && chain.entries[0].change == -100)
    }

    @Test func `mixed cards are out of order, not a gap`() throws {
        let chain = try HistoryChain(card: [Self.pasmo[9], Self.b44[0]])
        #expect(chain.findings.contains(.outOfOrder(after: 0)))
        #expect(yen(chain) == [nil, nil])
        #expect(chain.entries[0].unknownChange == .outOfOrder)
    }

    @Test func `a charge that lowers the balance, and a day before the older record's, are told`() throws {
        // Synthetic: charges of 2026-04-03 and 2026-04-02, and the two days the other way round.
        let later = "08020000348301010000F40100000300"
        let sooner = "08020000348201010000DC0500000200"
        let chain = try HistoryChain(card: [later, sooner])
        #expect(yen(chain) == [-1000, nil] && chain.findings == [.loss(entry: 0, yen: 1000)])
        let back = try HistoryChain(card: ["08020000348101010000F40100000300", sooner])
        #expect(back.findings == [.loss(entry: 0, yen: 1000), .dayFallsBack(entry: 0)])
    }

    @Test func `the amount of a card's first number is its balance`() throws {
        let chain = try HistoryChain(card: [Self.pasmo[10]])
        #expect(yen(chain) == [500])
    }

    // MARK: - Gates

    @Test func `gates give a ride its times (Suica 2011)`() throws {
        let chain = try HistoryChain(
            card: ["16010002166CE33BE6210A000001E300", "16010002166BE336E338AA000001E100"],
            gates: [
                "2000E6212005166C1252A00000000000", "A000E33B2012166C1242000000000000",
                "2000E3383031166B1457A00000000000",
            ], attributes: "00000000000000002000000A000001E3")
        #expect(chain.entries[0].entryGate?.time?.description == "12:42")
        #expect(chain.entries[0].exitGate?.time?.description == "12:52")
        #expect(chain.entries[1].entryGate == nil)
        #expect(chain.entries[1].exitGate?.time?.description == "14:57")
        #expect(chain.entries[1].change == nil, "what the gate says is shown beside it")
        #expect(chain.findings.isEmpty)
    }

    @Test func `gates give a bus its time (ICOCA 2011)`() throws {
        let chain = try HistoryChain(
            card: ["050D000F16CB0E5100513D04000025A0", "C846000016CB000092C70505000024 00"],
            gates: ["2008EBD3043416CB0939C80000000051"])
        #expect(chain.entries[0].change == -200)
        #expect(chain.entries[0].exitGate?.time?.description == "09:39")
        #expect(chain.findings.isEmpty)
    }

    @Test func `a gate with another amount contradicts the history and lends no time`() throws {
        let chain = try HistoryChain(
            card: ["16010002166CE33BE6210A000001E300", "16010002166BE336E338AA000001E100"],
            gates: ["2000E6212005166C1252B40000000000"])
        #expect(chain.entries[0].exitGate == nil)
        guard case .gateContradiction(entry: 0, _)? = chain.findings.first else {
            return #expect(Bool(false), "\(chain.findings)")
        }
    }

    @Test func `an entry as the newest gate record is an open entry`() throws {
        let chain = try HistoryChain(
            card: ["16010002166CE33BE6210A000001E300"], gates: ["A000E33B2012166C1342000000000000"],
            attributes: "00000000000000002000000A000001E4")
        guard case .openEntry(let gate?)? = chain.findings.first else { return #expect(Bool(false), "none") }
        #expect(gate.time?.description == "13:42" && chain.findings.count == 1)
    }

    @Test func `a serial number of the purse ahead of the history is an open entry`() throws {
        let chain = try HistoryChain(
            card: ["16010002166CE33BE6210A000001E300"], attributes: "00000000000000002000000A000001E4")
        #expect(chain.findings == [.openEntry(nil)])
    }

    @Test func `a purse that disagrees with the newest record is said`() throws {
        let chain = try HistoryChain(
            card: ["16010002166CE33BE6210A000001E300"], attributes: "00000000000000002000000B000001E3")
        #expect(chain.findings == [.balanceDiffers(attributes: 11, history: 10)])
    }

    @Test func `nothing is a chain without entries`() {
        let chain = HistoryChain([])
        #expect(chain.entries.isEmpty && chain.findings.isEmpty)
        #expect(SuicaCard(CardBlocks()).balance == nil)
    }
}
