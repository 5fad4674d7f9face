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
    /// The presets there are, the user's own too.
    let catalog: CommandPresetCatalog
    /// What the card was found to be, once that was needed.
    private(set) var identity: CardIdentity?
    private var frames: (channels: PresetFrames, link: any CardLink)?
    /// The chip was opened: it has to be reset at the end (Docs/rules.md 14).
    private(set) var wasOpened = false

    init(
        _ session: CardSession, _ arguments: Arguments, _ house: House, catalog: CommandPresetCatalog
    ) {
        self.catalog = catalog
        self.session = session
        self.arguments = arguments
        self.house = house
    }

    var link: any CardLink { session.link }
    var isCancelled: Bool { house.interruption.isRequested }

    func open(_ mode: SecureMode, over link: any CardLink) throws -> any CardChannel {
        closeFrames()
        guard let opening = try SecureOpening(mode.rawValue, arguments, house) else {
            throw CardError(.unsupported, during: "open the chip")
        }
        wasOpened = true
        session.connection.resetsOnExit()
        return try opening.open(session, over: link, house)
    }

    func exchange(frame: [UInt8], over link: any CardLink) throws -> (answer: ReplyPattern.Reply, dialect: String) {
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
    var fitting: [CommandPreset]? {
        identity.map { catalog.presets(fitting: $0, reader: session.connection.reader) }
    }

    /// What the card is. It is asked at most once, by probes that only read, and never inside of secure messaging, which
    /// a plain command would end.
    func identify(again: Bool = false, isSecured: Bool) throws(Failure) -> CardIdentity {
        if let identity, !again { return identity }
        guard !isSecured else {
            throw .usage(
                "not-identified", "what the card is can only be found out while commands travel as they are",
                remedy: "secure off, or run the first preset before secure")
        }
        closeFrames()
        let found = try session.identify(house)
        identity = found
        return found
    }

    func run(
        preset name: String, _ values: [String: String], over link: any CardLink, isSecured: Bool,
        tell: (PresetRun.StepResult) -> Void
    ) throws {
        let preset = try PresetSelection.preset(name, catalog)
        // Values first: nothing is asked of a card for a line that is wrong.
        let values = try PresetValues.complete(preset, values, house)
        let identity = try identify(isSecured: isSecured)
        let chain = try PresetGate.chain(preset, catalog)
        let gate = PresetGate(
            catalogue: catalog, identity: identity, reader: session.connection.reader, arguments: arguments,
            house: house)
        try gate.admit(chain)
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
        for index in runs.indices {
            // Without what comes before, the preset itself would mean something else.
            guard try Self.play(&runs[index], player, link, shared(over: link), tell) else { return }
        }
    }

    /// False when an answer was not as expected.
    private static func play(
        _ run: inout PresetRun, _ player: PresetPlayer, _ link: any CardLink, _ frames: PresetFrames,
        _ tell: (PresetRun.StepResult) -> Void
    ) throws -> Bool {
        var isGood = true
        do throws(PresetFailure) {
            try player.play(&run, on: link, frames: frames) { step in
                isGood = isGood && step.matches
                tell(step)
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
