import ISO7816
import ReaderKnowledge

/// A channel whose probe already got the answer to the frame that most callers send first. That answer is handed out
/// once, if nothing was sent in between, so that the card is not asked twice.
final class GreetedChannel: FrameChannel {
    private let base: any FrameChannel
    private var greeting: (frame: [UInt8], answer: FrameAnswer)?

    init(_ base: any FrameChannel, greeting: (frame: [UInt8], answer: FrameAnswer)?) {
        self.base = base
        self.greeting = greeting
    }

    var dialect: ReaderDialect { base.dialect }
    var technology: RadioTechnology { base.technology }
    var limits: FrameLimits { base.limits }
    var choosesSystems: Bool { base.choosesSystems }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        defer { greeting = nil }
        if let greeting, greeting.frame == frame { return greeting.answer }
        return try base.exchange(frame, timeout: timeout)
    }

    func restart() throws(CardError) {
        greeting = nil
        try base.restart()
    }

    func close() { base.close() }
}
