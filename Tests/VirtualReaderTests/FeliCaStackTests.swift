import ChipSimulation
import FeliCa
import Frames
import ISO7816
import InlaySeams
import PCSC
import Synchronization
import Testing
import Transit
import TransitCardSimulator

/// FeliCa cards on every kind of reader through the real pcscd. In the suite of the others, because there are two
/// readers only.
extension StackTests {
    private static let wanted = [
        BlockRequest(0x090F, count: 20), BlockRequest(0x108F, count: 3), BlockRequest(0x008B, count: 1),
        BlockRequest(0x10CB, count: 2),
    ]

    @Test(arguments: SimulatedReaderModel.allCases.filter { $0.passesFrames })
    func `a whole transit card is read through pcscd in every dialect`(model: SimulatedReaderModel) throws {
        let truth = try #require(Self.usualChip().systems.first)
        try Stack.withChip(on: 0, { SimulatedReader(model, chip: Self.usualChip()) }) { context, reader, _ in
            let link = try context.connect(to: reader)
            let opening = FrameOpening(reader: reader, memory: nil)
            let reading = try opening.withChannel(link) { channel throws(CardError) in
                let session = FeliCaSession(over: channel)
                _ = try session.poll(.transit)
                return session.read(Self.wanted)
            }
            #expect(reading.isComplete)
            for service in reading.services {
                let blocks = truth.services.first { $0.code == service.service.rawValue }?.blocks ?? []
                #expect(service.blocks.map(\.bytes) == blocks)
            }
            link.disconnect(.reset)
        }
    }

    @Test(arguments: [SimulatedReaderModel.rcs300, .acr122u])
    func `both systems of a card are read through pcscd, each with its own IDm`(model: SimulatedReaderModel) throws {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == "suica-edy" })
        try Stack.withChip(on: 0, { SimulatedReader(model, chip: entry.chip(entry.settings)) }) { context, reader, _ in
            let link = try context.connect(to: reader)
            let opening = FrameOpening(reader: reader, memory: nil)
            let reading = try opening.withChannel(link) { channel throws(CardError) in
                try TransitReader().readAll(from: FeliCaSession(over: channel))
            }
            #expect(reading.isComplete && reading.listsSystems)
            #expect(reading.systems.map(\.layout.identifier) == ["suica", "edy"])
            #expect(reading.systems.map(\.card.idm.systemNumber) == [1, 0])
            #expect(reading.systems[0].blocks[0x090F].count == 20 && reading.systems[1].blocks[0x170F].count == 6)
            link.disconnect(.reset)
        }
    }

    @Test func `a transparent session is ended after Ctrl-C, though nothing else is sent any more`() throws {
        try Stack.withChip(on: 0, { SimulatedReader(.rcs300, chip: Self.usualChip()) }) { context, reader, plugged in
            let link = try context.connect(to: reader)
            let isInterrupted = Atomic(false)
            link.interruption = Interruption { isInterrupted.load(ordering: .relaxed) }
            let error = #expect(throws: CardError.self) {
                try FrameOpening(reader: reader, memory: nil).withChannel(link) { channel throws(CardError) in
                    isInterrupted.store(true, ordering: .relaxed)
                    _ = try channel.exchange([0x06, 0x00, 0xFE, 0x00, 0x01, 0x00], timeout: .milliseconds(100))
                }
            }
            #expect(error?.code == .cancelled)
            let sent = plugged.events.compactMap { event in
                if case .exchanged(let command, _) = event { command } else { nil }
            }
            #expect(sent.last == [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00, 0x00])
            link.disconnect(.reset)
        }
    }

    private static func usualChip() -> FeliCaChip {
        let entry = TransitCardSimulator.entries.first { $0.name == "suica" }
        return FeliCaChip(
            idm: [1, 1, 0x0A, 0x10, 0xF0, 0xE1, 0xD2, 0xC3], systems: entry?.systems() ?? [])
    }
}
