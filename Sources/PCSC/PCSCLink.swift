import CPCSC
public import ISO7816
public import InlaySeams
import Octets

/// A connection to the card on a PC/SC reader.
///
/// Calls that can block run on a thread of the link's own, and the caller waits for at most `timeLimit`. A call that does
/// not return is abandoned there: the link then throws `readerStuck` for everything, and the process can still end.
/// After `interruption` a command that is under way may finish; the next one is refused with `cancelled`.
public final class PCSCLink: CardLink {
    /// The reader's name.
    public let reader: String
    /// How the card is shared.
    public let sharing: Sharing
    /// What the card said at its last reset; empty in a direct connection without a card.
    public private(set) var answerToReset: AnswerToReset
    /// What reader and card speak.
    public private(set) var transmissionProtocol: TransmissionProtocol
    /// The largest command and answer.
    ///
    /// Where the driver does not tell (`limitsAreKnown` is false) these are the short ones, because many readers fail on
    /// more. `exchange` then still sends what it is given, and the first longer command or answer that passes raises
    /// the limits for good.
    public private(set) var limits: LinkLimits
    /// True when the driver told the limits (PC/SC part 10, `dwMaxAPDUDataSize`), or a longer exchange proved them.
    public private(set) var limitsAreKnown: Bool
    /// How long one call may take.
    public var timeLimit: Duration
    /// Looked at before and during every call.
    public var interruption: Interruption
    /// What becomes of the card when the link is released without `disconnect`. Set it to `reset` once secrets or
    /// sessions are on the card (Docs/rules.md 14).
    public var dispositionOnRelease: Disposition = .leave

    /// Why a call is left on the thread.
    private enum PendingCall {
        case interrupted, abandoned
    }

    private static let begin = "SCardBeginTransaction"
    /// How long ending a transaction or a connection is waited for.
    private static let closingLimit = Duration.seconds(3)

    private let functions: PCSCFunctions
    private let thread: CallThread
    private let context: PCSCFunctions.Handle
    private let card: PCSCFunctions.Handle
    private var pending: PendingCall?
    private var isClosed = false
    private var transactionDepth = 0
    /// How often the card was seen to have been taken away, and the service's count of cards that came and went.
    private var insertions = 0
    private var eventCount: Int?
    /// Set while work runs on the link's thread, which then makes the calls itself.
    private var deadline: CallDeadline?
    /// The call that was made last, and what for.
    private var lastCall: (function: String, step: Step) = ("", "exchange")
    /// Commands are sent although the user gave up.
    private var isClosing = false

    init(
        functions: PCSCFunctions, reader: String, sharing: Sharing, timeLimit: Duration, interruption: Interruption
    ) throws(CardError) {
        let step: Step = "connecting to the card"
        guard !interruption.isRequested else { throw CardError(.cancelled, during: step) }
        let thread = CallThread()
        let opening = Opening()
        let failure: CardError
        switch thread.perform(
            within: timeLimit, unless: interruption, { opening.connect(functions, to: reader, sharing) })
        {
        case .returned(.success(let opened)):
            self.functions = functions
            self.thread = thread
            self.reader = reader
            self.sharing = sharing
            self.timeLimit = timeLimit
            self.interruption = interruption
            context = opened.context
            card = opened.card
            answerToReset = AnswerToReset(opened.answerToReset)
            transmissionProtocol = TransmissionProtocol(opened.activeProtocol)
            // T=0 has no extended length, whatever the driver takes for T=1.
            limits = transmissionProtocol == .t0 ? .short : opened.limits ?? .extended
            limitsAreKnown = opened.limits != nil
            return
        case .returned(.failure(let problem)):
            failure =
                Self.isOddAnswer(problem.error, reader, functions, during: step)
                ?? CardError(problem.error, in: problem.phase, during: step, reader: reader)
        case .interrupted:
            failure = CardError(.cancelled, during: step)
        case .abandoned:
            failure =
                Self.isInUse(reader, functions)
                ? CardError(
                    .inUse, during: step, detail: "\(reader): another program keeps the card")
                : Self.hanging("SCardConnect", on: reader, within: timeLimit, during: step)
        }
        // Runs when the call returns, however late.
        thread.post { opening.close(functions) }
        throw failure
    }

    deinit { disconnect(dispositionOnRelease) }

    // MARK: - CardLink

    /// Sends exactly these bytes and returns exactly what came back.
    ///
    /// Throws `cardReset` when another program reset the card: the link can be used again, with a fresh card.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let step: Step = "exchange"
        guard command.count >= 4 else {
            throw CardError(.unsupported, during: step, detail: "a command has at least four bytes")
        }
        let largest = limitsAreKnown ? limits.maximumCommand : LinkLimits.extended.maximumCommand
        guard command.count <= largest else { throw CardError(.commandTooLong(limit: largest), during: step) }
        guard let number = transmissionProtocol.number else {
            throw CardError(.unsupported, during: step, detail: "the connection is to the reader, not to a card")
        }
        let transmit = functions.transmit
        let function = transactionDepth > 0 ? "SCardTransmit" : "SCardTransmit (a foreign transaction, or the driver)"
        let output = try call(function, during: step) { transmit($0, number, command) }
        if PCSCError(code: output.code) == .notTransacted { throw whyNotTransacted(command, during: step) }
        let answer = try checked(output, in: .card, during: step)
        // A driver may take a card that left in the middle for a card that said nothing (vpcd does).
        if answer.isEmpty, cardIsGone(during: step) {
            throw CardError(PCSCError.removedCard, in: .card, during: step, reader: reader)
        }
        if !limitsAreKnown,
            command.count > LinkLimits.short.maximumCommand || answer.count > LinkLimits.short.maximumResponse
        {
            limits = .extended
            limitsAreKnown = true
        }
        return answer
    }

    /// Sends a command although the user gave up, so that no session stays open in the reader.
    public func exchangeInClosing(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        isClosing = true
        defer { isClosing = false }
        return try exchange(command)
    }

    /// Talks to the reader (`SCardControl`). Throws `unsupported` where the driver refuses.
    public func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        let step: Step = "reader control"
        let control = functions.control
        let output = try call("SCardControl", during: step) { control($0, code, input) }
        return try checked(output, in: .control, during: step)
    }

    /// Restarts the card; this link's own sessions on it are gone, and other programs are told.
    public func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        let step: Step = "resetting the card"
        let initialization = UInt32(kind == .cold ? SCARD_UNPOWER_CARD : SCARD_RESET_CARD)
        try reconnect(initialization, during: step)
        return answerToReset
    }

    /// Which card lies there, by what the service counts. It is asked, and not the connection: that is told of a removal
    /// once, and forgets it with the next reset, its own or another program's.
    public func insertion() throws(CardError) -> Int {
        let step: Step = "looking at the card"
        let (functions, context, reader) = (functions, context, reader)
        let (code, row) = try call("SCardGetStatusChange", during: step) { _ in
            var rows = ReaderRows([reader]).rows
            return (functions.statusChange(context, 0, &rows), rows.first)
        }
        try check(code, in: .service, during: step)
        guard let state = row.map({ ReaderState($0) }), state.isCardPresent else {
            throw CardError(PCSCError.removedCard, in: .card, during: step, reader: reader)
        }
        if let eventCount, eventCount != state.eventCount { insertions += 1 }
        eventCount = state.eventCount
        return insertions
    }

    /// Runs `body` while no other program reaches the card; ends the transaction whatever happens. May be nested.
    ///
    /// Throws `inUse` when another program holds the card for longer than the time limit.
    public func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        let step: Step = "beginning a transaction"
        if transactionDepth == 0 {
            let begin = functions.beginTransaction
            let code = try call(Self.begin, during: step, grace: .zero) { begin($0) }
            try check(code, in: .card, during: step)
        }
        transactionDepth += 1
        defer {
            transactionDepth -= 1
            if transactionDepth == 0 { endTransaction() }
        }
        return try body()
    }

    // MARK: - Work beside the caller

    /// Hands the link over to `work`, which runs on the link's own thread: there a call costs no change of threads, and
    /// what `work` tells is heard here, in order, while the card works on. Returns what `work` returns.
    ///
    /// Until then everything that `work` touches is its own; `hear` must not touch it. The limits of each call are
    /// watched from here: when one hangs, what was told before is heard, an error as of that call is thrown, and `work`
    /// does not go on, even if the call returns.
    public func handOver<Event: Sendable, R>(
        hearing hear: @escaping (Event) -> Void, _ work: @escaping (_ tell: @escaping (Event) -> Void) -> R
    ) throws(CardError) -> R {
        guard deadline == nil else { return work(hear) }
        guard !isClosed, pending == nil else { throw anEarlierCallHangs(during: "exchange") }
        let deadline = CallDeadline()
        let handOver = HandOver(work)
        let depth = transactionDepth
        self.deadline = deadline
        defer { self.deadline = nil }
        thread.post { handOver.run() }
        var interrupted: Duration?
        while true {
            let (events, hasEnded) = handOver.events.take(within: .milliseconds(10))
            events.forEach(hear)
            if hasEnded, let result = handOver.result { return result }
            let now = TimeSource.system.monotonic
            if interrupted == nil, interruption.isRequested { interrupted = now }
            guard let reason = deadline.giveUp(at: now, interrupted: interrupted) else { continue }
            handOver.events.take(within: .zero).events.forEach(hear)
            transactionDepth = depth
            isClosing = false
            throw gaveUp(reason)
        }
    }

    // MARK: - The end

    /// Ends the connection; a second call does nothing. True when it was done within three seconds.
    ///
    /// When a call hangs, the end follows once that returns, if ever.
    @discardableResult
    public func disconnect(_ disposition: Disposition) -> Bool {
        guard !isClosed else { return true }
        isClosed = true
        let (functions, context, card, number) = (functions, context, card, disposition.number)
        // A command that the user interrupted comes to its end; one that ran out of time is not waited for again.
        let outcome = perform(within: pending == .abandoned ? .zero : Self.closingLimit) {
            let code = functions.disconnect(card, number)
            _ = functions.release(context)
            return code
        }
        guard case .returned(let code) = outcome else { return false }
        return code == 0
    }

    private func endTransaction() {
        guard !isClosed else { return }
        let (end, card) = (functions.endTransaction, card)
        // Its code does not matter: the card may be gone, and with it the transaction.
        let outcome = perform(within: pending == nil ? Self.closingLimit : .zero) {
            end(card, UInt32(SCARD_LEAVE_CARD))
        }
        if case .returned = outcome { return }
        pending = pending ?? .abandoned
    }

    // MARK: - Calls

    private func call<R: Sendable>(
        _ function: String, during step: Step, grace: Duration = .seconds(1),
        _ body: @escaping @Sendable (PCSCFunctions.Handle) -> R
    ) throws(CardError) -> R {
        guard !isClosed else {
            throw CardError(.readerUnavailable, during: step, detail: "\(reader): the connection was ended")
        }
        guard isClosing || !interruption.isRequested else { throw CardError(.cancelled, during: step) }
        // What the user interrupted may have come to its end; nothing is sent unless it has.
        if pending == .interrupted, deadline == nil, case .returned = thread.perform(within: timeLimit, {}) {
            pending = nil
        }
        guard pending == nil else { throw anEarlierCallHangs(during: step) }
        let card = card
        lastCall = (function, step)
        switch perform(within: timeLimit, grace: isClosing ? nil : grace, { body(card) }) {
        case .returned(let result): return result
        case .interrupted: throw gaveUp(.interruption)
        case .abandoned: throw gaveUp(.timeLimit)
        }
    }

    /// The last call stays where it hangs.
    private func gaveUp(_ reason: CallDeadline.Reason) -> CardError {
        let (function, step) = lastCall
        switch reason {
        case .interruption:
            pending = .interrupted
            return CardError(.cancelled, during: step, detail: "\(reader): \(function) has not returned yet")
        case .timeLimit:
            pending = .abandoned
            guard function == Self.begin else {
                return Self.hanging(function, on: reader, within: timeLimit, during: step)
            }
            return CardError(.inUse, during: step, detail: "\(reader): another program keeps the card in a transaction")
        }
    }

    private func anEarlierCallHangs(during step: Step) -> CardError {
        CardError(.readerStuck, during: step, detail: "\(reader): an earlier call has not returned")
    }

    /// Makes a call on the link's thread. `grace` is what it gets after an interruption; nil: it is not interrupted.
    private func perform<R: Sendable>(
        within limit: Duration, grace: Duration? = nil, _ call: @escaping @Sendable () -> R
    ) -> CallThread.Outcome<R> {
        guard let deadline else {
            guard let grace else { return thread.perform(within: limit, call) }
            return thread.perform(within: limit, unless: interruption, grace: grace, call)
        }
        deadline.begin(within: limit, grace: grace)
        let result = call()
        guard deadline.end() else { thread.abandonWork() }
        return .returned(result)
    }

    private func check(_ code: UInt32, in phase: PCSCPhase, during step: Step) throws(CardError) {
        guard code != 0 else { return }
        let error = PCSCError(code: code)
        // pcsc-lite refuses everything after a foreign reset until the reset is acknowledged by reconnecting.
        if error == .resetCard { try? reconnect(UInt32(SCARD_LEAVE_CARD), during: step) }
        if error == .removedCard { insertions += 1 }
        throw CardError(error, in: phase, during: step, reader: reader)
    }

    private func checked(
        _ output: PCSCFunctions.Output, in phase: PCSCPhase, during step: Step
    ) throws(CardError) -> [UInt8] {
        try check(output.code, in: phase, during: step)
        guard output.isWhole else {
            throw CardError(
                .malformedResponse, during: step,
                detail: "\(reader): the driver claims \(output.claimed) bytes and gave \(output.bytes.count)")
        }
        return output.bytes
    }

    private func reconnect(_ initialization: UInt32, during step: Step) throws(CardError) {
        let (functions, sharing) = (functions, sharing)
        let (code, activeProtocol, status) = try call("SCardReconnect", during: step) {
            functions.restart($0, sharing, initialization)
        }
        guard code == 0 else { throw CardError(PCSCError(code: code), in: .card, during: step, reader: reader) }
        transmissionProtocol = TransmissionProtocol(activeProtocol)
        if status.isWhole { answerToReset = AnswerToReset(status.bytes) }
    }

    /// What is behind "not transacted", the one answer of drivers to everything that went wrong on the way.
    private func whyNotTransacted(_ command: [UInt8], during step: Step) -> CardError {
        guard !cardIsGone(during: step) else {
            return CardError(PCSCError.removedCard, in: .card, during: step, reader: reader)
        }
        var error = CardError(PCSCError.notTransacted, in: .card, during: step, reader: reader)
        if command.count > LinkLimits.short.maximumCommand {
            error.code = .commandTooLong(limit: LinkLimits.short.maximumCommand)
            // Remembered for the session: this driver does not carry what it did not say.
            limits = .short
            limitsAreKnown = true
        }
        return error
    }

    /// True when the card was taken away. The service looks at the reader a few times a second, so it may see that only
    /// a moment later.
    private func cardIsGone(during step: Step) -> Bool {
        let (functions, context, reader) = (functions, context, reader)
        let isGone = try? call("SCardGetStatusChange", during: step) { _ in
            var watch = ReaderRows([reader])
            for milliseconds: UInt32 in [0, 800] {
                var rows = watch.rows
                guard functions.statusChange(context, milliseconds, &rows) == 0 else { return false }
                if !rows.contains(where: { ReaderState($0).isCardPresent }) { return true }
                watch.remember(rows)
            }
            return false
        }
        return isGone ?? false
    }

    private static func hanging(
        _ function: String, on reader: String, within limit: Duration, during step: Step
    ) -> CardError {
        CardError(.readerStuck, during: step, detail: "\(reader): \(function) did not return within \(limit)")
    }

    /// Where nobody else is connected, only the card's own answer to reset can be why the service finds no protocol.
    private static func isOddAnswer(
        _ error: PCSCError, _ reader: String, _ functions: PCSCFunctions, during step: Step
    ) -> CardError? {
        guard error == .protocolMismatch, let state = state(reader, functions), !state.isInUse, !state.isExclusive
        else { return nil }
        let answer = state.answerToReset.map { Hex.string($0.bytes) } ?? "nothing"
        return CardError(
            .malformedResponse, during: step,
            detail: "\(reader): the answer to reset, \(answer), names no protocol that the service understands",
            underlying: error)
    }

    /// True when somebody is connected to the card.
    private static func isInUse(_ reader: String, _ functions: PCSCFunctions) -> Bool {
        state(reader, functions).map { $0.isInUse || $0.isExclusive } ?? false
    }

    /// Asked in a conversation of its own, since the link's may hang.
    private static func state(_ reader: String, _ functions: PCSCFunctions) -> ReaderState? {
        guard let conversation = try? Conversation(functions, within: .seconds(3)),
            let seen = try? conversation.change(
                ReaderRows([reader]).rows, within: .zero, interruption: .never, during: "looking at readers")
        else { return nil }
        return seen.rows.first.map { ReaderState($0) }
    }
}
