public import ISO7816
public import ReaderKnowledge

/// A channel that tells an observer about every frame. The link below tells about the commands that carried it, so that
/// both layers stand in one trace.
public final class TracingFrameChannel: FrameChannel {
    private let base: any FrameChannel
    private let observe: (FrameExchange) -> Void
    /// Frames so far.
    public private(set) var count = 0

    /// Traces `base`. What `observe` gets holds everything, also what identifies the card.
    public init(_ base: any FrameChannel, observe: @escaping (FrameExchange) -> Void) {
        self.base = base
        self.observe = observe
    }

    /// Of the channel below.
    public var dialect: ReaderDialect { base.dialect }
    /// Of the channel below.
    public var technology: RadioTechnology { base.technology }
    /// Of the channel below.
    public var limits: FrameLimits { base.limits }
    /// Of the channel below.
    public var choosesSystems: Bool { base.choosesSystems }

    /// Passes on the frame and tells about it.
    public func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        do {
            let answer = try base.exchange(frame, timeout: timeout)
            tell(frame, .answer(answer))
            return answer
        } catch {
            tell(frame, .failure(error.code))
            throw error
        }
    }

    /// Passes on.
    public func restart() throws(CardError) { try base.restart() }

    /// Passes on.
    public func close() { base.close() }

    private func tell(_ frame: [UInt8], _ outcome: FrameExchange.Outcome) {
        count += 1
        observe(
            FrameExchange(number: count, dialect: dialect, technology: technology, frame: frame, outcome: outcome))
    }
}
