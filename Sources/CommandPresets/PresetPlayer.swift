public import CardIdentification
import Frames
public import ISO7816
public import InlaySeams

/// Sends the steps of presets to a card and stops at the first answer that is not as expected.
///
/// It sends what the steps say, and two things more, each shown as a step of its own: GET RESPONSE where a card says
/// 61xx, and the same command with the right Le where it says 6Cxx (7816-4 §5.1.3). The first frame of a preset that only
/// reads is sent once more, in a fresh field, when nothing answers.
public struct PresetPlayer: Sendable {
    /// Name of the reader: it decides in which order frame dialects are tried.
    public var reader: String
    /// What the card was found to be.
    public var identity: CardIdentity
    /// Pauses.
    public var time: TimeSource
    /// Looked at between steps.
    public var interruption: Interruption

    /// Most parts in which an answer is fetched.
    private static let partLimit = 256
    /// Code of the escape command (`SCARD_CTL_CODE(1)` of pcsc-lite).
    private static let escapeCode: UInt32 = 0x4200_0001

    /// A player for the card of this identity.
    public init(
        reader: String, identity: CardIdentity, time: TimeSource = .system, interruption: Interruption = .never
    ) {
        self.reader = reader
        self.identity = identity
        self.time = time
        self.interruption = interruption
    }

    /// Plays `run` to its end, or to the first answer that is not as expected; `tell` gets each step as it was done.
    ///
    /// Frames go through `frames`, which keeps its channel, so that a chip that was opened with a password stays so from
    /// one preset to the next. Whoever gave it closes it.
    public func play(
        _ run: inout PresetRun, on link: any CardLink, frames: PresetFrames, tell: (PresetRun.StepResult) -> Void
    ) throws(PresetFailure) {
        // Somebody agreed to it for one card.
        if run.preset.effect.needsConsent { try recognise(link, closely: false) }
        while let command = try run.nextCommand() {
            switch command.way {
            case .send, .escape:
                try check()
                frames.close()
                let reply =
                    if command.way == .send { try send(command.bytes, run, link, tell) } else {
                        ReplyPattern.Reply.bytes(
                            try failing { () throws(CardError) in
                                try link.control(Self.escapeCode, command.bytes)
                            })
                    }
                guard try take(reply, &run, tell) else { return }
            case .frame: guard try playFrames(&run, frames, tell) else { return }
            }
        }
    }

    /// The same with a channel of its own, while no other program can come between.
    public func play(
        _ run: inout PresetRun, on link: any CardLink, tell: (PresetRun.StepResult) -> Void
    ) throws(PresetFailure) {
        let frames = PresetFrames(link, FrameOpening(reader: reader, time: time))
        var copy = run
        let result = Self.exclusively(on: link) { () throws(PresetFailure) in
            defer { frames.close() }
            try play(&copy, on: link, frames: frames, tell: tell)
        }
        run = copy
        try result.get()
    }

    /// Runs `body` while no other program can come between.
    public static func exclusively(
        on link: any CardLink, _ body: () throws(PresetFailure) -> Void
    ) -> Result<Void, PresetFailure> {
        do throws(CardError) {
            return try link.withTransaction { () throws(CardError) in
                do throws(PresetFailure) { return .success(try body()) } catch { return .failure(error) }
            }
        } catch {
            return .failure(.card(error))
        }
    }

    /// The same once the card was seen to be the one that was identified, which is what somebody agreed to; otherwise
    /// nothing is sent.
    ///
    /// - `closely`: compares answer to reset and identifier too.
    /// - `restarts`: gives the card a cold reset first, so that it is as after power-up.
    public func exclusively(
        on link: any CardLink, closely: Bool, restarts: Bool, _ body: () throws(PresetFailure) -> Void
    ) -> Result<Void, PresetFailure> {
        Self.exclusively(on: link) { () throws(PresetFailure) in
            try recognise(link, closely: closely)
            if restarts {
                // Whoever holds the card in this moment holds it still.
                _ = try failing { () throws(CardError) in try link.reset(.cold) }
                try recognise(link, closely: false)
            }
            try body()
        }
    }

    private func recognise(_ link: any CardLink, closely: Bool) throws(PresetFailure) {
        let identifier = CardIdentifier(reader: reader, time: time, interruption: interruption)
        let difference = try failing { () throws(CardError) in
            try identifier.difference(identity, on: link, closely: closely)
        }
        if let difference { throw .otherCard(difference) }
    }

    private func take(
        _ reply: ReplyPattern.Reply, _ run: inout PresetRun, _ tell: (PresetRun.StepResult) -> Void
    ) throws(PresetFailure) -> Bool {
        guard let result = try run.take(reply) else { return false }
        tell(result)
        return result.matches
    }

    private func check() throws(PresetFailure) {
        if interruption.isRequested { throw .card(CardError(.cancelled, during: "preset")) }
    }

    private func failing<Value>(_ body: () throws(CardError) -> Value) throws(PresetFailure) -> Value {
        do { return try body() } catch { throw .card(error) }
    }

    // MARK: - APDUs

    private func send(
        _ bytes: [UInt8], _ run: PresetRun, _ link: any CardLink, _ tell: (PresetRun.StepResult) -> Void
    ) throws(PresetFailure) -> ReplyPattern.Reply {
        let first = try failing { () throws(CardError) in try link.exchange(bytes) }
        // What stands behind FF is an answer of the reader, whose form is its own.
        guard bytes.first != 0xFF, let parsed = try? ResponseAPDU(parsing: first, during: "preset") else {
            return .bytes(first)
        }
        var response = parsed
        if let right = response.status.correctLength, let last = bytes.indices.last, bytes.count > 4 {
            tell(run.automatic(bytes, first))
            var corrected = bytes
            corrected[last] = UInt8(truncatingIfNeeded: right)
            response = try exchange(corrected, link)
        }
        var data = response.data
        var parts = 0
        while response.status.bytesAvailable != nil, parts < Self.partLimit {
            try check()
            parts += 1
            let fetch: [UInt8] = [(bytes.first ?? 0) & 0x03, 0xC0, 0x00, 0x00, response.status.sw2]
            response = try exchange(fetch, link)
            tell(run.automatic(fetch, response.encoded))
            data += response.data
            if data.count > 65_536 { break }
        }
        return .bytes(data + response.status.bytes)
    }

    private func exchange(_ bytes: [UInt8], _ link: any CardLink) throws(PresetFailure) -> ResponseAPDU {
        try failing { () throws(CardError) in
            try ResponseAPDU(parsing: try link.exchange(bytes), during: "preset")
        }
    }

    // MARK: - Frames

    /// All frame steps that follow each other go through one channel, so that the chip keeps its state between them.
    private func playFrames(
        _ run: inout PresetRun, _ frames: PresetFrames, _ tell: (PresetRun.StepResult) -> Void
    ) throws(PresetFailure) -> Bool {
        guard let technology = technology(of: run.preset) else {
            throw .noFrames(reason: "it is not known how this card talks on the air")
        }
        let channel = try framing { () throws(CardError) in try frames.channel(technology) }
        var isFirst = true
        while let command = try run.nextCommand(), command.way == .frame {
            try check()
            let mayRepeat = isFirst && run.mayRepeat
            isFirst = false
            let answer = try framing { () throws(CardError) in
                let answer = try channel.exchange(command.bytes, timeout: .milliseconds(200))
                guard answer == .silence, mayRepeat else { return answer }
                // The reader may have left the card where it hears nothing; a fresh field helps.
                do throws(CardError) {
                    try channel.restart()
                } catch {
                    guard error.code == .unsupported else { throw error }
                    return answer
                }
                return try channel.exchange(command.bytes, timeout: .milliseconds(200))
            }
            let reply: ReplyPattern.Reply =
                switch answer {
                case .bytes(let bytes): .bytes(bytes)
                case .nibble(let value): .nibble(value)
                case .silence: .silence
                }
            guard try take(reply, &run, tell) else { return false }
        }
        return true
    }

    private func framing<Value>(_ body: () throws(CardError) -> Value) throws(PresetFailure) -> Value {
        do { return try body() } catch {
            guard error.code == .unsupported else { throw .card(error) }
            throw .noFrames(reason: "this reader passes no frames to the chip: \(error.detail ?? "it has no dialect")")
        }
    }

    /// What the reader says of the card, or what chips of this kind use.
    private func technology(of preset: CommandPreset) -> RadioTechnology? {
        if let told = RadioTechnology(identity.answerToReset) { return told }
        for family in preset.families {
            switch family {
            case .felica: return .feliCa
            case .iso15693, .icode: return .iso15693
            case .type2, .ntag21x, .ultralightC, .ultralightEV1: return .iso14443A
            case .em: return identity.families.contains(.iso15693) ? .iso15693 : .iso14443A
            default: continue
            }
        }
        return nil
    }
}
