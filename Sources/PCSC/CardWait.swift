import ISO7816
import InlaySeams

/// Waiting for a card without a busy loop.
struct CardWait {

    /// The reader that counts; nil for any.
    let reader: String?
    let conversation: Conversation
    private let step: Step = "waiting for a card"

    init(reader: String?, conversation: Conversation) {
        self.reader = reader
        self.conversation = conversation
    }

    func run(within limit: Duration, interruption: Interruption) throws(CardError) -> ReaderState {
        let deadline = TimeSource.system.monotonic + limit
        var watch = ReaderRows(try names(interruption))
        while true {
            let started = TimeSource.system.monotonic
            let (error, seen) = try conversation.change(
                watch.rows, within: max(deadline - started, .zero), interruption: interruption, during: step)
            let states = seen.map { ReaderState($0) }
            if let error {
                guard error == .timeout else { throw CardError(error, in: .service, during: step, reader: reader) }
            } else {
                if let found = states.first(where: { $0.isCardPresent && !$0.isMute }) { return found }
                if reader != nil, states.contains(where: \.isUnknown) {
                    throw CardError(PCSCError.unknownReader, in: .service, during: step, reader: reader)
                }
                watch.remember(seen)
                if states.contains(where: { $0.isChanged && ($0.isUnknown || $0.reader == ReaderWatch.plugAndPlay) }) {
                    watch.replaceNames(try names(interruption))
                }
            }
            let now = TimeSource.system.monotonic
            guard now < deadline else {
                let isMute = states.contains { $0.isCardPresent && $0.isMute }
                throw CardError(isMute ? .noAnswer : .timedOut, during: step, detail: reader)
            }
            // A service that answers at once and has no news must not keep a processor busy.
            if now - started < .milliseconds(5) { pause() }
        }
    }

    private func names(_ interruption: Interruption) throws(CardError) -> [String] {
        if let reader { return [reader] }
        return try conversation.readers(interruption: interruption) + [ReaderWatch.plugAndPlay]
    }

    private func pause() { _ = Monitor(()).wait(upTo: .milliseconds(100)) { _ in nil as Bool? } }
}
