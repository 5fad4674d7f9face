import ChipSimulation
import Frames
import ISO7816
import InlaySeams
import Octets
import ReaderKnowledge
import Testing
import TransitCardSimulator

/// A simulated card on a simulated reader, with everything that passed counted.
struct Stand {
    let chip: FeliCaChip
    let reader: SimulatedReader
    let link: SimulatedLink

    init(_ name: String = "suica", on model: SimulatedReaderModel, settings: String = "") throws {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == name })
        var applied = entry.settings
        try applied.apply(settings)
        chip = entry.chip(applied)
        reader = SimulatedReader(model, chip: chip)
        link = SimulatedLink(reader, limits: .short)
    }

    /// An opening that knows nothing of the reader but `name`, and does not wait.
    static func opening(_ name: String = "Reader", memory: DialectMemory? = nil) -> FrameOpening {
        FrameOpening(
            reader: name, memory: memory, time: .fixed(Moment(secondsSince1970: 0)))
    }

    /// A channel whose reader tells nothing but what `conversation` says.
    static func scripted(_ conversation: [(String, String)]) throws -> ScriptedLink {
        try ScriptedLink(conversation, limits: .short)
    }
}
