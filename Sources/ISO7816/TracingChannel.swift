public import InlaySeams

/// A channel that tells an observer about every command in plain form; over a secure channel it sees what travels
/// protected, which nobody may see who has not asked for secrets.
public final class TracingChannel: CardChannel {
    private let base: any CardChannel
    private let time: TimeSource
    private let observe: (CommandAPDU, Result<ResponseAPDU, CardError>, Duration) -> Void

    /// Traces `base`; `observe` gets command, answer and duration.
    public init(
        _ base: any CardChannel, time: TimeSource = .system,
        observe: @escaping (CommandAPDU, Result<ResponseAPDU, CardError>, Duration) -> Void
    ) {
        self.base = base
        self.time = time
        self.observe = observe
    }

    /// Of the channel below.
    public var limits: LinkLimits { base.limits }

    /// Passes on the command and tells about it.
    public func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        let start = time.monotonic
        do {
            let response = try base.transmit(command)
            observe(command, .success(response), time.monotonic - start)
            return response
        } catch {
            observe(command, .failure(error), time.monotonic - start)
            throw error
        }
    }
}
