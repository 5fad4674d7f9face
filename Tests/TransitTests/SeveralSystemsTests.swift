import FeliCa
import Frames
import ISO7816
import Octets
import ReaderKnowledge
import Testing
import Transit

/// Cards with more than one system, each of which has an IDm of its own.
@Suite struct SeveralSystemsTests {
    private static let idm: [UInt8] = [0x01, 0x01, 0x0A, 0x10, 0x00, 0x55, 0x9E, 0xC1]

    private static func idm(_ number: UInt8) -> [UInt8] { [number << 4 | 0x01] + idm.dropFirst() }

    private static func transit(_ number: UInt8) throws -> FakeFeliCa.System {
        FakeFeliCa.System(
            code: 0x0003, idm: idm(number),
            services: [
                0x008B: [try Block(hex: "00000000000000002000000A000001E3")],
                0x090F: [try Block(hex: "1601000216CD8205030DCA0300000F00"), .empty],
            ], locked: [0x1048, 0x1808, 0x180A, 0x18C8, 0x18CA])
    }

    private static func money(_ number: UInt8) throws -> FakeFeliCa.System {
        FakeFeliCa.System(
            code: 0xFE00, idm: idm(number),
            services: [
                0x1317: [try Block(hex: "E8030000000000000000000000000000")],
                0x5597: [try Block(hex: "D0070000000000000000000000000000")],
                0x1A8B: [try Block(hex: "4E616D65206F6620736F6D65626F6479")],
            ])
    }

    private func readAll(_ card: FakeFeliCa) throws -> TransitCardReading {
        try TransitReader().readAll(from: FeliCaSession(over: card))
    }

    @Test func `every system is found, each with its own IDm, the transit system first`() throws {
        let own = FakeFeliCa.System(code: 0x86A7, idm: Self.idm(2), services: [0x004B: [.empty]])
        let reading = try readAll(FakeFeliCa([try Self.money(0), try Self.transit(1), own]))
        #expect(reading.listsSystems && reading.isComplete && reading.silentSystems.isEmpty)
        #expect(reading.systems.map(\.layout.identifier) == ["suica", "edy", "nanaco", "suicaOwn"])
        #expect(reading.systems.map(\.card.idm.systemNumber) == [1, 0, 0, 2])
        #expect(reading.systems.allSatisfy { $0.card.idm.isSameCard(as: reading.systems[0].card.idm) })
        #expect(reading.systems[0].brand == .suica)
    }

    @Test func `two transit systems of a regional card are both read`() throws {
        var region = try Self.transit(1)
        region.code = 0x80DE
        let reading = try readAll(FakeFeliCa([try Self.transit(0), region]))
        #expect(reading.systems.map(\.layout.identifier) == ["suica", "iruca"])
        #expect(reading.systems.allSatisfy { !$0.blocks[0x090F].isEmpty })
    }

    @Test func `money is told apart by one command, not by trying`() throws {
        let card = FakeFeliCa([try Self.transit(0), try Self.money(1)])
        _ = try readAll(card)
        // Polling, reads and brand of 0003, its systems, then polling, services and two kinds of the common area.
        #expect(card.codes.filter { $0 == 0x0C }.count == 1)
        #expect(card.codes.filter { $0 == 0x00 }.count == 2 && card.codes.filter { $0 == 0x02 }.count == 2)
        #expect(card.servicesRead.isDisjoint(with: [0x6817, 0x50D7]), "what is not there is not asked for")
    }

    @Test func `a chip that lists no systems is asked for the common area once`() throws {
        let card = FakeFeliCa([try Self.transit(0), try Self.money(1)])
        card.tellsStructure = false
        let reading = try readAll(card)
        #expect(!reading.listsSystems && reading.systems.map(\.layout.identifier) == ["suica", "edy", "nanaco"])
        let alone = FakeFeliCa([try Self.transit(0)])
        alone.tellsStructure = false
        #expect(try readAll(alone).systems.map(\.layout.identifier) == ["suica"])
        #expect(alone.codes.filter { $0 == 0x00 }.count == 2, "silence is an answer there")
    }

    @Test func `a transit system that was missed at first is found by the list`() throws {
        let card = Announcing([try Self.money(0), try Self.transit(1)], silent: 0x0003, times: 3)
        let reading = try TransitReader().readAll(from: FeliCaSession(over: card))
        #expect(
            reading.systems.map(\.layout.identifier) == ["suica", "edy", "nanaco"] && reading.silentSystems.isEmpty)
    }

    @Test func `a system that is listed and silent is said, and spoils nothing`() throws {
        var hidden = try Self.money(1)
        hidden.code = 0x0400
        let card = Announcing([try Self.transit(0), hidden], silent: 0x0400)
        let reading = try TransitReader().readAll(from: FeliCaSession(over: card))
        #expect(reading.silentSystems == [0x0400] && reading.isComplete && reading.systems.count == 1)
    }

    @Test func `a card that goes away between its systems leaves those that were read, marked incomplete`() throws {
        let whole = FakeFeliCa([try Self.transit(0), try Self.money(1)])
        let count = try readAll(whole).commands
        for lifetime in 1..<count {
            let card = FakeFeliCa([try Self.transit(0), try Self.money(1)])
            card.lifetime = lifetime
            let reading = try readAll(card)
            #expect(!reading.isComplete && reading.interruption?.code == .cardRemoved, "\(lifetime)")
            #expect(reading.systems.first?.layout.identifier == "suica")
        }
    }

    @Test func `open services of a card that nobody describes are read as they are`() throws {
        let block = try Block(hex: "000102030405060708090A0B0C0D0E0F")
        let card = FakeFeliCa([
            FakeFeliCa.System(code: 0x8157, idm: Self.idm(0), services: [0x200F: [block, block]], locked: [0x2008])
        ])
        let reading = try readAll(card)
        #expect(reading.systems[0].layout.identifier == "cica" && reading.systems[0].blocks[0x200F] == [block, block])
        #expect(card.servicesRead == [0x200F])
    }

    @Test(arguments: [0x8760, 0xFE00] as [UInt16])
    func `where names of people lie nothing is read that is not known to be money`(code: UInt16) throws {
        let card = FakeFeliCa([
            FakeFeliCa.System(
                code: code, idm: Self.idm(0), services: [0x1A8B: [try Block(hex: "4E616D65206F6620736F6D65626F6479")]])
        ])
        let reading = try readAll(card)
        #expect(reading.systems[0].blocks.isEmpty && card.servicesRead.isDisjoint(with: [0x1A8B]))
    }

    @Test func `no key, no name and no write: only pollings, reads of open services and questions about structure`()
        throws
    {
        let card = FakeFeliCa([try Self.transit(0), try Self.money(1)])
        _ = try readAll(card)
        #expect(Set(card.codes).isSubset(of: [0x00, 0x02, 0x06, 0x0A, 0x0C]))
        #expect(card.servicesRead.allSatisfy { ServiceCode($0).isReadableWithoutKey })
        #expect(card.servicesRead.isDisjoint(with: [0x0048, 0x004A, 0x110B, 0x558B, 0x684F, 0x1A8B]))
    }

    // MARK: - Other cards

    private func money(_ identifier: String, _ blocks: [ServiceCode: [Int: String]]) throws -> MoneyCard {
        let layout = try #require(TransitLayout.all.first { $0.identifier == identifier })
        var card = CardBlocks()
        for (service, numbered) in blocks {
            for (number, hex) in numbered { card[service, number] = try Block(hex: hex) }
        }
        guard case .money(let money) = layout.contents(of: card, earlier: []) else {
            throw ParseError(.invalidLength, in: "test")
        }
        return money
    }

    @Test func `a WAON has three events, newest first, payments and charges in fields of their own (synthetic)`() throws
    {
        // 2024-02-29 23:59, balance 20,000, payment 131,072; 2025-12-31 08:05, balance 49,999, charge 50,000.
        let payment = String(19 << 20 | 2 << 16 | 29 << 11 | 23 << 6 | 59, radix: 2)
        let charge = String(20 << 20 | 12 << 16 | 31 << 11 | 8 << 6 | 5, radix: 2)
        func hex(_ type: String, _ moment: String, _ fields: [(Int, Int)]) -> String {
            var bits = String(repeating: "0", count: 25 - moment.count) + moment
            for (value, width) in fields {
                let digits = String(value, radix: 2)
                bits += String(repeating: "0", count: width - digits.count) + digits
            }
            bits += String(repeating: "0", count: 112 - bits.count)
            var text = "00" + type
            var rest = bits[...]
            while !rest.isEmpty {
                text += String(Int(rest.prefix(4), radix: 2) ?? 0, radix: 16, uppercase: true)
                rest = rest.dropFirst(4)
            }
            return text
        }
        let card = try money(
            "waon",
            [
                0x6817: [0: "4FC30000000000000000000000000000"], 0x684B: [0: "00007B00000000000000000000000000"],
                0x680B: [
                    1: hex("04", payment, [(20_000, 18), (131_072, 18), (0, 17)]),
                    3: hex("1C", charge, [(49_999, 18), (0, 18), (50_000, 17)]),
                    5: "00000000000000000000000000000000",
                ],
            ])
        #expect(card.balances.map(\.amount) == [49_999, 123] && card.gap != nil)
        #expect(card.transactions.map(\.kind?.english) == ["auto-charge", "payment"])
        #expect(card.transactions.map(\.amount) == [50_000, 131_072])
        #expect(card.transactions.map(\.balance) == [49_999, 20_000])
        #expect(card.transactions.map(\.date?.description) == ["2025-12-31", "2024-02-29"])
        #expect(card.transactions.map(\.time?.description) == ["08:05", "23:59"])
    }

    @Test func `a co-op card has decimal dates and amounts, and the member's number is not read (synthetic)`() throws {
        let card = try money(
            "coop",
            [
                0x50D7: [0: "E8030000000000000000000000000000"], 0x50CB: [2: "000000FF000000000000000000000000"],
                0x50CF: [0: "20200229123456050003000010000000", 1: "2020022912345A050003000010000000"],
            ])
        #expect(card.balances.map(\.amount) == [1000, 255] && card.balances.last?.unit == "points/10")
        let event = try #require(card.transactions.first)
        #expect(event.amount == 300 && event.balance == 1000 && event.kind?.english == "payment")
        #expect(event.date?.description == "2020-02-29" && event.time?.description == "12:34:56")
        #expect(card.transactions.last?.time == nil, "no decimal digit")
        let layout = TransitLayout.all.first { $0.identifier == "coop" }
        #expect(layout?.services.contains { $0.service == 0x50CB && $0.blocks.contains(0) } == false)
    }

    @Test func `a RapiCa has days without a year, which nobody makes up (synthetic)`() throws {
        let card = try money(
            "rapica",
            [
                0x004B: [1: "0000000003E800640032000000010203"],
                // 1231 and 2359 in 12 bits each; then 0229 and a time that there is not.
                0x008F: [0: "4CF93701000102030405060741000384", 1: "0E5FFF01000102030405060730000384"],
                0x00CF: [0: "1A041001F40032000000000000000101"],
            ])
        #expect(card.balances.map(\.amount) == [1000, 100, 50])
        #expect(card.transactions.map(\.date?.description) == [nil, nil, "2026-04-16"])
        #expect(card.transactions.map(\.dayWithoutYear) == ["--12-31", "--02-29", nil])
        #expect(card.transactions.map(\.time?.description) == ["23:59", nil, nil])
        #expect(card.transactions.map(\.kind?.english) == ["alighting", "boarding", "charge"])
        #expect(card.transactions.last?.amount == 500 && card.gap != nil)
    }

    @Test func `a NicePass has signed amounts in tens of yen (synthetic)`() throws {
        let card = try money(
            "nicepass",
            [
                0x030F: [0: "285D3C00010000100002210FEC03E800", 1: "285D3C00010000100002110064000000"]
            ])
        #expect(card.transactions.map(\.amount) == [200, 1000])
        #expect(card.transactions.map(\.kind?.english) == ["payment", "charge"])
        #expect(card.transactions.first?.date?.description == "2020-02-29")
    }

    @Test func `events of money that two reads share are there once, newest first`() throws {
        let layout = try #require(TransitLayout.all.first { $0.identifier == "edy" })
        func block(_ serial: Int) throws -> Block {
            let packed = String((7364 + serial) << 17 | 100, radix: 16, uppercase: true)
            let time = String(repeating: "0", count: 8 - packed.count) + packed
            return try Block(hex: "2000000\(serial)" + time + "0000012C000003E8")
        }
        var old = CardBlocks()
        var new = CardBlocks()
        for (number, serial) in [3, 2, 1].enumerated() { old[0x170F, number] = try block(serial) }
        for (number, serial) in [5, 4, 3].enumerated() { new[0x170F, number] = try block(serial) }
        guard case .money(let card) = layout.contents(of: new, earlier: [old]) else {
            return #expect(Bool(false), "no money")
        }
        #expect(card.transactions.map(\.serial) == [5, 4, 3, 2, 1])
    }
}

/// A card that lists a system and does not answer when it is polled for.
private final class Announcing: FrameChannel {
    private let base: FakeFeliCa
    private let silent: UInt16
    private var times: Int

    init(_ systems: [FakeFeliCa.System], silent: UInt16, times: Int = .max) {
        base = FakeFeliCa(systems)
        self.silent = silent
        self.times = times
    }

    var dialect: ReaderDialect { base.dialect }
    var technology: RadioTechnology { base.technology }
    var limits: FrameLimits { base.limits }
    var choosesSystems: Bool { true }

    func restart() throws(CardError) {}
    func close() {}

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        if frame[1] == 0, UInt16(frame[2]) << 8 | UInt16(frame[3]) == silent, times > 0 {
            times -= 1
            return .silence
        }
        return try base.exchange(frame, timeout: timeout)
    }
}
