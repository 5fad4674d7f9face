import ChipSimulation
import FeliCa
import ISO7816
import Testing

/// How reading adapts to what a card refuses.
@Suite struct ReadRunTests {
    private func read(
        _ wanted: [BlockRequest], settings: String = "", on model: SimulatedReaderModel = .acr1252u
    ) throws -> (Table, FeliCaReading) {
        let table = try Table(on: model, settings: settings)
        let reading = try table.session { session throws(CardError) in
            _ = try session.poll(.transit)
            return session.read(wanted)
        }
        return (table, reading)
    }

    @Test(arguments: [1, 2, 3, 5, 12, 19, 20], [1, 4, 12, 15])
    func `the end of a service is found wherever it is, and is no failure`(first: Int, limit: Int) throws {
        let (table, reading) = try read(
            [BlockRequest(0x090F, first: first, count: 40), BlockRequest(0x108F, count: 40)],
            settings: "blocks=\(limit)")
        #expect(reading.isComplete && table.agrees(reading))
        #expect(reading.services.map(\.blocks.count) == [20 - first, 3])
        #expect(reading.services.allSatisfy { $0.end == .endOfService })
    }

    @Test func `a service that is not there, and one that wants a key, do not spoil the others`() throws {
        let (table, reading) = try read([
            BlockRequest(0x090F, count: 20), BlockRequest(0x0A0B, count: 2), BlockRequest(0x0048, count: 1),
            BlockRequest(0x008B, count: 1), BlockRequest(0x108F, count: 3),
        ])
        #expect(reading.isComplete && table.agrees(reading))
        #expect(reading[0x0A0B]?.end == .refused(StatusFlags(1, 0xA6)))
        #expect(reading[0x0048]?.end == .refused(StatusFlags(1, 0xA5)))
        #expect(reading[0x0A0B]?.blocks.isEmpty == true)
        #expect([0x090F, 0x008B, 0x108F].allSatisfy { reading[$0]?.end == .asRequested })
    }

    @Test(arguments: ["services=1", "services=2", "flags=bit", "blocks=4&services=1", "blocks=1"])
    func `fewer services at a time, and flags in the other encoding, change nothing that is read`(
        settings: String
    ) throws {
        let (table, reading) = try read(Table.withEntry + [BlockRequest(0x0A0B, count: 1)], settings: settings)
        #expect(reading.isComplete && table.agrees(reading))
        #expect(reading.services.map(\.blocks.count) == [20, 3, 1, 2, 0])
    }

    @Test func `nothing wanted is nothing sent, and nothing missing`() throws {
        let (_, reading) = try read([BlockRequest(0x090F, count: 0)])
        #expect(reading.commands == 0)
        #expect(reading.isComplete)
        #expect(reading.services.first?.end == .asRequested)
    }

    @Test func `one service may be asked for twice`() throws {
        let (table, reading) = try read([BlockRequest(0x090F, first: 10, count: 5), BlockRequest(0x090F, count: 5)])
        #expect(reading.isComplete && table.agrees(reading))
        #expect(reading.services.map(\.blocks.count) == [5, 5])
    }

    @Test func `block numbers above 255 are written with two octets`() {
        #expect(BlockListElement(service: 1, block: 255)?.bytes == [0x81, 0xFF])
        #expect(BlockListElement(service: 1, block: 256)?.bytes == [0x01, 0x00, 0x01])
        #expect(BlockListElement(service: 15, block: 65_535)?.bytes == [0x0F, 0xFF, 0xFF])
        #expect(BlockListElement(service: 16, block: 0) == nil)
        #expect(BlockListElement(service: 0, block: 65_536) == nil)
    }
}
