import CPCSC
import ISO7816

/// The steps of opening a context and a card, and what they opened so far: if the caller abandons them, the rest can be
/// closed when they return.
final class Opening: Sendable {
    /// A connected card.
    struct Opened: Sendable {
        var context: PCSCFunctions.Handle
        var card: PCSCFunctions.Handle
        var activeProtocol: UInt32
        var answerToReset: [UInt8]
        var limits: LinkLimits?
    }

    /// What PC/SC refused, and where.
    struct Problem: Error {
        var error: PCSCError
        var phase: PCSCPhase

        init(_ code: UInt32, _ phase: PCSCPhase) {
            error = PCSCError(code: code)
            self.phase = phase
        }
    }

    private struct Handles: Sendable {
        var context: PCSCFunctions.Handle?
        var card: PCSCFunctions.Handle?
    }

    private let handles = Monitor(Handles())

    func establish(_ functions: PCSCFunctions) -> Result<PCSCFunctions.Handle, Problem> {
        let (code, context) = functions.establish()
        guard code == 0 else { return .failure(Problem(code, .service)) }
        handles.update { $0.context = context }
        return .success(context)
    }

    func connect(_ functions: PCSCFunctions, to reader: String, _ sharing: PCSCLink.Sharing) -> Result<Opened, Problem>
    {
        establish(functions).flatMap { context in
            let (code, card, activeProtocol) = functions.connect(context, reader, sharing.number, sharing.protocols)
            guard code == 0 else { return .failure(Problem(code, .connecting)) }
            handles.update { $0.card = card }
            var status = functions.status(card)
            // Another program's reset, between two calls, is nothing to us: no session is set up yet.
            if PCSCError(code: status.code) == .resetCard {
                status = functions.restart(card, sharing, PCSCLink.Disposition.leave.number).status
            }
            // Without a card, a direct connection has no answer to reset.
            guard status.code == 0 || sharing == .direct else { return .failure(Problem(status.code, .connecting)) }
            return .success(
                Opened(
                    context: context, card: card, activeProtocol: activeProtocol,
                    answerToReset: status.isWhole ? status.bytes : [], limits: Self.limits(functions, card)))
        }
    }

    /// Gives back what was opened. Runs on the thread of the other calls, behind them.
    func close(_ functions: PCSCFunctions) {
        let opened = handles.update { $0 }
        if let card = opened.card { _ = functions.disconnect(card, PCSCLink.Disposition.leave.number) }
        if let context = opened.context { _ = functions.release(context) }
    }

    private static func limits(_ functions: PCSCFunctions, _ card: PCSCFunctions.Handle) -> LinkLimits? {
        let features = functions.control(card, UInt32(truncatingIfNeeded: inlay_feature_request()), [])
        guard features.isWhole, let code = ReaderFeatures(parsing: features.bytes).propertiesCode else { return nil }
        let properties = functions.control(card, code, [])
        return properties.isWhole ? ReaderFeatures.limits(fromProperties: properties.bytes) : nil
    }
}
