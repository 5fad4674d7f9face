public import InlaySeams

/// A link that tells an observer about every exchange: exactly the bytes on the wire, below chaining, GET RESPONSE and
/// secure messaging.
public final class TracingLink: CardLink {
    private let base: any CardLink
    private let time: TimeSource
    private let observe: (Exchange) -> Void
    private let began: Duration
    private var count = 0

    /// Traces `base`. What `observe` gets holds everything; see `HarmlessExchange` for what may leave the program.
    public init(_ base: any CardLink, time: TimeSource = .system, observe: @escaping (Exchange) -> Void) {
        self.base = base
        self.time = time
        self.observe = observe
        began = time.monotonic
    }

    /// Of the link below.
    public var answerToReset: AnswerToReset { base.answerToReset }
    /// Of the link below.
    public var limits: LinkLimits { base.limits }

    /// Passes on the bytes and tells about them.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try traced(command) { () throws(CardError) in try base.exchange(command) }
    }

    /// Passes on the bytes and tells about them.
    public func exchangeInClosing(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try traced(command) { () throws(CardError) in try base.exchangeInClosing(command) }
    }

    private func traced(
        _ command: [UInt8], _ exchange: () throws(CardError) -> [UInt8]
    ) throws(CardError) -> [UInt8] {
        let start = time.monotonic
        do {
            let answer = try exchange()
            tell(command, .answer(answer), from: start)
            return answer
        } catch {
            tell(command, .failure(error.code), from: start)
            throw error
        }
    }

    /// Passes on.
    public func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        try base.control(code, input)
    }

    /// Of the link below.
    public func insertion() throws(CardError) -> Int { try base.insertion() }

    /// Passes on.
    public func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }

    /// Passes on.
    public func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }

    private func tell(_ command: [UInt8], _ outcome: Exchange.Outcome, from start: Duration) {
        count += 1
        observe(
            Exchange(
                number: count, start: start - began, duration: time.monotonic - start, command: command,
                outcome: outcome))
    }
}
