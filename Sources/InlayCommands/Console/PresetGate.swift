import CardIdentification
import CommandPresets
import ISO7816

/// Whether a preset may run on the card that lies there, and who has to agree (Docs/cli.md).
struct PresetGate {
    let catalog: CommandPresetCatalog
    let identity: CardIdentity
    let reader: String

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

    /// Throws unless the card is one that the preset is for, and the user agreed where something is written.
    func admit(_ preset: CommandPreset, _ arguments: Arguments, _ house: House) throws(Failure) {
        let chain = catalog.preparation(of: preset) + [preset]
        for one in chain { try PresetsRunCommand.check(one, identity, reader, catalog, overriding: nil) }
        guard let worst = chain.max(by: { $0.effect < $1.effect }), worst.effect.needsConsent else { return }
        try Consent.require(
            "\(worst.name) \(CardView.name(identity))",
            because: "\(worst.name) \(worst.effect == .irreversible ? "cannot be taken back" : "writes to the card")",
            likely: "\(worst.title), on \(CardView.sentence(identity))", arguments, house)
    }
}
