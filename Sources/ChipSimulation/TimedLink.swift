public import ISO7816
public import InlaySeams
import Synchronization

/// A link that lets time pass as a contactless chip would, without waiting: the time that it makes goes by is only there
/// for whoever asks `time`.
public final class TimedLink: CardLink {
    private let base: any CardLink
    private let chip: (any ChipSimulator)?
    private let timing: ContactlessTiming
    private let passed = Passed()
    /// All exchanges so far.
    public private(set) var cost = ContactlessTiming.Cost()

    private final class Passed: Sendable {
        let duration = Mutex(Duration.zero)
    }

    /// Lets time pass on `base`; `chip` tells what it needs besides.
    public init(_ base: any CardLink, _ timing: ContactlessTiming, chip: (any ChipSimulator)? = nil) {
        self.base = base
        self.timing = timing
        self.chip = chip
    }

    /// The clock `source`, to which the time that passed here is added.
    public func time(over source: TimeSource) -> TimeSource {
        let passed = passed
        return TimeSource(
            wall: { source.now }, elapsed: { source.monotonic + passed.duration.withLock { $0 } })
    }

    /// Of the link below.
    public var answerToReset: AnswerToReset { base.answerToReset }
    /// Of the link below.
    public var limits: LinkLimits { base.limits }

    /// Passes on the bytes and lets the time pass.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let answer = try base.exchange(command)
        let spent = timing.cost(of: command, answer: answer.count, extraTime: chip?.extraTime ?? .zero)
        cost = cost + spent
        passed.duration.withLock { $0 += spent.total }
        return answer
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
}
