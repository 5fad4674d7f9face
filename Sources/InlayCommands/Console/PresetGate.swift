import CardIdentification
import CommandPresets
import ISO7816
import Octets

/// Whether a preset may run on the card that lies there, and who has to agree (Docs/cli.md).
struct PresetGate {
    let catalog: CommandPresetCatalog
    let identity: CardIdentity
    let reader: String

    /// Throws unless the card is one that the preset is for; says what the card is, and which presets fit.
    func check(_ preset: CommandPreset) throws(Failure) {
        let wanted = preset.families.map(\.title).joined(separator: ", ")
        let reason: String
        switch preset.fit(identity, reader: reader) {
        case .fits: return
        case .otherFamily: reason = "\(preset.name) is for another kind of card: \(wanted)"
        case .otherChip: reason = "\(preset.name) is for exactly \(preset.chips.joined(separator: ", "))"
        case .otherReader: reason = "\(preset.name) is for readers named \(preset.readers.joined(separator: ", "))"
        }
        let fitting = catalog.presets(fitting: identity, reader: reader).map(\.name)
        let names =
            fitting.prefix(8).joined(separator: ", ") + (fitting.count > 8 ? " and \(fitting.count - 8) more" : "")
        throw Failure(
            .wrongKind, kind: "other-family", "\(reason); nothing of it was sent", likely: "the card is: \(card)",
            remedy: fitting.isEmpty ? "no preset fits this card" : "presets for this card: \(names)")
    }

    /// What the card is, in words.
    private var card: String {
        let families = CardFamily.allCases.filter { identity.families.contains($0) && $0 != .reader }
        let words = families.isEmpty ? "not identified" : families.map(\.title).joined(separator: ", ")
        return words + (identity.chip.map { " (\($0))" } ?? "")
    }

    /// The preset, and before it those that select its application, with values filled in. A secret that was not given is
    /// asked for on the terminal.
    func runs(_ preset: CommandPreset, _ values: [String: String], _ house: House) throws -> [PresetRun] {
        var values = values
        for parameter in preset.parameters where parameter.isSecret && values[parameter.name] == nil {
            values[parameter.name] = try house.input.askSecretly("\(parameter.name), \(parameter.words) (not shown): ")
        }
        do throws(PresetFailure) {
            var runs: [PresetRun] = []
            for before in catalog.preparation(of: preset) { runs.append(try PresetRun(before, identity: identity)) }
            return runs + [try PresetRun(preset, given: values, identity: identity)]
        } catch {
            let names = preset.parameters.map { "\($0.name)=VALUE" }.joined(separator: " ")
            throw Failure.usage(
                "wrong-value", "\(error); nothing was sent", remedy: "write preset \(preset.name) \(names)")
        }
    }

    /// Throws unless nothing is written, or the user agreed to it.
    func requireConsent(_ preset: CommandPreset, _ arguments: Arguments, _ house: House) throws(Failure) {
        guard preset.effect.needsConsent else { return }
        let name = Hex.string(identity.identifier ?? identity.answerToReset.bytes)
        let isFinal = preset.effect == .irreversible
        try Consent.require(
            "\(preset.name) \(name)",
            because: isFinal
                ? "this cannot be taken back: \(preset.title)" : "this writes to the card: \(preset.title)",
            likely: preset.note ?? "", arguments, house)
    }
}
