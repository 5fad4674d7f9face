import ChipSimulation
import ISO7816
import InlaySeams

/// A simulator that can be used as a reader: `sim:NAME?settings`.
struct SimulatorEntry: Sendable {
    /// A setting and what it does.
    struct Setting: Hashable, Sendable {
        let key: String
        let values: String
        let summary: String
    }

    /// A simulator with its settings applied.
    struct Card {
        let chip: any ChipSimulator
        var limits = LinkLimits.extended
        /// Lines of the MRZ printed on it.
        var printedMRZ: [String]?
    }

    let name: String
    let summary: String
    let settings: [Setting]
    /// Builds it from what stands behind the `?`; empty for the usual one.
    let make: @Sendable (_ settings: String, RandomSource) throws(Failure) -> Card

    /// As `--reader` takes it.
    var readerName: String { "sim:\(name)" }
}

extension SimulatorEntry {
    /// The simulator with `settings`, linked to without PC/SC.
    func connection(_ settings: String, random: RandomSource) throws(Failure) -> CardConnection {
        let card = try make(settings, random)
        let reader = settings.isEmpty ? readerName : "\(readerName)?\(settings)"
        return CardConnection(
            link: SimulatedLink(card.chip, limits: card.limits), reader: reader, source: .simulated,
            printedMRZ: card.printedMRZ)
    }
}
