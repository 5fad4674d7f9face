package import ISO7816
package import LDS
import Octets
import SecureMessaging

/// Reads elementary files over one channel: by short identifier or SELECT, with the largest block that card and reader
/// carry, every byte once (Docs/rules.md 1 to 4).
package final class FileReader {
    /// What became of a file.
    package enum Outcome {
        case read([UInt8])
        case skipped(SkipReason)
    }

    /// The channel in use; another one after access was renewed.
    package private(set) var channel: any CardChannel
    private var blockSize: BlockSize
    private var selectsFiles = false
    /// The chip protects the end of a file rightly only when no number of bytes is asked for.
    private var asksOpenlyAtEnd = false
    private let renew: () throws(CardError) -> any CardChannel
    private var renewals = 0
    private let checkCancelled: () throws(CardError) -> Void

    /// What the chip did that it should not.
    package private(set) var deviations: [ReadingDeviation] = []
    /// READ BINARY commands of the last file.
    private(set) var readCount = 0
    /// Called when bytes have come.
    package var onProgress: ((FileID, _ read: Int, _ total: Int?) -> Void)?

    /// Access is renewed at most this often in one read, and once per file.
    private static let renewalLimit = 3

    /// `renew` sets access up again and returns the new channel.
    init(
        _ channel: any CardChannel, blockSize: BlockSize, checkCancelled: @escaping () throws(CardError) -> Void,
        renew: @escaping () throws(CardError) -> any CardChannel
    ) {
        self.channel = channel
        self.blockSize = blockSize
        self.checkCancelled = checkCancelled
        self.renew = renew
    }

    /// A reader of single files for whoever chooses them one by one, with blocks of short length. `selectsFiles`: no short
    /// identifier is used, because what lies there may be no passport and mean another file by it.
    package convenience init(
        _ channel: any CardChannel, selectsFiles: Bool, checkCancelled: @escaping () throws(CardError) -> Void,
        renew: @escaping () throws(CardError) -> any CardChannel
    ) {
        let cipher = (channel as? SecureChannel)?.cipher
        self.init(
            channel, blockSize: BlockSize(cipher: cipher, extended: nil), checkCancelled: checkCancelled, renew: renew)
        self.selectsFiles = selectsFiles
    }

    /// Goes on over another channel to the same application.
    func use(_ channel: any CardChannel) {
        self.channel = channel
        blockSize.use(cipher: (channel as? SecureChannel)?.cipher)
    }

    /// Reads `file` in the current application.
    ///
    /// Throws when the channel can no longer be used; anything else is an outcome of this file alone.
    package func read(_ file: FileID) throws(CardError) -> Outcome {
        readCount = 0
        var state = State(file: file)
        while true {
            try checkCancelled()
            if let total = state.total, state.bytes.count >= total { break }
            readCount += 1
            // A chip that gives a byte at a time must not hold the user for ever.
            guard readCount <= 64 + (state.total ?? 65_536) / 64 else { return .skipped(.tooManyPieces) }
            switch try next(&state) {
            case .goOn: continue
            case .endOfFile: return .read(finish(state))
            case .skip(let reason): return .skipped(reason)
            }
        }
        return .read(finish(state))
    }

    // MARK: - One command

    private struct State {
        let file: FileID
        var bytes: [UInt8] = []
        var total: Int?
        /// The file is the current EF.
        var isCurrent = false
        var triedSelect = false
        var rolledBack = false
        var renewed = false
        /// Bytes that the chip itself asked to be read next (6Cxx), and how often it did so.
        var namedLength: Int?
        var namedLengths = 0
        /// A length that is named twice in a file is the most that the chip gives.
        var lastNamedLength: Int?

        init(file: FileID) { self.file = file }
    }

    private enum Next {
        case goOn
        case endOfFile
        case skip(SkipReason)
    }

    private func next(_ state: inout State) throws(CardError) -> Next {
        if !state.isCurrent, selectsFiles || !state.bytes.isEmpty || state.triedSelect {
            if let reason = try select(&state) { return .skip(reason) }
        }
        let offset = state.bytes.count
        let wanted = min(state.namedLength ?? .max, blockSize.current, (state.total ?? .max) - offset)
        state.namedLength = nil
        let isEnd = state.total.map { offset + wanted >= $0 } ?? false
        var request = Self.command(
            state.file, at: offset, wanted: wanted, room: max(blockSize.current, wanted), isCurrent: state.isCurrent)
        if isEnd, asksOpenlyAtEnd { request.command.expected = .asMuchAsPossible }
        let response: ResponseAPDU
        do {
            response = try channel.transmit(request.command)
        } catch {
            return try recover(from: error, request, isEnd: isEnd, &state)
        }
        let bySFI = !state.isCurrent
        let data = request.usesOddInstruction ? Self.discretionaryData(response.data) : response.data
        switch response.status {
        case 0x9000 where !data.isEmpty, 0x6282 where !data.isEmpty:
            state.isCurrent = true
            state.rolledBack = false
            return append(data, wanted: request.byteCount, ended: response.status == 0x6282, &state)
        case 0x9000:
            note(.emptyAnswer(state.file, wanted: wanted))
            if blockSize.reduce() { return .goOn }
            // Nothing at any size: an empty file, or a chip that stops giving.
            return state.bytes.isEmpty ? .endOfFile : .skip(.tooManyPieces)
        case 0x6282: return .endOfFile
        case 0x6B00 where offset > 0: return .endOfFile
        case _ where response.status.correctLength != nil, 0x6700, 0x6B00:
            return smaller(response.status, &state) ? .goOn : .skip(.failed(response.status))
        case 0x6982 where bySFI || offset == 0: return .skip(.notPermitted(response.status))
        case _ where bySFI:
            // SFI reads are one of two ways; chips exist that know only the other (9303-10 §3.6).
            state.triedSelect = true
            if let reason = try select(&state) { return .skip(reason) }
            deviations.append(.shortFileIdentifierRefused(state.file, response.status))
            selectsFiles = true
            readCount -= 1
            return .goOn
        default: return .skip(.failed(response.status))
        }
    }

    private func append(_ data: [UInt8], wanted: Int, ended: Bool, _ state: inout State) -> Next {
        // A chip may not give more than was asked for; what is too much is not believed.
        if data.count > wanted, !asksOpenlyAtEnd {
            note(.longAnswer(state.file, wanted: wanted, given: data.count))
        } else if ended, data.count == wanted, !asksOpenlyAtEnd {
            note(.endAnnouncedWithoutNeed(state.file))
        }
        state.bytes += data.prefix(wanted)
        if state.total == nil {
            switch FileLength(beginning: state.bytes) {
            case .unknown: break
            case .unreadable:
                if !state.file.isWithoutTemplate { note(.noLength(state.file)) }
            case .bytes(let total) where !state.file.isWithoutTemplate:
                guard total <= FileLength.limit else { return .skip(.tooLarge(announced: total)) }
                state.total = total
            case .bytes: break
            }
        }
        onProgress?(state.file, min(state.bytes.count, state.total ?? .max), state.total)
        guard state.bytes.count <= FileLength.limit else { return .skip(.tooLarge(announced: state.bytes.count)) }
        if ended {
            // Where the data end is not told by a padding that is none.
            if state.total == nil, (channel as? SecureChannel)?.lastAnswerWasPaddedWrongly == true {
                return .skip(.failed(0x6282))
            }
            return .endOfFile
        }
        if let total = state.total, data.count < wanted, state.bytes.count < total {
            note(.shortAnswer(state.file, wanted: wanted, given: data.count))
        }
        // Without a length of its own a file ends where an answer is short.
        if state.total == nil, data.count < wanted, state.bytes.count >= 9 || state.file.isWithoutTemplate {
            return .endOfFile
        }
        return .goOn
    }

    private func note(_ deviation: ReadingDeviation) {
        // One sentence is enough for each way in which one file departs.
        let isKnown = deviations.contains {
            $0 == deviation || $0.identifier == deviation.identifier && $0.file == deviation.file && $0.isRepetitive
        }
        if !isKnown { deviations.append(deviation) }
    }

    private func finish(_ state: State) -> [UInt8] {
        guard let total = state.total else { return state.bytes }
        if state.bytes.count < total {
            deviations.append(
                .fileShorterThanAnnounced(state.file, announced: total, read: state.bytes.count))
        }
        // Digests are over the data object, not over what the chip stores behind it (9303-10 §4.6.2).
        return Array(state.bytes.prefix(total))
    }

    private func select(_ state: inout State) throws(CardError) -> SkipReason? {
        let identifier = state.file.fileIdentifier
        let response = try channel.transmit(
            CommandAPDU(
                ins: 0xA4, p1: 0x02, p2: 0x0C, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)]))
        switch response.status {
        case 0x9000:
            state.isCurrent = true
            return nil
        case 0x6982: return .notPermitted(response.status)
        case 0x6A82: return .absent(response.status)
        default: return .failed(response.status)
        }
    }

    /// Prepares a read of fewer bytes; false when there are none to try.
    private func smaller(_ status: StatusWord, _ state: inout State) -> Bool {
        let before = blockSize.current
        if let length = status.correctLength {
            // A large number is the most that the chip gives; a small one is what is left of this file.
            if length < BlockSize.usual, state.lastNamedLength != length {
                state.namedLength = length
                state.lastNamedLength = length
                state.namedLengths += 1
                return state.namedLengths <= 4
            }
            if blockSize.learn(length) {
                deviations.append(.blockSizeReduced(state.file, from: before, to: blockSize.current, status))
                return true
            }
        }
        guard blockSize.reduce() else { return false }
        deviations.append(.blockSizeReduced(state.file, from: before, to: blockSize.current, status))
        return true
    }

    // MARK: - When a session is in doubt (Docs/rules.md 1)

    private func recover(
        from error: CardError, _ request: Request, isEnd: Bool, _ state: inout State
    ) throws(CardError) -> Next {
        // Somebody reset the card, or its power failed for a moment: it is there, but the session is not.
        if error.code == .cardReset { return try startAgain(after: error, &state) }
        if case .commandTooLong = error.code, blockSize.useShortLength() {
            deviations.append(.extendedLengthRefused(state.file))
            return .goOn
        }
        if error.code == .transportFailed, blockSize.useShortLength() {
            // Readers exist that refuse extended commands without sending them; the counter is then in doubt.
            deviations.append(.readerRefusedExtendedLength)
            return try startAgain(after: error, &state)
        }
        guard let failure = error.underlying as? SecureMessagingFailure else { throw error }
        if case .unprotected(let status) = failure {
            deviations.append(.unprotectedError(state.file, status))
            let sessionIsLost = status == 0x6987 || status == 0x6988
            if !sessionIsLost, !state.rolledBack, !(state.renewed && blockSize.isAboveUsual),
                request.command.data.isEmpty, smaller(status, &state),
                (channel as? SecureChannel)?.rollBack() == true
            {
                state.rolledBack = true
                return .goOn
            }
            if !sessionIsLost, state.renewed, status.refusesLength, blockSize.settle() {
                // Two sessions are gone for one length: the chip is not asked for a third one.
                state.renewed = false
                return try startAgain(after: error, &state)
            }
            guard sessionIsLost || state.rolledBack else { throw error }
            if !sessionIsLost { _ = smaller(status, &state) }
            return try startAgain(after: error, &state)
        }
        // Right after a roll-back a wrong MAC means that the chip had counted the command. Any other one ends the session,
        // too; the read goes on at the same offset in a new one (Docs/decisions/0009).
        guard failure == .wrongMAC else { throw error }
        if !state.rolledBack {
            deviations.append(.wrongMAC(state.file, offset: state.bytes.count, atEnd: isEnd))
            if isEnd { asksOpenlyAtEnd = true }
        }
        return try startAgain(after: error, &state)
    }

    private func startAgain(after error: CardError, _ state: inout State) throws(CardError) -> Next {
        guard !state.renewed, renewals < Self.renewalLimit else { throw error }
        renewals += 1
        deviations.append(.accessRenewed(state.file, offset: state.bytes.count))
        use(try renew())
        state.renewed = true
        state.rolledBack = false
        state.isCurrent = false
        return .goOn
    }
}

extension FileReader {
    struct Request {
        var command: CommandAPDU
        let usesOddInstruction: Bool
        /// Bytes of the file that it asks for.
        let byteCount: Int
    }

    /// READ BINARY in the form that the offset needs (9303-10 §3.6.6).
    private static func command(
        _ file: FileID, at offset: Int, wanted: Int, room: Int, isCurrent: Bool
    ) -> Request {
        func even(_ p1: UInt8, _ p2: UInt8) -> Request {
            Request(
                command: CommandAPDU(ins: 0xB0, p1: p1, p2: p2, expected: .upTo(wanted)), usesOddInstruction: false,
                byteCount: wanted)
        }
        guard isCurrent else { return even(0x80 | file.shortFileIdentifier, 0) }
        guard offset > 0x7FFF else { return even(UInt8(offset >> 8), UInt8(offset & 0xFF)) }
        // The answer carries its own header, DO53, within the same room.
        var count = wanted
        while count > 1, 1 + TLV.length(count).count + count > room { count -= 1 }
        let command = CommandAPDU(
            ins: 0xB1, data: TLV.encode(0x54, shortestOctets(offset)),
            expected: .upTo(1 + TLV.length(count).count + count))
        return Request(command: command, usesOddInstruction: true, byteCount: count)
    }

    /// The contents of DO53.
    private static func discretionaryData(_ data: [UInt8]) -> [UInt8] {
        var reader = TLVReader(data, in: "READ BINARY")
        guard let object = try? reader.next(0x53) else { return [] }
        return Array(object.value)
    }
}

extension FileID {
    /// Files that are a row of data objects instead of one (9303-10 §3.11.2, §3.11.3).
    var isWithoutTemplate: Bool { self == .atrInfo || self == .directory }
}

extension ReadingDeviation {
    /// Happens at every read of a file once it happens at one.
    fileprivate var isRepetitive: Bool {
        switch self {
        case .shortAnswer, .longAnswer, .emptyAnswer, .endAnnouncedWithoutNeed: true
        default: false
        }
    }
}

extension StatusWord {
    /// The length that was asked for is refused.
    fileprivate var refusesLength: Bool { self == 0x6700 || self == 0x6B00 || correctLength != nil }
}
