import CPCSC
import ISO7816
import InlaySeams
import Synchronization

/// One `SCARDCONTEXT` and the thread on which it is used: pcsc-lite runs the calls of a context one after another.
///
/// A call that does not return within its limit makes every later one fail at once.
final class Conversation: Sendable {
    static let callLimit = Duration.seconds(10)

    /// What a call that touches no card gets after an interruption.
    private static let grace = Duration.milliseconds(200)

    private let functions: PCSCFunctions
    private let thread = CallThread()
    private let context: PCSCFunctions.Handle
    private let isStuck = Atomic(false)

    /// Throws `serviceUnavailable`, `permissionDenied` or `cancelled`.
    init(
        _ functions: PCSCFunctions, within limit: Duration = callLimit, interruption: Interruption = .never
    ) throws(CardError) {
        self.functions = functions
        let step: Step = "connecting to the PC/SC service"
        guard !interruption.isRequested else { throw CardError(.cancelled, during: step) }
        let opening = Opening()
        let outcome = thread.perform(within: limit, unless: interruption, grace: Self.grace) {
            opening.establish(functions)
        }
        switch outcome {
        case .returned(.success(let context)):
            self.context = context
        case .returned(.failure(let problem)):
            throw CardError(problem.error, in: .service, during: step)
        case .abandoned:
            thread.post { opening.close(functions) }
            throw Self.hanging(during: step)
        case .interrupted:
            thread.post { opening.close(functions) }
            throw CardError(.cancelled, during: step)
        }
    }

    deinit {
        let (release, context) = (functions.release, context)
        thread.post { _ = release(context) }
    }

    /// Names of the readers; empty when there is none.
    func readers(
        within limit: Duration = callLimit, interruption: Interruption = .never
    ) throws(CardError) -> [String] {
        let step: Step = "listing readers"
        let (list, context) = (functions.listReaders, context)
        let output = try call(within: limit, interruption: interruption, during: step) { list(context) }
        if PCSCError(code: output.code) == .noReadersAvailable { return [] }
        guard output.code == 0 else { throw CardError(PCSCError(code: output.code), in: .service, during: step) }
        guard output.claimed == output.bytes.count else {
            throw CardError(.malformedResponse, during: step, detail: "the list of readers has a wrong length")
        }
        return output.bytes.split(separator: 0).map { ReaderNameCoding.text($0) }
    }

    /// `SCardGetStatusChange`: returns as soon as a reader is not as its row says, at the latest after `limit`, of
    /// which the service is told; it is given up `grace` later.
    func change(
        _ rows: [PCSCFunctions.StateRow], within limit: Duration, answeringIn grace: Duration = callLimit,
        interruption: Interruption, during step: Step
    ) throws(CardError) -> (error: PCSCError?, rows: [PCSCFunctions.StateRow]) {
        let (statusChange, context) = (functions.statusChange, context)
        // All ones would mean for ever.
        let milliseconds = UInt32(min(max(limit / .milliseconds(1), 0), 4_000_000_000).rounded(.up))
        return try call(within: limit + grace, interruption: interruption, during: step) {
            var rows = rows
            let code = statusChange(context, milliseconds, &rows)
            return (code == 0 ? nil : PCSCError(code: code), rows)
        }
    }

    /// Ends `change` in another thread.
    func cancel() { _ = functions.cancel(context) }

    private func call<R: Sendable>(
        within limit: Duration = callLimit, interruption: Interruption = .never, during step: Step,
        _ body: @escaping @Sendable () -> R
    ) throws(CardError) -> R {
        guard !isStuck.load(ordering: .relaxed) else { throw Self.hanging(during: step) }
        guard !interruption.isRequested else { throw CardError(.cancelled, during: step) }
        // A cancel that comes before the call has begun is lost, so it is repeated until the call returns; itself it waits
        // for the service, and where that hangs too it must not keep the user waiting.
        var canceller: CallThread?
        var hangs = false
        let (cancel, context) = (functions.cancel, context)
        let giveUp = {
            guard !hangs else { return }
            let thread = canceller ?? CallThread()
            canceller = thread
            if case .abandoned = thread.perform(within: Self.grace, { cancel(context) }) { hangs = true }
        }
        switch thread.perform(
            within: limit, unless: interruption, grace: Self.grace, onInterrupt: giveUp, body)
        {
        case .returned(let result):
            guard !interruption.isRequested else { throw CardError(.cancelled, during: step) }
            return result
        case .interrupted:
            isStuck.store(true, ordering: .relaxed)
            throw CardError(.cancelled, during: step)
        case .abandoned:
            isStuck.store(true, ordering: .relaxed)
            throw Self.hanging(during: step)
        }
    }

    private static func hanging(during step: Step) -> CardError {
        CardError(.serviceUnavailable, during: step, detail: "the PC/SC service does not answer")
    }
}
