public import ISO7816
public import InlaySeams

/// A conversation with the PC/SC service: which readers there are, what lies on them, and connections to cards.
///
/// May be used from any thread. Every call returns within its time limit, also when the service hangs. What it holds is
/// released in `deinit`.
public final class PCSCContext: Sendable {
    private let functions: PCSCFunctions
    private let conversation: Conversation
    private let waits = Monitor<[Conversation]>([])

    /// Starts the conversation. Throws `serviceUnavailable` or `permissionDenied`.
    public convenience init() throws(CardError) { try self.init(functions: .system) }

    /// A conversation through `functions`.
    package init(
        functions: PCSCFunctions, timeLimit: Duration = .seconds(10), interruption: Interruption = .never
    ) throws(CardError) {
        self.functions = functions
        conversation = try Conversation(functions, within: timeLimit, interruption: interruption)
    }

    /// Names of the readers, in the service's order. Throws `readerUnavailable` when there is none, or `cancelled`.
    public func readers(
        timeLimit: Duration = .seconds(10), interruption: Interruption = .never
    ) throws(CardError) -> [String] {
        let names = try conversation.readers(within: timeLimit, interruption: interruption)
        guard !names.isEmpty else {
            throw CardError(PCSCError.noReadersAvailable, in: .service, during: "listing readers")
        }
        return names
    }

    /// The states of `readers`, without connecting to anything. Throws `readerUnavailable` for a name that is unknown.
    public func states(
        of readers: [String], timeLimit: Duration = .seconds(10), interruption: Interruption = .never
    ) throws(CardError) -> [ReaderState] {
        guard !readers.isEmpty else { return [] }
        let step: Step = "looking at readers"
        let rows = ReaderRows(readers).rows
        let (error, seen) = try conversation.change(
            rows, within: .zero, answeringIn: timeLimit, interruption: interruption, during: step)
        if let error, error != .timeout { throw CardError(error, in: .service, during: step) }
        return seen.map { ReaderState($0) }
    }

    /// Waits until a card that answers lies on `reader`, or on any reader when that is nil; readers that are plugged in
    /// meanwhile count too.
    ///
    /// Throws `timedOut` when none came, `noAnswer` when one came and stayed mute, `cancelled`, `readerUnavailable`
    /// when the reader goes away. The wait is a conversation of its own and does not hold up this one.
    public func waitForCard(
        on reader: String? = nil, timeLimit: Duration, interruption: Interruption = .never
    ) throws(CardError) -> ReaderState {
        let wait = try Conversation(functions, interruption: interruption)
        waits.update { $0.append(wait) }
        defer { waits.update { $0.removeAll { $0 === wait } } }
        return try CardWait(reader: reader, conversation: wait).run(within: timeLimit, interruption: interruption)
    }

    /// Ends the waits for cards that are under way in other threads: they throw `cancelled`.
    public func cancel() { for wait in waits.update({ $0 }) { wait.cancel() } }

    /// Connects to the card on `reader`.
    ///
    /// The link is a conversation of its own, so that a hanging card blocks nothing else. `sharing: .direct` reaches a
    /// reader without a card, for `control` only. Throws `noCard`, `noAnswer` (mute), `inUse`, `readerUnavailable`,
    /// `readerStuck`, `permissionDenied`, `serviceUnavailable`, `cancelled`.
    public func connect(
        to reader: String, sharing: PCSCLink.Sharing = .shared, timeLimit: Duration = .seconds(30),
        interruption: Interruption = .never
    ) throws(CardError) -> PCSCLink {
        try Self.connect(
            through: functions, to: reader, sharing: sharing, timeLimit: timeLimit, interruption: interruption)
    }

    /// The same for who has no conversation and needs none besides.
    package static func connect(
        through functions: PCSCFunctions, to reader: String, sharing: PCSCLink.Sharing = .shared,
        timeLimit: Duration = .seconds(30), interruption: Interruption = .never
    ) throws(CardError) -> PCSCLink {
        try PCSCLink(
            functions: functions, reader: reader, sharing: sharing, timeLimit: timeLimit, interruption: interruption)
    }
}
