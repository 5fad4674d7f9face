import CardIdentification
import CommandPresets
import Frames
import ISO7816
import InlayConsole
import InlaySeams
import ReaderKnowledge

/// A card on a reader, as a script sees it: keys come from options or a prompt, frames go through the reader's dialect.
final class ConsoleHost: ScriptHost {
    private let session: CardSession
    private let arguments: Arguments
    private let house: House
    /// The presets there are, the user's own too. They are read once somebody asks for them.
    private(set) lazy var catalog = makeCatalog()
    private let makeCatalog: () -> CommandPresetCatalog
    /// What the card was found to be, once that was needed.
    private(set) var identity: CardIdentity?
    /// Of the card that lay there at the beginning: `--confirm` was given for it. Nil where that cannot be told.
    private let firstInsertion: Int?
    private var frames: (channels: PresetFrames, link: any CardLink)?
    private let watched: WatchedLink
    /// Called before the card is asked what it is, which is answered as after power-up.
    var onProbing: () throws(CardError) -> Void = { () throws(CardError) in }
    /// Called after the card was asked what it is: it is not where it was before.
    var onProbed: () throws(CardError) -> Void = { () throws(CardError) in }
    /// The chip was opened: it has to be reset at the end (Docs/rules.md 14).
    var wasOpened: Bool { opened != nil }
    /// How it was opened last.
    private var opened: SecureMode?
    /// What opens the chip, once that was asked for.
    private var openings: [SecureMode: SecureOpening] = [:]

    init(
        _ session: CardSession, _ arguments: Arguments, _ house: House,
        catalog: @escaping @autoclosure () -> CommandPresetCatalog
    ) {
        makeCatalog = catalog
        self.session = session
        watched = WatchedLink(session.link)
        // Now, and not once somebody asks what it is: by then it can be another.
        firstInsertion = try? session.link.insertion()
        self.arguments = arguments
        self.house = house
    }

    var link: any CardLink { watched }
    var isCancelled: Bool { house.interruption.isRequested }

    /// Finds the key that `mode` needs, or asks for it; the same one is used again.
    @discardableResult
    func prepare(_ mode: SecureMode) throws(Failure) -> SecureOpening? {
        if let opening = openings[mode] { return opening }
        let opening = try SecureOpening(mode.rawValue, arguments, house, keyOf: openings.values.first)
        openings[mode] = opening
        return opening
    }

    func open(_ mode: SecureMode, over link: any CardLink) throws -> OpenedChip {
        closeFrames()
        guard let opening = try prepare(mode) else { throw CardError(.unsupported, during: "open the chip") }
        opened = mode
        session.connection.resetsOnExit()
        do {
            let chip = try opening.openRenewably(session, over: link, house)
            return OpenedChip(chip.channel, renew: chip.renew)
        } catch {
            // What was typed may be wrong: it is not tried again and again without a word.
            if opening.isAsked { openings = openings.filter { !$0.value.isAsked } }
            throw error
        }
    }

    func makeReady(for mode: SecureMode) throws { try prepare(mode) }

    func lookForCard() { watched.look() }

    // MARK: - A card that goes and comes

    var families: Set<CardFamily>? { identity?.families }
    var hasLostCard: Bool { watched.isGone }

    func meetCard() throws(CardError) -> CardReturn? {
        guard watched.isGone else { return nil }
        let before = watched.answerToReset
        let answer = try watched.reset(.cold)
        closeFrames()
        let known = identity?.identifier
        identity = nil
        guard answer == before else { return CardReturn(answer, .other) }
        // Chips that draw a new identifier each time begin it with 08 (ISO 14443-3 §6.4.4).
        guard let known, !(known.count == 4 && known[0] == 0x08) else { return CardReturn(answer, .unknown) }
        let now = try? CardIdentifier(reader: session.connection.reader).identifier(watched)
        return CardReturn(answer, now.map { $0 == known ? .same : .other } ?? .unknown)
    }

    func exchange(frame: [UInt8], over link: any CardLink) throws -> (answer: ReplyPattern.Reply, dialect: String) {
        try session.requireData()
        let channel = try shared(over: link).channel(RadioTechnology(link.answerToReset) ?? .iso14443A)
        let answer = try channel.exchange(frame, timeout: .milliseconds(200))
        let reply: ReplyPattern.Reply =
            switch answer {
            case .bytes(let bytes): .bytes(bytes)
            case .nibble(let value): .nibble(value)
            case .silence: .silence
            }
        return (reply, channel.dialect.rawValue)
    }

    /// The channel of frames and presets over `link`.
    private func shared(over link: any CardLink) -> PresetFrames {
        if let frames, frames.link === link { return frames.channels }
        closeFrames()
        // Probed each time: a probe leaves a fresh field, and some readers hear a polling only in one.
        var opening = session.frameOpening(house)
        opening.memory = nil
        let channels = PresetFrames(link, opening, observe: session.note)
        frames = (channels, link)
        return channels
    }

    func leaveFrames() { frames?.channels.close() }

    /// Leaves the reader as it was found.
    func closeFrames() {
        frames?.channels.close()
        frames = nil
    }

    // MARK: - Presets

    /// Presets for the card, once it is known what it is.
    var fitting: [CommandPreset]? { identity.map(presets) }

    /// Presets for a card of this kind.
    func presets(fitting identity: CardIdentity) -> [CommandPreset] {
        catalog.presets(fitting: identity, reader: session.connection.reader)
    }

    /// What the card is. It is asked at most once, by probes that only read, and never inside of secure messaging, which
    /// a plain command would end.
    func identify(again: Bool = false, isSecured: Bool) throws(Failure) -> CardIdentity {
        if identity != nil, try difference(closely: false) != nil { identity = nil }
        if let identity, !again { return identity }
        guard !isSecured else { return identity ?? identityByOpening }
        closeFrames()
        do throws(CardError) {
            try onProbing()
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
        let found: CardIdentity
        do throws(Failure) {
            found = try session.identify(house, over: watched)
        } catch {
            // Wherever the questions ended, the card is not where it was.
            if !watched.isGone { try? onProbed() }
            throw error
        }
        identity = found
        do throws(CardError) {
            try onProbed()
            // The card was restarted, and some draw a new number then; consent has to name the present one.
            let present = try CardIdentifier(reader: session.connection.reader).renumbered(found, on: watched)
            identity = present
            return present
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
    }

    /// How the card that lies there differs from the one that was identified.
    private func difference(closely: Bool) throws(Failure) -> CardDifference? {
        guard let identity else { return nil }
        let identifier = CardIdentifier(
            reader: session.connection.reader, time: house.time, interruption: house.interruption)
        do {
            return try identifier.difference(identity, on: watched, closely: closely)
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
    }

    /// What the opened chip must be: a plain probe would end the session.
    private var identityByOpening: CardIdentity {
        // PACE is no evidence of an eID application.
        let how = opened == .bac ? "BAC" : "PACE"
        return CardIdentity(
            answerToReset: session.link.answerToReset,
            evidence: [
                .init(
                    probe: "secure \(how.lowercased())", answer: [],
                    finding: "the chip was opened with \(how); other probes are sent after secure off",
                    families: [.emrtd, .iso7816])
            ])
    }

    func run(
        preset name: String, _ values: [String: String], over link: any CardLink, isSecured: Bool,
        tell: (PresetProgress) -> Void
    ) throws {
        let preset = try PresetSelection.preset(name, catalog)
        let chain = try PresetGate.chain(preset, catalog)
        var identity = try identify(isSecured: isSecured)
        if self.identity == nil, preset.effect.needsConsent {
            throw Failure.usage(
                "not-identified", "what a preset may write to a card has to be identified before it is opened",
                remedy: "secure off, then info, and secure again")
        }
        if isSecured { try Self.mustBeForCard(chain) }
        // Nobody types a value for a card that the preset is not for.
        try gate(identity).look(chain, values)
        let values = try PresetValues.complete(preset, values, house, typed: "preset \(preset.name)")
        // A number that is drawn anew with each reset is asked for again, so that consent can name it.
        if !isSecured, gate(identity).needsConsent(chain, values), try difference(closely: true) != nil {
            identity = try identify(again: true, isSecured: false)
        }
        let needsConsent = try gate(identity).admit(chain, values)
        if chain.contains(where: { $0.effect == .authenticates }) { tell(.remark(PresetGate.usesTry)) }
        var runs: [PresetRun] = []
        do throws(PresetFailure) {
            for one in chain {
                runs.append(try PresetRun(one, given: one == preset ? values : [:], identity: identity))
            }
        } catch {
            throw Failure(error, preset)
        }
        let player = PresetPlayer(
            reader: session.connection.reader, identity: identity, time: house.time, interruption: house.interruption)
        guard needsConsent else {
            try play(&runs, player, link, tell)
            return
        }
        var outcome: Result<Void, any Error> = .success(())
        let admitted = player.exclusively(on: link, closely: !isSecured, restarts: false) {
            outcome = Result { try play(&runs, player, link, tell) }
        }
        if case .failure(let error) = admitted {
            if case .otherCard = error { self.identity = nil }
            if case .card(let failure) = error { throw failure }
            throw Failure(error, preset)
        }
        try outcome.get()
    }

    private func play(
        _ runs: inout [PresetRun], _ player: PresetPlayer, _ link: any CardLink, _ tell: (PresetProgress) -> Void
    ) throws {
        for index in runs.indices {
            // Without what comes before, the preset itself would mean something else.
            guard try Self.play(&runs[index], player, link, shared(over: link), tell) else { return }
        }
    }

    private func gate(_ identity: CardIdentity) -> PresetGate {
        PresetGate(
            catalogue: catalog, identity: identity, reader: session.connection.reader, arguments: arguments,
            house: house, isConsole: true, isFirstCard: firstInsertion == identity.insertion)
    }

    /// Commands for the reader and frames cannot be protected, and could end the session without a word.
    private static func mustBeForCard(_ chain: [CommandPreset]) throws(Failure) {
        guard
            let other = chain.first(where: { preset in
                preset.steps.contains { $0.way != .send || $0.template.leadingBytes.first == 0xFF }
            })
        else { return }
        throw .usage(
            "not-protected", "\(other.name) was not sent: it speaks to the reader, which may end the protected session",
            likely: "only commands for the card can travel protected", remedy: "secure off first")
    }

    /// False when an answer was not as expected.
    private static func play(
        _ run: inout PresetRun, _ player: PresetPlayer, _ link: any CardLink, _ frames: PresetFrames,
        _ tell: (PresetProgress) -> Void
    ) throws -> Bool {
        var isGood = true
        do throws(PresetFailure) {
            try player.play(&run, on: link, frames: frames) { step in
                isGood = isGood && step.matches
                tell(.step(step))
            }
        } catch {
            if case .card(let failure) = error { throw failure }
            throw Failure(error, run.preset)
        }
        return isGood
    }

    func saveTranscript(to path: String) throws {
        guard let transcript = session.transcript else { return }
        try PrivateFile.write(transcript.bytes, to: path, overwriting: arguments.has(CommonOptions.force))
    }
}
