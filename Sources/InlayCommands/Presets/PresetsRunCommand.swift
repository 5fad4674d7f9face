import CardIdentification
import CommandPresets
import ISO7816
import InlaySeams
import Octets

/// `inlay presets run`.
enum PresetsRunCommand {
    private static let before = CommandOption.repeated(
        "after", "NAME", "run this preset first, on the same connection; repeat it for several, in their order")
    private static let fromEnvironment = CommandOption.repeated(
        "value-env", "NAME=VARIABLE", "take the value of a parameter from an environment variable")
    private static let anyway = CommandOption.flag(
        "anyway", "run it on a card of another family too; never for what is irreversible")

    static let command = Command(
        "presets", "run", summary: "run a preset on a card of its family",
        discussion: [
            "First the card is asked what it is, as inlay info does. A preset runs only on a card of its family, and where "
                + "it touches configuration pages only on its exact chip. The card is reset in between, so that a preset "
                + "finds it as after power-up; what must be selected first is selected by the preset named in after.",
            "Parameters are given as NAME=VALUE: numbers are decimal or 0x…, bytes hexadecimal or text in double quotes. A "
                + "secret can be left out and is asked for without echo; as an argument other users of the machine can see "
                + "it.",
            "Writes and irreversible acts need consent: typed at a terminal, or --confirm \"NAME IDENTIFIER\" as the "
                + "refusal spells it. Without it nothing but the questions of inlay info is sent.",
            "Steps stop at the first answer that is not as expected. GET RESPONSE after 61xx and the right length after "
                + "6Cxx are sent by themselves, and shown. Exit code 0 means that card and reader did all of it.",
        ],
        positional: Positional(
            placeholder: "NAME [PARAMETER=VALUE…]", count: 1...100, summary: "the preset and its values"),
        groups: [
            OptionGroup(title: "Preset", options: [before, fromEnvironment, Consent.option, anyway]),
            CommonOptions.card,
        ],
        examples: [
            ("inlay presets run emrtd.card-access --reader sim:passport", "how a simulated passport is opened"),
            ("inlay presets run type2.read page=4", "four pages of a tag"),
            ("inlay presets run emv.read-record --after emv.visa record=1", "a record of a payment application"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    /// A preset with what its steps did.
    private struct Played {
        var preset: CommandPreset
        var steps: [PresetRun.StepResult] = []
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let catalogue = PresetFile.catalogue(house, output)
        let preset = try PresetSelection.preset(arguments.positionals.first ?? "", catalogue)
        var chain: [CommandPreset] = []
        for name in arguments.values(before) {
            let first = try PresetSelection.preset(name, catalogue)
            chain += catalogue.preparation(of: first) + [first]
        }
        chain += catalogue.preparation(of: preset) + [preset]
        let values = try values(preset, arguments, house)
        // What is missing is told before a card is touched; the card itself can only give its identifier.
        try checkValues(preset, values)

        let session = try CardSession(arguments, house)
        defer { session.close(reset: false, output) }
        let identity = try session.identify(house)
        let reader = session.connection.reader
        for one in chain { try check(one, identity, reader, catalogue, overriding: arguments.has(anyway)) }
        if let worst = chain.max(by: { $0.effect < $1.effect }), worst.effect.needsConsent {
            try Consent.require(
                "\(worst.name) \(CardView.name(identity))",
                because:
                    "\(worst.name) \(worst.effect == .irreversible ? "cannot be taken back" : "writes to the card")",
                likely: "\(worst.title), on \(CardView.sentence(identity))", arguments, house)
        }
        if chain.contains(where: { $0.effect == .authenticates }) {
            output.note("this can use up a try of a secret on the card")
        }
        return try play(chain, values, identity, session, house, output)
    }

    // MARK: - Before

    private static func values(
        _ preset: CommandPreset, _ arguments: Arguments, _ house: House
    ) throws(Failure) -> [String: String] {
        var values: [String: String] = [:]
        func add(_ name: String, _ value: String) throws(Failure) {
            guard preset.parameters.contains(where: { $0.name == name }) else {
                let names = preset.parameters.map(\.name).joined(separator: ", ")
                throw .usage(
                    "unknown-parameter", "\(preset.name) has no such parameter",
                    likely: names.isEmpty ? "it takes none" : "it takes \(names)",
                    remedy: "inlay presets show \(preset.name)")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .usage("repeated-value", "\(name) is given more than once", remedy: "give it once")
            }
        }
        for word in arguments.positionals.dropFirst() {
            guard let (name, value) = pair(word) else {
                throw .usage(
                    "wrong-value", "a value is not of the form NAME=VALUE", likely: "the name is missing",
                    remedy: "inlay presets show \(preset.name) tells the names")
            }
            try add(name, value)
        }
        for word in arguments.values(fromEnvironment) {
            guard let (name, variable) = pair(word), let value = house.environment(variable) else {
                throw .usage(
                    "wrong-value", "--value-env names no environment variable that is set",
                    remedy: "write --value-env NAME=VARIABLE")
            }
            try add(name, value)
        }
        for parameter in preset.parameters where parameter.isSecret && values[parameter.name] == nil {
            if let typed = try house.input.askSecretly("\(parameter.words) (\(parameter.needs)): ") {
                values[parameter.name] = typed
            }
        }
        return values
    }

    private static func pair(_ word: String) -> (String, String)? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    private static func checkValues(_ preset: CommandPreset, _ values: [String: String]) throws(Failure) {
        for parameter in preset.parameters {
            if let text = values[parameter.name] {
                do {
                    _ = try parameter.bytes(text)
                } catch {
                    throw failure(error, preset)
                }
            } else if parameter.usual == nil, case .identifier = parameter.kind {
                continue
            } else if parameter.usual == nil {
                throw failure(.missingValue(name: parameter.name), preset)
            }
        }
    }

    /// Refuses a card that is not of the preset's family, with what it is and what fits it; `overriding` is nil where the
    /// user cannot say otherwise.
    static func check(
        _ preset: CommandPreset, _ identity: CardIdentity, _ reader: String, _ catalogue: CommandPresetCatalog,
        overriding: Bool?
    ) throws(Failure) {
        let fit = preset.fit(identity, reader: reader)
        guard fit != .fits else { return }
        let isFinal = preset.effect == .irreversible
        if overriding == true, !isFinal { return }
        let fitting = catalogue.presets(fitting: identity, reader: reader).filter { !$0.families.contains(.reader) }
        let other: String =
            switch fit {
            case .otherReader:
                "it is for readers named \(preset.readers.joined(separator: ", ")), this one is \(reader)"
            case .otherChip:
                "it is for exactly \(preset.chips.joined(separator: ", ")), "
                    + (identity.chip.map { "this is \($0)" } ?? "the chip of this card is not known")
            default: "it is for \(preset.families.map(\.title).joined(separator: ", "))"
            }
        let names = sample(fitting, near: preset, CardView.shownFamilies(identity)).map(\.name)
        let fits =
            names.isEmpty
            ? "no preset fits this card"
            : "of \(fitting.count) that fit: \(names.joined(separator: ", ")); inlay presets list --fitting shows all"
        let override =
            overriding == nil
            ? ""
            : isFinal
                ? "; it is irreversible, so nothing overrides this"
                : fit == .otherChip && !preset.steps.allSatisfy(\.template.pages.isEmpty)
                    ? "; its pages are other memory on another chip" : "; --anyway sends it all the same"
        throw Failure(
            .wrongKind, kind: "wrong-family",
            "\(preset.name) was not sent: this card is \(CardView.sentence(identity)), and \(other)",
            likely: telling(identity),
            remedy: fits + override)
    }

    /// The evidence that says most about the card.
    private static func telling(_ identity: CardIdentity) -> String {
        let shown = Set(CardView.shownFamilies(identity))
        let best = identity.evidence.last { !shown.isDisjoint(with: $0.families) }
        return best.map { "\($0.probe): \($0.finding)" } ?? "nothing that was asked told what it is"
    }

    /// A few that fit: first those with a name like the wanted one, then those that read and are for what the card is.
    private static func sample(
        _ presets: [CommandPreset], near wanted: CommandPreset, _ families: [CardFamily]
    ) -> [CommandPreset] {
        let word = wanted.name.drop { $0 != "." }
        let alike = presets.filter { $0.name.hasSuffix(word) }
        let reading = presets.filter { preset in
            preset.effect == .readsOnly && !alike.contains(preset) && preset.families.contains(where: families.contains)
        }
        return Array((alike + reading).prefix(5))
    }

    // MARK: - Playing

    private static func play(
        _ chain: [CommandPreset], _ values: [String: String], _ identity: CardIdentity, _ session: CardSession,
        _ house: House, _ output: Output
    ) throws(Failure) -> ExitCode {
        let player = PresetPlayer(
            reader: session.connection.reader, identity: identity, time: house.time, interruption: house.interruption)
        var played: [Played] = []
        let outcome = Result { () throws(PresetFailure) in
            do throws(CardError) {
                _ = try session.link.reset(.cold)
            } catch {
                throw .card(error)
            }
            for (index, preset) in chain.enumerated() {
                var run = try PresetRun(
                    preset, given: index == chain.count - 1 ? values : [:], identity: identity)
                var one = Played(preset: preset)
                defer { played.append(one) }
                if output.isText {
                    output.print(StyledText(preset.name, .strong) + StyledText("  \(preset.title)", .faint))
                }
                try player.play(&run, on: session.link) { result in
                    one.steps.append(result)
                    if output.isText { show(result, output) }
                }
                if !run.isFinished || one.steps.last?.matches == false { break }
            }
        }
        if case .failure(let error) = outcome {
            var failure = failure(error, chain.last ?? chain[0], reader: session.connection.reader)
            failure.results = [.init(key: "presets", value: .array(played.map(document)))]
            throw failure
        }
        if !output.isText {
            let head: JSONValue = [
                "schema": "inlay.presets.run/1", "source": .string(session.connection.source.rawValue),
                "reader": .string(session.connection.reader),
            ]
            output.json(
                head.appending(CardView.document(identity)).appending([
                    .init(key: "presets", value: .array(played.map(document)))
                ]))
        }
        return judge(played, chain, output)
    }

    private static func judge(_ played: [Played], _ chain: [CommandPreset], _ output: Output) -> ExitCode {
        for one in played {
            guard let bad = one.steps.first(where: { !$0.matches || PresetReplyView($0).isRefusal }) else { continue }
            let reply = PresetReplyView(bad)
            let words = reply.words.isEmpty ? "" : ", \(reply.words)"
            output.note(
                StyledText(
                    "inlay: \(one.preset.name): "
                        + (bad.matches
                            ? "the answer is \(reply.shortText)\(words)" : "the answer is not as expected\(words)")))
            return .cardError
        }
        return .done
    }

    // MARK: - Results

    private static func show(_ result: PresetRun.StepResult, _ output: Output) {
        let reply = PresetReplyView(result)
        let way = result.way == .send ? "" : "\(result.way.rawValue) "
        output.paragraph(
            StyledText("> ", .faint) + StyledText(way, .faint) + StyledText(result.shown)
                + StyledText(result.isAutomatic ? "  (asked for by the answer)" : "", .faint), indent: 2)
        let role: StyledText.Role = !result.matches || reply.isRefusal ? .bad : .good
        output.paragraph(
            StyledText("< ", .faint) + StyledText(reply.text, role)
                + StyledText(reply.words.isEmpty ? "" : "  \(reply.words)"), indent: 2)
        if !result.matches { output.paragraph(StyledText("  not as expected", .bad), indent: 2) }
        guard !result.isAutomatic, let explanation = reply.explanation else { return }
        for line in explanation.lines {
            let indent = String(repeating: "  ", count: line.depth + 2)
            output.paragraph(StyledText(indent) + line.text, indent: indent.count + line.hanging)
        }
    }

    private static func document(_ played: Played) -> JSONValue {
        [
            "name": .string(played.preset.name), "effect": .string(played.preset.effect.rawValue),
            "steps": .array(
                played.steps.map { result in
                    let reply = PresetReplyView(result)
                    let bytes: JSONValue = if case .bytes(let bytes) = result.reply { .hex(bytes) } else { .null }
                    return [
                        "way": .string(result.way.rawValue), "sent": .string(result.shown),
                        "answer": bytes, "answerText": .string(reply.text),
                        "status": JSONValue(reply.response?.status.description),
                        "meaning": JSONValue(reply.words.isEmpty ? nil : reply.words), "matches": .bool(result.matches),
                        "automatic": .bool(result.isAutomatic),
                        "objects": reply.explanation?.members.first { $0.key == "objects" }?.value ?? .null,
                    ]
                }),
        ]
    }

    private static func failure(
        _ error: PresetFailure, _ preset: CommandPreset, reader: String = ""
    ) -> Failure {
        switch error {
        case .card(let error): return Failure(error, reader: reader)
        case .noFrames:
            return Failure(
                .cardError, kind: "no-frames", "\(preset.name): \(error)",
                likely: "readers pass frames on in many ways, and some in none",
                remedy: "try another reader")
        case .missingValue(let name):
            let parameter = preset.parameters.first { $0.name == name }
            return .usage(
                "missing-value", "\(preset.name) needs \(name)" + (parameter.map { ": \($0.words)" } ?? ""),
                likely: parameter.map { "\(name) is \($0.needs)" } ?? "",
                remedy: "write \(name)=…; inlay presets show \(preset.name) tells all of them")
        default:
            return .usage(
                "wrong-value", "\(preset.name): \(error)",
                remedy: "inlay presets show \(preset.name) tells what it takes")
        }
    }
}

extension PresetReplyView {
    /// The status word, or the whole of a short answer.
    fileprivate var shortText: String { response?.status.description ?? text }
}
