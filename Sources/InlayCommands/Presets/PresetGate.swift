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
    /// False once another card lies there than the one for which `--confirm` was given.
    var isFirstCard = true

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

    /// What is said before a preset shows a secret to the card.
    static let usesTry = "this can use up a try of a secret on the card"

    /// Throws what can be told before values are asked for and looked at: that the card is of another kind, or that nobody
    /// can agree to a write. `values` are those of the last, as far as they are given.
    func look(_ chain: [CommandPreset], _ values: [String: String]) throws(Failure) {
        // The preset that was typed is last, and told first.
        for index in [chain.indices.last].compactMap(\.self) + chain.indices.dropLast() {
            try check(chain[index], of: chain, values)
        }
        // Whether --confirm is right shows once all values are known.
        guard !arguments.has(Consent.option), !house.input.hasTerminal, let wanted = wanted(chain, values) else {
            return
        }
        throw Consent.missing(wanted.act, because: wanted.reason, likely: wanted.likely)
    }

    /// Throws unless the card is one that all of them are for, and the user agreed to each that writes something: all are
    /// named, and the gravest says what there is to lose. `values` are those of the last. True when that was needed.
    @discardableResult
    func admit(_ chain: [CommandPreset], _ values: [String: String]) throws(Failure) -> Bool {
        try look(chain, values)
        guard let wanted = wanted(chain, values) else { return false }
        // An answer to reset is that of many cards.
        if !isFirstCard, identity.identifier == nil, arguments.has(Consent.option) {
            throw .usage(
                "consent-missing", "\(wanted.reason) and needs your consent for this very card",
                likely: "the card was taken away, --confirm names no number, and was for the card before",
                remedy: "run it again for the card that lies there now; nothing of it was sent")
        }
        try Consent.require(
            wanted.act, because: wanted.reason, likely: wanted.likely, details: wanted.details, arguments, house)
        return true
    }

    /// What somebody has to agree to.
    private struct Wanted {
        let act: String
        let reason: String
        let likely: String
        let details: [String]
    }

    /// Nil where nothing is written.
    private func wanted(_ chain: [CommandPreset], _ values: [String: String]) -> Wanted? {
        let wanting = chain.enumerated().map { index, preset in
            (preset: preset, effect: effect(of: preset, index == chain.count - 1 ? values : [:]))
        }.filter(\.effect.needsConsent)
        guard !wanting.isEmpty else { return nil }
        let final = wanting.filter { $0.effect == .irreversible }.map(\.preset.name)
        let writing = wanting.filter { $0.effect != .irreversible }.map(\.preset.name)
        let reasons = [
            final.isEmpty ? nil : "\(final.joined(separator: " and ")) cannot be taken back",
            writing.isEmpty
                ? nil : "\(writing.joined(separator: " and ")) \(writing.count == 1 ? "writes" : "write") to the card",
        ].compactMap(\.self)
        let titles =
            wanting.count == 1
            ? wanting[0].preset.title
            : wanting.map { "\($0.preset.name): \($0.preset.title)" }.joined(separator: "; ")
        let details = chain.enumerated().filter { wanting.map(\.preset).contains($1) }
            .flatMap { self.details($1, $0 == chain.count - 1 ? values : [:]) }
        return Wanted(
            act: "\(wanting.map(\.preset.name).joined(separator: " + ")) \(CardView.name(identity))",
            reason: reasons.joined(separator: ", and "), likely: "\(titles), on \(CardView.sentence(identity))",
            details: details)
    }

    /// True when somebody has to agree to one of them.
    func needsConsent(_ chain: [CommandPreset], _ values: [String: String]) -> Bool { wanted(chain, values) != nil }

    private func effect(of preset: CommandPreset, _ values: [String: String]) -> Effect {
        preset.effect(on: identity, reader: reader, given: values)
    }

    /// What a preset writes, line by line: its values, and the commands as far as they are known before the first answer.
    private func details(_ preset: CommandPreset, _ values: [String: String]) -> [String] {
        guard var run = try? PresetRun(preset, given: values, identity: identity) else {
            return []
        }
        var lines = preset.parameters.map { parameter in
            let value = parameter.isSecret ? "(not shown)" : values[parameter.name] ?? parameter.usual ?? "of this card"
            return "\(parameter.name) = \(TerminalText.escaped(value))  \(parameter.words)"
        }
        // Silence is taken for every answer: nothing is known of them yet.
        while let command = try? run.nextCommand(), lines.count < Self.detailLimit {
            lines.append((command.way == .send ? "" : "\(command.way.rawValue) ") + command.shown)
            guard (try? run.take(.silence)) != nil else { break }
        }
        return lines
    }

    /// Most lines that a consent shows; no built-in preset has as many.
    private static let detailLimit = 24

    /// Refuses a card that is not of the preset's family, with what it is and what fits it. The refusal names the preset
    /// that was typed, which is the last of `chain`.
    private func check(
        _ preset: CommandPreset, of chain: [CommandPreset], _ values: [String: String]
    ) throws(Failure) {
        let fit = preset.fit(identity, reader: reader)
        guard fit != .fits else { return }
        let typed = chain.last ?? preset
        let isFinal = chain.contains { effect(of: $0, $0 == typed ? values : [:]) == .irreversible }
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
            chain.contains { $0.effect == .irreversible }
            ? "; it is irreversible, so nothing overrides this"
            : isFinal
                ? "; on this card its bytes can do what cannot be taken back, so nothing overrides this"
                : isConsole
                    ? "; a console that was started with --anyway sends it to a card that it is not for"
                    : "; with --anyway it is sent to a card that it is not for"
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
