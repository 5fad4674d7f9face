import FeliCa
import ISO7816
import Octets
import Testing
import Transit

@Suite struct TransitReaderTests {
    private static let idm: [UInt8] = [0x01, 0x01, 0x02, 0x14, 0xFB, 0x0B, 0x39, 0x06]

    /// A card with 20 records, three gates, an entry; its locked services say PASMO.
    private static func system(_ code: UInt16 = 0x0003) throws -> FakeFeliCa.System {
        let record = try Block(hex: "1601000216CD8205030DCA0300000F00")
        let services: [UInt16: [Block]] = [
            0x008B: [try Block(hex: "00000000000000002000000A000001E3")],
            0x090F: Array(repeating: record, count: 1) + Array(repeating: .empty, count: 19),
            0x108F: [try Block(hex: "A0008205100716CD1637000000000000"), .empty, .empty],
            0x10CB: [try Block(hex: "8205250200000000A000000000000000"), .empty],
            0x184B: Array(repeating: .empty, count: 36),
        ]
        return FakeFeliCa.System(
            code: code, idm: idm, services: services, locked: [0x1CC8, 0x1CCA, 0x1D08, 0x1D0A, 0x1048])
    }

    private func read(_ card: FakeFeliCa, _ change: (inout TransitReader) -> Void = { _ in }) throws -> TransitReading {
        var reader = TransitReader()
        change(&reader)
        return try reader.read(from: FeliCaSession(over: card))
    }

    @Test func `history, gate log, attributes and entry take a polling and three reads, the brand one command more`()
        throws
    {
        let card = FakeFeliCa([try Self.system()])
        let reading = try read(card) { $0.identifiesBrand = false }
        #expect(card.codes == [0x00, 0x06, 0x06, 0x06])
        #expect(reading.commands == 4 && reading.isComplete && reading.brand == nil)
        let branded = FakeFeliCa([try Self.system()])
        #expect(try read(branded).brand == .pasmo)
        #expect(branded.codes == [0x00, 0x06, 0x06, 0x06, 0x02])
    }

    @Test func `what was read is what is on the card`() throws {
        let reading = try read(FakeFeliCa([try Self.system()])) { $0.readsTickets = true }
        #expect(reading.layout.identifier == "suica" && reading.blocks[0x184B].count == 36)
        let card = SuicaCard(reading.blocks)
        #expect(card.balance == 10 && card.history.entries.count == 1 && card.gates.count == 1)
        #expect(card.entry?.junctions == [0x2502])
        #expect(card.history.findings.contains { if case .openEntry = $0 { true } else { false } })
    }

    @Test(arguments: [1, 4, 8, 12, 15])
    func `a chip that takes fewer blocks at a time gives the same card`(limit: Int) throws {
        let card = FakeFeliCa([try Self.system()])
        card.blockLimit = limit
        let reading = try read(card)
        #expect(reading.isComplete)
        #expect(reading.blocks == (try read(FakeFeliCa([try Self.system()])).blocks))
    }

    @Test func `a phone that answers a general polling with another system is asked for 0003`() throws {
        var transit = try Self.system()
        transit.isShy = true
        transit.idm[0] = 0x11
        let other = FakeFeliCa.System(code: 0xFE00, idm: Self.idm)
        let reading = try read(FakeFeliCa([other, transit]))
        #expect(reading.card.idm.bytes == transit.idm && reading.blocks[0x090F].count == 20)
    }

    @Test func `a service that wants a key is told apart from an empty one`() throws {
        var system = try Self.system()
        system.services[0x090F] = nil
        system.locked.insert(0x090F)
        let reading = try read(FakeFeliCa([system]))
        let history = try #require(reading.services.first { $0.service == 0x090F })
        guard case .refused(let flags) = history.end else { return #expect(Bool(false), "\(history.end)") }
        #expect(flags.flag2 == 0xA5 && history.blocks.isEmpty)
        #expect(!reading.blocks[0x108F].isEmpty, "the others are read all the same")
    }

    @Test func `other systems are found by what the card lists`() throws {
        let money = FakeFeliCa.System(
            code: 0xFE00, idm: Self.idm, services: [0x5597: [try Block(hex: "E8030000000000000000000000000000")]])
        let own = FakeFeliCa.System(code: 0x04C7, idm: [0x11] + Self.idm.dropFirst())
        let reading = try read(FakeFeliCa([own, money]))
        #expect(reading.layout.identifier == "nanaco")
        guard case .money(let card) = reading.layout.interpret(reading.blocks, []) else {
            return #expect(Bool(false), "no money")
        }
        #expect(card.balances.first?.amount == 1000)
    }

    @Test func `a card of an unknown system is named by it`() throws {
        let reading = try read(FakeFeliCa([FakeFeliCa.System(code: 0x1234, idm: Self.idm)]))
        #expect(reading.layout.identifier == "unknown" && reading.card.system == 0x1234)
        #expect(reading.blocks.isEmpty && reading.interruption == nil)
    }

    @Test func `no card is an error, not an empty reading`() throws {
        do throws(CardError) {
            _ = try TransitReader().read(from: FeliCaSession(over: FakeFeliCa([])))
            Issue.record("nothing was read, and nothing thrown")
        } catch {
            #expect(error.code == .noCard)
        }
    }

    @Test func `a card that goes away at any exchange leaves what was read, marked incomplete`() throws {
        for lifetime in 1...3 {
            let card = FakeFeliCa([try Self.system()])
            card.lifetime = lifetime
            let reading = try read(card)
            #expect(!reading.isComplete && reading.interruption?.code == .cardRemoved, "\(lifetime)")
            #expect(lifetime == 1 || !reading.blocks.isEmpty)
        }
        // Only who issued it is missing then, and that is no part of the card.
        let last = FakeFeliCa([try Self.system()])
        last.lifetime = 4
        let complete = try read(last)
        #expect(complete.isComplete && complete.brand == nil)
        let card = FakeFeliCa([try Self.system()])
        card.lifetime = 0
        #expect(throws: CardError.self) { try TransitReader().read(from: FeliCaSession(over: card)) }
    }

    // MARK: - Brands and other cards

    @Test(arguments: CardBrand.allCases)
    func `a brand is known by its locked services, and only when it is the only one`(brand: CardBrand) {
        #expect(CardBrand(services: Set(brand.services)) == brand)
        #expect(CardBrand(services: Set(brand.services.dropLast())) == nil)
        #expect(CardBrand(services: Set(CardBrand.telltales)) == nil)
        #expect(CardBrand.telltales.count <= FeliCaSession.nodeLimit)
    }

    private func money(_ system: SystemCode, _ blocks: [ServiceCode: [String]]) throws -> MoneyCard {
        var card = CardBlocks()
        for (service, list) in blocks {
            for (number, hex) in list.enumerated() { card[service, number] = try Block(hex: hex) }
        }
        let layout = try #require(TransitLayout.fitting(card, in: system).first)
        guard case .money(let money) = layout.interpret(card, []) else { throw ParseError(.invalidLength, in: "test") }
        return money
    }

    @Test func `an Edy has a balance and its payments (synthetic)`() throws {
        // 2020-02-29 12:34:56: 7,364 days and 45,296 seconds after 2000-01-01.
        let packed = String(7364 << 17 | 45_296, radix: 16, uppercase: true)
        let record = "20000005" + String(repeating: "0", count: 8 - packed.count) + packed + "0000012C000003E8"
        let card = try money(.commonArea, [0x1317: ["E8030000000000000000000000000000"], 0x170F: [record]])
        #expect(card.balances.map(\.amount) == [1000])
        let event = try #require(card.transactions.first)
        #expect(event.kind?.english == "payment" && event.amount == 300 && event.balance == 1000 && event.serial == 5)
        #expect(event.date?.description == "2020-02-29" && event.time?.description == "12:34:56")
    }

    @Test func `a nanaco has points and its payments (synthetic)`() throws {
        let time = 20 << 21 | 2 << 17 | 29 << 12 | 12 << 6 | 34
        let packed = String(time, radix: 16, uppercase: true)
        let record = "470000012C000003E8" + String(repeating: "0", count: 8 - packed.count) + packed + "000700"
        let card = try money(
            .commonArea,
            [
                0x5597: ["E8030000000000000000000000000000"], 0x560B: ["00007B00000000000000000000000000"],
                0x564F: [record],
            ])
        #expect(card.balances.map(\.amount) == [1000, 123])
        let event = try #require(card.transactions.first)
        #expect(event.amount == 300 && event.balance == 1000 && event.serial == 7)
        #expect(event.date?.description == "2020-02-29" && event.time?.description == "12:34")
    }

    @Test(arguments: [
        ("00000164000000000000000000000021", -144, 6), ("00000152000000000000000000000021", -162, -12),
    ])
    func `an Octopus is shown with both offsets`(hex: String, since2017: Int, before: Int) throws {
        let card = try money(0x8008, [0x0117: [hex]])
        #expect(card.balances.map(\.amount) == [since2017, before])
        #expect(card.disagreements.map(\.point) == [.octopusOffset])
    }

    @Test func `an OKICA has records of the Suica family in services of its own (synthetic)`() throws {
        var blocks = CardBlocks()
        blocks[0x028F, 0] = try Block(hex: "1601000234E4A578AC38E203000129A0")
        let layout = try #require(TransitLayout.fitting(blocks, in: 0x8FC1).first)
        guard case .suica(let card) = layout.interpret(blocks, []) else { return #expect(Bool(false), "no records") }
        #expect(layout.identifier == "okica" && card.history.entries.count == 1)
    }

    @Test func `every layout has a name, and those of a system are told apart by their services`() {
        for layout in TransitLayout.all {
            #expect(!layout.name.english.isEmpty && !layout.name.japanese.isEmpty)
            let others = TransitLayout.all(in: layout.system).filter { $0.identifier != layout.identifier }
            for other in others { #expect(Set(other.services).isDisjoint(with: layout.services)) }
        }
        #expect(Set(TransitLayout.all.map(\.identifier)).count == TransitLayout.all.count)
    }
}
