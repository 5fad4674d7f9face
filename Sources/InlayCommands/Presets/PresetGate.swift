import CardIdentification
import CommandPresets
import ISO7816

/// Whether presets may be sent to the card that lies there, and who has to agree (Docs/cli.md): the one gate of
/// `presets run`, the console and scripts.
struct PresetGate {
    static let anyway = CommandOption.flag(
        "anyway", "send presets to a card of another family too; never what is irreversible")

    let catalogue: CommandPresetCatalog
    let identity: CardIdentity
    /// Name of the reader.
    let reader: String
    let arguments: Arguments
    let house: House
    /// True where the user types line by line, and options stand in the command that began it.
    var isConsole = false

    /// What has to run for `preset`, itself last, and what somebody wants to run first of all.
    static func chain(
        _ preset: CommandPreset, after names: [String] = [], _ catalogue: CommandPresetCatalog
    ) throws(Failure) -> [CommandPreset] {
        var chain: [CommandPreset] = []
        for name in names {
            let first = try PresetSelection.preset(name, catalogue)
            chain += catalogue.preparation(of: first) + [first]
        }
        return chain + catalogue.preparation(of: preset) + [preset]
    }

    /// Throws what needs no value to be known: that the card is of another kind, or that nobody can agree to a write.
    /// Nobody is asked for a value, and none is looked at, for what is not sent anyway.
    func look(_ chain: [CommandPreset]) throws(Failure) {
        // The preset that was typed is last, and told first.
        guard let typed = chain.last else { return }
        for preset in [typed] + chain.dropLast() { try check(preset, of: chain) }
        guard let worst = Self.worst(chain), !Consent.isPossible(act(worst), arguments, house) else { return }
        throw Consent.missing(act(worst), because: reason(worst), likely: likely(worst))
    }

    /// Throws unless the card is one that all of them are for, and the user agreed where something is written.
    func admit(_ chain: [CommandPreset]) throws(Failure) {
        try look(chain)
        guard let worst = Self.worst(chain) else { return }
        try Consent.require(act(worst), because: reason(worst), likely: likely(worst), arguments, house)
    }

    /// The one that does most, where that needs consent.
    private static func worst(_ chain: [CommandPreset]) -> CommandPreset? {
        // The preset that was typed gives its name, unless what runs before it does more.
        guard let worst = chain.reversed().max(by: { $0.effect < $1.effect }), worst.effect.needsConsent else {
            return nil
        }
        return chain.last.flatMap { $0.effect == worst.effect ? $0 : nil } ?? worst
    }

    private func act(_ preset: CommandPreset) -> String { "\(preset.name) \(CardView.name(identity))" }

    private func reason(_ preset: CommandPreset) -> String {
        "\(preset.name) \(preset.effect == .irreversible ? "cannot be taken back" : "writes to the card")"
    }

    private func likely(_ preset: CommandPreset) -> String { "\(preset.title), on \(CardView.sentence(identity))" }

    /// Refuses a card that is not of the preset's family, with what it is and what fits it. The refusal names the preset
    /// that was typed, which is the last of `chain`.
    private func check(_ preset: CommandPreset, of chain: [CommandPreset]) throws(Failure) {
        let fit = preset.fit(identity, reader: reader)
        guard fit != .fits else { return }
        let typed = chain.last ?? preset
        let isFinal = chain.contains { $0.effect == .irreversible }
        if arguments.has(Self.anyway), !isFinal { return }
        let fitting = catalogue.presets(fitting: identity, reader: reader).filter { !$0.families.contains(.reader) }
        let who = preset == typed ? "it" : "it runs \(preset.name) first, which"
        let other: String =
            switch fit {
            case .otherReader:
                "\(who) is for readers named \(preset.readers.joined(separator: ", ")), this one is \(reader)"
            case .otherChip:
                "\(who) is for exactly \(preset.chips.joined(separator: ", ")), "
                    + (identity.chip.map { "this is \($0)" } ?? "the chip of this card is not known")
            default: "\(who) is for \(preset.families.map(\.title).joined(separator: ", "))"
            }
        let names = sample(fitting, near: typed, CardView.shownFamilies(identity)).map(\.name)
        let fits =
            names.isEmpty
            ? "no preset fits this card"
            : "of \(fitting.count) that \(fitting.count == 1 ? "fits" : "fit"): \(names.joined(separator: ", ")); "
                + (isConsole ? "presets shows all" : "inlay presets list --fitting shows all")
        let override =
            isFinal
            ? "; it is irreversible, so nothing overrides this"
            : fit == .otherChip && !preset.steps.allSatisfy(\.template.pages.isEmpty)
                ? "; its pages are other memory on another chip"
                : "; --anyway \(isConsole ? "behind inlay console " : "")overrides this, where you know the card better"
        throw Failure(
            .wrongKind, kind: "wrong-family",
            "\(typed.name) was not sent: this card is \(CardView.sentence(identity)), and \(other)",
            likely: telling, remedy: fits + override)
    }

    /// The evidence that says most about the card.
    private var telling: String {
        let shown = Set(CardView.shownFamilies(identity))
        let best = identity.evidence.last { !shown.isDisjoint(with: $0.families) }
        return best.map { "\($0.probe): \($0.finding)" } ?? "nothing that was asked told what it is"
    }

    /// A few that fit: first those with a name like the wanted one, then those that read and are for what the card is.
    private func sample(
        _ presets: [CommandPreset], near wanted: CommandPreset, _ families: [CardFamily]
    ) -> [CommandPreset] {
        let word = wanted.name.drop { $0 != "." }
        let alike = presets.filter { $0.name.hasSuffix(word) }
        let reading = presets.filter { preset in
            preset.effect == .readsOnly && !alike.contains(preset) && preset.families.contains(where: families.contains)
        }
        return Array((alike + reading).prefix(5))
    }
}
