import CardIdentification
import CommandPresets
import ISO7816
import Octets

/// `inlay info`.
enum InfoCommand {
    static let command = Command(
        "info", summary: "what card it is, how that is known, and what can be done with it; no secret needed",
        discussion: [
            "The card is asked these questions and no other, as far as they fit its answer to reset: "
                + CardProbe.all.map { "\($0.name) (\(Hex.string($0.command)))" }.joined(separator: ", ") + ".",
            "All of them only read: none spends a try of a secret or changes anything, but a chip that counts readings "
                + "counts this one too. Frames go through the dialect of the reader, which is found out first. "
                + "Afterwards another application than before may be selected.",
            "A card can be of several families at once. What is only what the reader says is told as such: readers call "
                + "every NTAG an Ultralight.",
        ],
        groups: [CommonOptions.card],
        examples: [
            ("inlay info", "the card on the only reader with one"),
            ("inlay info --reader sim:passport", "a simulated passport"),
            ("inlay info --json", "the same for a script, with every answer"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let session = try CardSession(arguments, house)
        defer { session.close(reset: false, output) }
        let identity = try session.identify(house)
        let catalogue = PresetFile.catalogue(house, output)
        let fitting = catalogue.presets(fitting: identity, reader: session.connection.reader)
            .filter { $0.families != [.reader] }
        let abilities = CardAbilities.abilities(identity.families, fittingPresets: fitting.count)
        if output.isText {
            show(identity, abilities, session.connection.reader, output)
        } else {
            output.json(document(identity, abilities, session.connection))
        }
        return .done
    }

    // MARK: - Text

    private static func show(
        _ identity: CardIdentity, _ abilities: [CardAbilities.Ability], _ reader: String, _ output: Output
    ) {
        field("card", StyledText(CardView.families(identity), .strong), output)
        if let chip = CardView.chip(identity) { field("chip", StyledText(chip), output) }
        if let identifier = identity.identifier {
            field(
                identity.families.contains(.felica) ? "IDm" : "UID",
                StyledText(Hex.string(identifier, separator: " ")), output)
        }
        field("reader", StyledText(reader), output)
        if let known = ReaderText.line(pcscName: reader) { field("", StyledText(known, .faint), output) }
        field("ATR", StyledText(ATRDecoder.spaced(identity.answerToReset.bytes)), output)
        output.print()
        output.print(StyledText("How that is known", .strong))
        for evidence in identity.evidence {
            output.paragraph(
                StyledText("  \(evidence.probe): ", .faint) + StyledText(evidence.finding), indent: 4)
            guard output.isVerbose, !evidence.command.isEmpty else { continue }
            output.paragraph(StyledText("    > \(Hex.string(evidence.command))", .faint), indent: 6)
            output.paragraph(StyledText("    < \(Hex.string(evidence.answer))", .faint), indent: 6)
        }
        if CardView.shownFamilies(identity).isEmpty {
            let words =
                identity.isFromPartialRecording
                ? "the card may have been any: it was not asked when the trace was recorded"
                : "nothing that was asked got an answer that says what it is"
            output.paragraph(StyledText("  \(words)"), indent: 4)
        }
        guard !abilities.isEmpty else { return }
        output.print()
        output.print(StyledText("What can be done with it", .strong))
        let column = (abilities.map(\.line.count).max() ?? 0) + 4
        for ability in abilities {
            output.paragraph(StyledText("  \(ability.line)").padded(column) + StyledText(ability.does), indent: column)
        }
    }

    private static func field(_ name: String, _ value: StyledText, _ output: Output) {
        output.paragraph(StyledText(name, .faint).padded(8) + value, indent: 8)
    }

    // MARK: - JSON

    private static func document(
        _ identity: CardIdentity, _ abilities: [CardAbilities.Ability], _ connection: CardConnection
    ) -> JSONValue {
        let storage = StorageCard(identity.answerToReset)
        let told: JSONValue =
            storage.map { ["standard": .string($0.standardWords), "name": JSONValue($0.nameWords)] } ?? .null
        let head: JSONValue = [
            "schema": "inlay.info/1", "source": .string(connection.source.rawValue),
            "reader": .string(connection.reader),
            "readerKnowledge": ReaderText.document(pcscName: connection.reader),
            "atr": .hex(identity.answerToReset.bytes), "storageCard": told,
        ]
        let possible = abilities.map { ability -> JSONValue in
            ["command": .string(ability.line), "does": .string(ability.does)]
        }
        return head.appending(CardView.document(identity)).appending([
            .init(key: "evidence", value: .array(identity.evidence.map(CardView.document))),
            .init(key: "abilities", value: .array(possible)),
        ])
    }
}

extension CardSession {
    /// What the card is, by the probes of `inlay info`, over the session's link or one that wraps it. What was seen before
    /// card or reader ended it stands in the failure.
    func identify(_ house: House, over link: (any CardLink)? = nil) throws(Failure) -> CardIdentity {
        let identifier = CardIdentifier(
            reader: connection.reader, time: house.time, interruption: house.interruption)
        var found = CardIdentity(answerToReset: self.link.answerToReset)
        do throws(CardError) {
            guard let replay = connection.link as? ReplayLink else {
                try identifier.identify(link ?? self.link, found: &found)
                return found
            }
            let (_, asked, missing) = try replay.whileProbing { () throws(CardError) in
                try identifier.identify(link ?? self.link, found: &found)
            }
            guard missing > 0 else { return found }
            found.isFromPartialRecording = true
            found.evidence.append(
                CardIdentity.Evidence(
                    probe: "the trace",
                    finding:
                        "holds no answer to \(missing) of \(Count.of(asked, "question")), so of what they ask about "
                        + "nothing is known"))
            return found
        } catch {
            var failure = Failure(error, reader: connection.reader)
            failure.results = [
                .init(key: "atr", value: .hex(found.answerToReset.bytes)),
                .init(key: "evidence", value: .array(found.evidence.map(CardView.document))),
            ]
            guard failure.exitCode != .interrupted else { throw failure }
            failure.message += "; until then: \(CardView.sentence(found))"
            let seen = found.evidence.map { "\($0.probe): \($0.finding)" }
            failure.seen = ["ATR \(ATRDecoder.spaced(found.answerToReset.bytes))"] + seen
            // A card that left in the middle is no card that never lay there.
            if error.code == .cardRemoved {
                failure.concern = nil
                failure.likely = "the card was taken away, or card or reader broke off at this question"
                failure.remedy =
                    "put it there again and leave it; if it ends at the same question, --trace FILE keeps all of it"
            }
            throw failure
        }
    }
}
