import Frames
import ISO7816
import ReaderKnowledge

/// Says the same to every polling, and the same to everything else.
final class StubbornChannel: FrameChannel {
    let dialect = ReaderDialect.acsDirect
    let technology = RadioTechnology.feliCa
    let limits = FrameLimits(maximumFrame: 255, maximumAnswer: 255)
    let choosesSystems = true
    private let polling: [UInt8]
    private let answer: [UInt8]

    init(polling: [UInt8], answer: [UInt8]) {
        self.polling = polling
        self.answer = answer
    }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        .bytes(frame.dropFirst().first == 0x00 ? polling : answer)
    }

    func restart() throws(CardError) { throw CardError(.unsupported, during: "restart") }

    func close() {}
}

/// A card that is taken away after the first polling, with another in its place.
final class ChangingChannel: FrameChannel {
    let dialect = ReaderDialect.acsDirect
    let technology = RadioTechnology.feliCa
    let limits = FrameLimits(maximumFrame: 255, maximumAnswer: 255)
    let choosesSystems = true
    private var pollings: [[UInt8]]

    init(first: [UInt8], second: [UInt8]) { pollings = [first, second] }

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard frame.dropFirst().first == 0x00, let polling = pollings.first else { return .silence }
        if pollings.count > 1 { pollings.removeFirst() }
        return .bytes(polling)
    }

    func restart() throws(CardError) { throw CardError(.unsupported, during: "restart") }

    func close() {}
}
