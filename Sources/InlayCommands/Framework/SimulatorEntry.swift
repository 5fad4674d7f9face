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
        /// The reader fails at commands in extended form, whatever `limits` say.
        var failsAtExtendedLength = false
        /// The command that reads such a card.
        var reading = "inlay passport read"
        /// How long it takes to answer; nil when no time passes.
        var timing: ContactlessTiming?
        /// Lines of the MRZ printed on it.
        var printedMRZ: [String]?
        /// The CSCA certificate of the state that issued it, DER.
        var countryCertificate: [UInt8]?
    }

    let name: String
    let summary: String
    /// Where such a card was met in the field; nil for the usual ones.
    var seen: String?
    let settings: [Setting]
    /// Builds it from what stands behind the `?`; empty for the usual one.
    let make: @Sendable (_ settings: String, RandomSource) throws(Failure) -> Card

    /// As `--reader` takes it.
    var readerName: String { "sim:\(name)" }
}

extension SimulatorEntry {
    /// Name and settings in `sim:NAME?settings`; nil when `text` names no simulator.
    static func named(_ text: String) -> (name: String, settings: String)? {
        guard text.hasPrefix("sim:") else { return nil }
        let parts = text.dropFirst(4).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The simulator with `settings`, linked to without PC/SC.
    func connection(_ settings: String, random: RandomSource) throws(Failure) -> CardConnection {
        let card = try make(settings, random)
        let reader = settings.isEmpty ? readerName : "\(readerName)?\(settings)"
        let simulated = SimulatedLink(
            card.chip, limits: card.limits, failsAtExtendedLength: card.failsAtExtendedLength)
        let timed = card.timing.map { TimedLink(simulated, $0, chip: card.chip) }
        var connection = CardConnection(
            link: timed ?? simulated, reader: reader, source: .simulated, printedMRZ: card.printedMRZ)
        if let timed { connection.clock = { timed.time(over: $0) } }
        return connection
    }
}
