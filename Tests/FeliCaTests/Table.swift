import ChipSimulation
import FeliCa
import Frames
import ISO7816
import InlaySeams
import Testing
import TransitCardSimulator

/// A simulated card on a simulated reader, and a way to read it.
struct Table {
    let chip: FeliCaChip
    let reader: SimulatedReader
    let link: any CardLink
    let name: String

    init(
        _ card: String = "suica", on model: SimulatedReaderModel = .acr1252u, settings: String = "",
        faults: [Int: Fault] = [:]
    ) throws {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == card })
        var applied = entry.settings
        try applied.apply(settings)
        chip = entry.chip(applied)
        reader = SimulatedReader(model, chip: chip)
        link = FaultyLink(SimulatedLink(reader, limits: .short), faults: faults)
        name = model.rawValue
    }

    /// Runs `body` with a conversation over this reader.
    func session<Result>(
        _ body: (FeliCaSession) throws(CardError) -> Result
    ) throws(CardError) -> Result {
        let opening = FrameOpening(reader: name, memory: nil, time: .fixed(Moment(secondsSince1970: 0)))
        return try opening.withChannel(link) { channel throws(CardError) in
            try body(FeliCaSession(over: channel))
        }
    }

    /// History, gate log, attribute: what a reader of transit cards wants at least.
    static let usual: [BlockRequest] = [
        BlockRequest(0x090F, count: 20), BlockRequest(0x108F, count: 3), BlockRequest(0x008B, count: 1),
    ]
    /// The same with the entry into the section.
    static let withEntry = usual + [BlockRequest(0x10CB, count: 2)]

    /// What the chip holds of a service in the system that is read.
    func truth(_ service: UInt16, system: UInt16 = 0x0003) -> [Block] {
        chip.systems.first { $0.code == system }?.services.first { $0.code == service }?.blocks.compactMap { Block($0) }
            ?? []
    }

    /// True when `reading` holds what the chip holds, and nothing else.
    func agrees(_ reading: FeliCaReading, system: UInt16 = 0x0003) -> Bool {
        reading.services.allSatisfy { service in
            let truth = truth(service.service.rawValue, system: system)
            return Array(truth.dropFirst(service.request.blocks.lowerBound).prefix(service.blocks.count))
                == service.blocks
        }
    }
}
