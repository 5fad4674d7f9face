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
            OptionGroup(title: "Preset", options: [before, fromEnvironment, Consent.option, PresetGate.anyway]),
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
        let name = arguments.positionals.first ?? ""
        // A preset that is not built in stands in the file of one's own: when that cannot be read, that is the reason.
        let isBuiltIn = CommandPresetCatalog.builtIn.preset(name) != nil
        let catalogue = isBuiltIn ? PresetFile.catalogue(house, output) : try PresetFile.catalogue(house)
        let preset = try PresetSelection.preset(name, catalogue)
        let chain = try PresetGate.chain(preset, after: arguments.values(before), catalogue)
        let given = try values(arguments, house)

        let session = try CardSession(arguments, house)
        defer { session.close(reset: false, output) }
        let identity = try session.identify(house)
        let gate = PresetGate(
            catalogue: catalogue, identity: identity, reader: session.connection.reader, arguments: arguments,
            house: house)
        try gate.look(chain, given)
        let values = try PresetValues.complete(preset, given, house, typed: "inlay presets run \(preset.name)")
        let needsConsent = try gate.admit(chain, values)
        if chain.contains(where: { $0.effect == .authenticates }) {
            output.note(StyledText(PresetGate.usesTry))
        }
        return try play(chain, values, identity, session, closely: needsConsent, house, output)
    }

    // MARK: - Before

    private static func values(_ arguments: Arguments, _ house: House) throws(Failure) -> [String: String] {
        var values: [String: String] = [:]
        func add(_ name: String, _ value: String) throws(Failure) {
            guard values.updateValue(value, forKey: name) == nil else {
                throw .usage("repeated-value", "\(name) is given more than once", remedy: "give it once")
            }
        }
        for word in arguments.positionals.dropFirst() {
            // One without a name is answered with the name that it lacks, once the card is known to be right.
            let (name, value) = pair(word) ?? (PresetValues.unnamed, word)
            if name != PresetValues.unnamed || values[name] == nil { try add(name, value) }
        }
        for word in arguments.values(fromEnvironment) {
            guard let (name, variable) = pair(word), let value = house.environment(variable) else {
                throw .usage(
                    "wrong-value", "--value-env names no environment variable that is set",
                    remedy: "write --value-env NAME=VARIABLE")
            }
            try add(name, value)
        }
        return values
    }

    private static func pair(_ word: String) -> (String, String)? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    // MARK: - Playing

    private static func play(
        _ chain: [CommandPreset], _ values: [String: String], _ identity: CardIdentity, _ session: CardSession,
        closely: Bool, _ house: House, _ output: Output
    ) throws(Failure) -> ExitCode {
        let player = PresetPlayer(
            reader: session.connection.reader, identity: identity, time: house.time, interruption: house.interruption)
        let frames = PresetFrames(session.link, session.frameOpening(house), observe: session.note)
        var played: [Played] = []
        let outcome = player.exclusively(on: session.link, closely: closely, restarts: true) {
            () throws(PresetFailure) in
            defer { frames.close() }
            for (index, preset) in chain.enumerated() {
                var run = try PresetRun(
                    preset, given: index == chain.count - 1 ? values : [:], identity: identity)
                var one = Played(preset: preset)
                defer { played.append(one) }
                if output.isText {
                    output.print(StyledText(preset.name, .strong) + StyledText("  \(preset.title)", .faint))
                }
                try player.play(&run, on: session.link, frames: frames) { result in
                    one.steps.append(result)
                    if output.isText { show(result, output) }
                }
                if !run.isFinished || one.steps.last?.matches == false { break }
            }
        }
        if case .failure(let error) = outcome {
            var failure = Failure(error, chain.last ?? chain[0], reader: session.connection.reader)
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
            guard
                let bad = one.steps.first(where: { step in
                    !step.isInterim && (!step.matches || PresetReplyView(step).isRefusal)
                })
            else { continue }
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
        let role: StyledText.Role = result.isInterim ? .plain : !result.matches || reply.isRefusal ? .bad : .good
        output.paragraph(
            StyledText("< ", .faint) + StyledText(reply.text, role)
                + StyledText(reply.words.isEmpty ? "" : "  \(reply.words)"), indent: 2)
        if !result.matches { output.paragraph(StyledText("  not as expected", .bad), indent: 2) }
        guard !result.isInterim, let explanation = reply.explanation else { return }
        explanation.lines.show(margin: 4, on: output)
    }

    private static func document(_ played: Played) -> JSONValue {
        [
            "name": .string(played.preset.name), "effect": .string(played.preset.effect.rawValue),
            "steps": .array(
                played.steps.map { result in
                    let reply = PresetReplyView(result)
                    let bytes: JSONValue = if case .bytes(let bytes) = result.reply { .hex(bytes) } else { .null }
                    let explained = reply.explanation?.members ?? []
                    let told = explained.filter { !["objects", "application"].contains($0.key) }
                    return [
                        "way": .string(result.way.rawValue), "sent": .string(result.shown),
                        "answer": bytes, "answerText": .string(reply.text),
                        "status": JSONValue(reply.response?.status.description),
                        "meaning": JSONValue(reply.words.isEmpty ? nil : reply.words), "matches": .bool(result.matches),
                        "automatic": .bool(result.isAutomatic), "interim": .bool(result.isInterim),
                        "objects": explained.first { $0.key == "objects" }?.value ?? .null,
                        "explained": told.isEmpty ? .null : .object(told),
                    ]
                }),
        ]
    }
}

extension PresetReplyView {
    /// The status word, or the whole of a short answer.
    fileprivate var shortText: String { response?.status.description ?? text }
}
