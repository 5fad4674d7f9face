public import ChipSimulation
public import ISO7816
import InlaySeams
import SecureMessaging

/// The chip of a machine readable travel document, written from 9303-10 and 9303-11.
///
/// Any bytes in, a status word out: nothing that arrives can stop it.
public final class PassportChip: ChipSimulator {
    var contents: ChipContents
    let settings: PassportSettings
    let random: RandomSource
    var session = ChipSession()
    private var pending: PendingAnswer?
    /// Commands since the chip was made; what happens at one of them happens once.
    private var commandCount = 0
    /// How often each fixed answer would have fitted.
    private var ruleCounts: [Int]
    /// There was a session since power came.
    private var hadSession = false
    /// Wrong secrets since the last right one; power does not take them away.
    var wrongSecrets = 0
    /// The card lies on the reader.
    public private(set) var isPresent = true
    /// What the last command took beyond what is usual for it.
    public private(set) var extraTime = Duration.zero
    /// Whom the chip trusts to read biometrics; nil when it does not know Terminal Authentication.
    var terminalAuthority: TerminalAuthority? { didSet { contents.setAuthorityFile(terminalAuthority, settings) } }

    /// Counters of the PIN; nil without one.
    var pin: PINCounter?

    /// A chip with these contents. Everything random that it says comes from `random`.
    init(contents: ChipContents, settings: PassportSettings, random: RandomSource = .system) {
        self.contents = contents
        self.settings = settings
        self.random = random
        ruleCounts = [Int](repeating: 0, count: settings.deviations.answers.count)
        pin = contents.passwords[PINCounter.pinReference].map { _ in PINCounter(settings) }
        terminalAuthority = contents.terminalAuthority
        self.contents.setAuthorityFile(terminalAuthority, settings)
    }

    /// 3B 8n 80 01, card capabilities, check byte.
    public var answerToReset: [UInt8] {
        // 7816-4 §12.1.1: category 80, then compact object 7 with the capabilities.
        ContactlessAnswerToReset.bytes(historicalBytes: [0x80, 0x73] + CapabilityFiles.capabilities(settings))
    }

    /// Forgets session, selection and challenge.
    public func powerUp() {
        session = ChipSession()
        session.isNowhere = settings.deviations.start == .nothing
        pending = nil
        hadSession = false
        for (index, rule) in settings.deviations.answers.enumerated() where rule.countsFromPower {
            ruleCounts[index] = 0
        }
    }

    /// Answers one command; no octets when the card is gone or power fails.
    public func handle(command: [UInt8]) -> [UInt8] {
        commandCount += 1
        extraTime = .milliseconds(settings.deviations.delays[commandCount] ?? 0)
        if commandCount == settings.deviations.leavesAt { isPresent = false }
        guard isPresent else { return [] }
        guard commandCount != settings.deviations.losesPowerAt else {
            powerUp()
            return []
        }
        return respond(to: command).encoded
    }

    /// What the driver of the reader around the chip says that it carries.
    public var readerLimits: LinkLimits { settings.deviations.reader == .short ? .short : .extended }

    /// The reader around the chip fails at commands in extended form, and its driver does not say so.
    public var readerFailsAtExtendedLength: Bool { settings.deviations.reader == .silent }

    /// How long the chip takes to answer over the air; nil when no time is to pass.
    public var readerTiming: ContactlessTiming? { settings.bitRate.map(ContactlessTiming.init) }

    // MARK: - One command

    private func respond(to bytes: [UInt8]) -> ResponseAPDU {
        let waiting = pending
        pending = nil
        let classByte: ClassByte
        let command: CommandAPDU
        let form: CommandAPDU.LengthForm
        do {
            guard let first = bytes.first, bytes.count >= 4 else { throw Refusal.wrongLength }
            classByte = try ClassByte(first)
            (command, form) = try parse(bytes)
        } catch {
            // 9303-11 §9.8.3: whatever is not a protected command ends the session.
            session.end()
            return ResponseAPDU(status: (error as? Refusal ?? .noDiagnosis).status)
        }
        if command.ins == 0xC0, let waiting { return getResponse(command, waiting) }
        guard classByte.isProtected else {
            if hadSession, settings.deviations.clearCommand == .refused {
                session.end()
                return ResponseAPDU(status: 0x6988)
            }
            session.end()
            let room = form == .short ? Room(open: 256, data: 256) : Room(open: 65_536, data: longestData)
            let answer = fixedAnswer(to: command, isProtected: false)?.answer ?? execute(command, classByte, room)
            session.proceed()
            hadSession = hadSession || session.codec != nil
            if case .upTo(let count) = command.expected { return send(answer, limit: min(count, room.data)) }
            return send(answer, limit: room.data)
        }
        return send(respondProtected(to: command, classByte, form), limit: form == .short ? 256 : longestData)
    }

    /// The answer, or its first piece when it is too long.
    private func send(_ answer: ResponseAPDU, limit: Int) -> ResponseAPDU {
        let (first, rest) = PendingAnswer.cut(answer, limit: limit)
        pending = rest
        return first
    }

    /// GET RESPONSE: the next piece of an answer as it was sent, outside of secure messaging.
    private func getResponse(_ command: CommandAPDU, _ waiting: PendingAnswer) -> ResponseAPDU {
        guard command.p1 == 0, command.p2 == 0, command.data.isEmpty else {
            return ResponseAPDU(status: Refusal.incorrectParameters.status)
        }
        var rest = waiting
        let count: Int
        switch command.expected {
        case .nothing: return ResponseAPDU(status: Refusal.wrongLength.status)
        case .upTo(let wanted): count = min(wanted, longestData)
        case .asMuchAsPossible: count = 256
        }
        let piece = rest.next(count)
        pending = rest.isEmpty ? nil : rest
        return piece
    }

    private func parse(_ bytes: [UInt8]) throws(Refusal) -> (CommandAPDU, CommandAPDU.LengthForm) {
        guard let parsed = try? CommandAPDU.parse(bytes) else { throw .wrongLength }
        if parsed.form == .extended {
            guard settings.extendedLength == .on, bytes.count <= settings.maximumCommand else { throw .wrongLength }
        }
        return parsed
    }

    /// Data field of the longest answer in extended form.
    private var longestData: Int { min(settings.maximumResponse - 2, 65_536) }

    /// 9303-11 §9.8.3: an error of secure messaging is answered plainly and ends the session; every other answer is
    /// protected.
    private func respondProtected(
        to command: CommandAPDU, _ classByte: ClassByte, _ form: CommandAPDU.LengthForm
    ) -> ResponseAPDU {
        guard var codec = session.codec else { return ResponseAPDU(status: 0x6988) }
        let plain: CommandAPDU
        do {
            plain = try codec.unprotect(command: command)
        } catch {
            session.end()
            return ResponseAPDU(status: error == .missingDataObjects ? 0x6987 : 0x6988)
        }
        let size = form == .short ? 256 : longestData
        let room = Room(open: 256, data: SecureMessagingCodec.answerCapacity(size, cipher: session.cipher))
        let fixed = fixedAnswer(to: plain, isProtected: true)
        let answer = fixed?.answer ?? execute(plain, classByte, room)
        if let travel = fixed?.travel ?? errorTravel(plain, answer), travel != .protected {
            return sendInClear(answer, travel, counted: codec)
        }
        let end = fileEnd(plain, answer)
        let sent =
            end == .wrongPadding
            ? try? codec.protectPaddedWrongly(response: ResponseAPDU(data: answer.data, status: 0x6282))
            : try? codec.protect(response: answer)
        guard var protected = sent else {
            session.end()
            return ResponseAPDU(status: Refusal.noDiagnosis.status)
        }
        if end == .wrongMAC, let last = protected.data.indices.last { protected.data[last] ^= 0x01 }
        session.proceed(with: codec)
        return protected
    }

    /// How much an answer can hold.
    struct Room {
        /// What an Le of zeros stands for; in data object 97 one byte of them is 256 in any form.
        let open: Int
        /// Most bytes of plain data.
        let data: Int
    }

    /// MANAGE SECURITY ENVIRONMENT, by what it prepares (9303-11 §4.4.4.1, §6.2.4, §7.1.4).
    private func manageSecurityEnvironment(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard !contents.pace.isEmpty || !contents.chipAuthentication.keys.isEmpty || terminalAuthority != nil else {
            throw .unknownInstruction
        }
        switch (command.p1, command.p2) {
        case (0xC1, 0xA4): return try setPACE(command)
        case (0x41, 0xA4): return try setChipAuthentication(command)
        case (0x41, 0xA6): return try setKeyAgreementTemplate(command)
        case (0x81, 0xB6): return try setVerificationKey(command)
        case (0x81, 0xA4): return try setTerminal(command)
        default: throw .incorrectParameters
        }
    }

    private func execute(_ command: CommandAPDU, _ classByte: ClassByte, _ room: Room) -> ResponseAPDU {
        do throws(Refusal) {
            // 9303-11 §9.3.2: chaining is for GENERAL AUTHENTICATE only.
            guard !classByte.isChained || command.ins == 0x86 else { throw Refusal.chaining }
            if command.ins != 0x86 {
                session.pace = nil
                session.chipAuthentication = nil
            }
            // Nothing but SELECT leads anywhere while no directory is current.
            guard !session.isNowhere || command.ins == 0xA4 else { throw Refusal.conditionsOfUse }
            switch command.ins {
            case 0x22: return try manageSecurityEnvironment(command)
            case 0x04, 0x44: return try manageActivation(command)
            case 0x2A: return try performSecurityOperation(command)
            case 0x2C: return try resetRetryCounter(command)
            case 0x82: return try externalAuthenticate(command)
            case 0x84: return try getChallenge(command)
            case 0x86: return try generalAuthenticate(command, isChained: classByte.isChained, room)
            case 0x88: return try internalAuthenticate(command, room)
            case 0xA4: return try select(command)
            case 0xB0: return try readBinary(command, room)
            case 0xB1: return try readBinaryOdd(command, room)
            default: throw Refusal.unknownInstruction
            }
        } catch {
            noteFailure(command, error)
            return ResponseAPDU(status: error.status)
        }
    }

    // MARK: - Departures from the standard

    /// What the settings say that `command` is answered with.
    private func fixedAnswer(
        to command: CommandAPDU, isProtected: Bool
    ) -> (answer: ResponseAPDU, travel: AnswerRule.Travel)? {
        for (index, rule) in settings.deviations.answers.enumerated()
        where rule.fits(command, isProtected: isProtected) {
            ruleCounts[index] += 1
            guard rule.number == nil || rule.number == ruleCounts[index], let answer = rule.response else { continue }
            // A challenge is good for one try, whatever becomes of it.
            if command.ins == 0x82 { session.challenge = nil }
            return (answer, rule.travel)
        }
        return nil
    }

    /// How an error of READ BINARY travels; nil for anything else.
    private func errorTravel(_ command: CommandAPDU, _ answer: ResponseAPDU) -> AnswerRule.Travel? {
        let isError = answer.data.isEmpty && answer.status != .success
        return isError && command.ins & 0xFE == 0xB0 ? settings.deviations.sessionError : nil
    }

    /// A bare status word inside the session; `counted` is the codec that has taken the command.
    private func sendInClear(
        _ answer: ResponseAPDU, _ travel: AnswerRule.Travel, counted codec: SecureMessagingCodec
    ) -> ResponseAPDU {
        switch travel {
        case .protected, .kept: break
        case .counted: session.proceed(with: codec)
        case .dropped: session.end()
        }
        return answer
    }

    /// What is wrong with an answer that reaches the end of a file of which more than that was not asked for.
    private func fileEnd(_ command: CommandAPDU, _ answer: ResponseAPDU) -> Deviations.FileEnd {
        guard command.ins == 0xB0, !answer.data.isEmpty, let identifier = session.currentFile,
            let file = contents.files.file(identifier, in: session.directory)
        else { return .standard }
        let offset = command.p1 & 0x80 == 0 ? Int(command.p1) << 8 | Int(command.p2) : Int(command.p2)
        // A file that fits into one answer is read as a whole, by every chip.
        guard offset > 0, offset + answer.data.count == file.contents.count else { return .standard }
        return settings.deviations.fileEnd == .wrongMAC && command.expected == .asMuchAsPossible
            ? .standard : settings.deviations.fileEnd
    }

    /// Counts a wrong secret; the chip takes its time after each.
    private func noteFailure(_ command: CommandAPDU, _ refusal: Refusal) {
        guard settings.deviations.slowsDown, [0x82, 0x86].contains(command.ins), refusal == .authenticationFailed
        else { return }
        wrongSecrets = min(wrongSecrets + 1, 12)
        extraTime += .milliseconds(500 << wrongSecrets)
    }
}
