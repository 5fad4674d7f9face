public import ChipSimulation
import ISO7816
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
    /// Whom the chip trusts to read biometrics; nil when it does not know Terminal Authentication.
    var terminalAuthority: TerminalAuthority? { didSet { contents.setAuthorityFile(terminalAuthority, settings) } }

    /// Counters of the PIN; nil without one.
    var pin: PINCounter?

    /// A chip with these contents. Everything random that it says comes from `random`.
    init(contents: ChipContents, settings: PassportSettings, random: RandomSource = .system) {
        self.contents = contents
        self.settings = settings
        self.random = random
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
        pending = nil
    }

    /// Answers one command.
    public func handle(command: [UInt8]) -> [UInt8] { respond(to: command).encoded }

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
            session.end()
            let room = form == .short ? Room(open: 256, data: 256) : Room(open: 65_536, data: longestData)
            let answer = execute(command, classByte, room)
            session.proceed()
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
            guard settings.extendedLength, bytes.count <= settings.maximumCommand else { throw .wrongLength }
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
        let answer = execute(plain, classByte, room)
        guard let protected = try? codec.protect(response: answer) else {
            session.end()
            return ResponseAPDU(status: Refusal.noDiagnosis.status)
        }
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
            return ResponseAPDU(status: error.status)
        }
    }
}
