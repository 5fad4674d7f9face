import Frames
import ISO7816
import Octets

/// Tests of a FeliCa card by commands without keys (JIS X 6319-4), with the open services of Japanese transit cards where
/// they are there.
public enum FeliCaPlan {
    /// All steps.
    public static let plan = TestPlan(
        name: "felica", title: "FeliCa cards and Japanese transit cards, reading only",
        steps: [
            step("two pollings find the same card") { card throws(CardError) in
                guard let again = try Card(card.channel) else { return .failed("the second polling is not answered") }
                return again.idm == card.idm
                    ? .passed : .failed("IDm \(Hex.string(again.idm)) came behind \(Hex.string(card.idm))")
            },
            step("Request Response is answered in mode 0") { card throws(CardError) in
                guard let answer = try card.send(0x04, []) else { return .skipped("the card does not know it") }
                return answer.first == 0 ? .passed : .failed("mode \(Hex.string(answer))")
            },
            step("a service that does not exist is refused with a status flag") { card throws(CardError) in
                guard let answer = try card.read([0xFF, 0xFF], [0]) else { return .skipped("the card stays silent") }
                return answer.flag1 != 0 ? .passed : .failed("\(answer.blocks.count) bytes came")
            },
            step("a command for another card is not answered") { card throws(CardError) in
                let other = card.idm.map { $0 ^ 0xFF }
                guard let answer = try card.bare([0x0A, 0x04] + other) else { return notPassed }
                return answer == .silence ? .passed : .failed("the card answers for \(Hex.string(other))")
            },
            step("a frame with a wrong length byte is not answered") { card throws(CardError) in
                guard let answer = try card.bare([0x0F, 0x04] + card.idm) else { return notPassed }
                return answer == .silence ? .passed : .failed("the card answers")
            },
            step("a block of the history comes with its sixteen bytes, the same each time") { card throws(CardError) in
                guard let first = try card.read(history, [0]), let second = try card.read(history, [0]) else {
                    return .failed("reading is not answered")
                }
                guard first.flag1 == 0 else { return .skipped("the card has no open service 090F") }
                guard first.blocks.count == 16 else { return .failed("\(first.blocks.count) bytes came") }
                return first.blocks == second.blocks ? .passed : .failed("another block came the second time")
            },
            step("two blocks at once are those that come one by one") { card throws(CardError) in
                guard let both = try card.read(history, [0, 1]), both.flag1 == 0 else {
                    return .skipped("the card has no open service 090F")
                }
                guard let first = try card.read(history, [0]), let second = try card.read(history, [1]) else {
                    return .failed("reading is not answered")
                }
                return both.blocks == first.blocks + second.blocks ? .passed : .failed(Hex.string(both.blocks))
            },
            step("a block behind the last is refused with a status flag") { card throws(CardError) in
                guard let there = try card.read(history, [0]), there.flag1 == 0 else {
                    return .skipped("the card has no open service 090F")
                }
                guard let answer = try card.read(history, [0xF0]) else { return .failed("the card stays silent") }
                return answer.flag1 != 0 ? .passed : .failed("\(answer.blocks.count) bytes of block 240 came")
            },
        ])

    private static let notPassed = TestPlan.Outcome.skipped("the reader does not pass such a frame")
    private static let patience = Duration.milliseconds(300)
    private static let history: [UInt8] = [0x0F, 0x09]

    /// A card that was polled: the transit system where it has one, else whichever answers.
    private struct Card {
        let channel: any FrameChannel
        let idm: [UInt8]

        init?(_ channel: any FrameChannel) throws(CardError) {
            var found = try Self.poll(channel)
            if found == nil {
                // Some readers let pollings through only in a field that was off before.
                do throws(CardError) {
                    try channel.restart()
                    found = try Self.poll(channel)
                } catch {
                    guard error.code == .unsupported else { throw error }
                }
            }
            guard let found else { return nil }
            self.channel = channel
            idm = found
        }

        private static func poll(_ channel: any FrameChannel) throws(CardError) -> [UInt8]? {
            for system: [UInt8] in [[0x00, 0x03], [0xFF, 0xFF]] {
                let polling: [UInt8] = [0x06, 0x00] + system + [0x00, 0x00]
                guard case .bytes(let bytes) = try channel.exchange(polling, timeout: patience), bytes.count >= 10,
                    bytes[1] == 0x01
                else { continue }
                return Array(bytes[2..<10])
            }
            return nil
        }

        /// The answer to a frame as it is; nil where the reader passes no such frame.
        func bare(_ frame: [UInt8]) throws(CardError) -> FrameAnswer? {
            do throws(CardError) {
                return try channel.exchange(frame, timeout: patience)
            } catch {
                guard error.code == .unsupported || error.code == .transportFailed else { throw error }
                return nil
            }
        }

        /// What stands behind IDm in the answer; nil for silence, and for what is no answer to this command.
        func send(_ code: UInt8, _ parameters: [UInt8]) throws(CardError) -> [UInt8]? {
            let body = [code] + idm + parameters
            guard let answer = try bare([UInt8(body.count + 1)] + body) else { return nil }
            guard case .bytes(let bytes) = answer, bytes.count >= 11, bytes[1] == code &+ 1,
                Array(bytes[2..<10]) == idm
            else { return nil }
            return Array(bytes.dropFirst(10))
        }

        func read(
            _ service: [UInt8], _ blocks: [UInt8]
        ) throws(CardError) -> (flag1: UInt8, blocks: [UInt8])? {
            let list = blocks.flatMap { [0x80, $0] as [UInt8] }
            guard let answer = try send(0x06, [1] + service + [UInt8(blocks.count)] + list), answer.count >= 2 else {
                return nil
            }
            return (answer[0], Array(answer.dropFirst(3)))
        }
    }

    private static func step(
        _ name: String, _ run: @escaping @Sendable (Card) throws(CardError) -> TestPlan.Outcome
    ) -> TestPlan.Step {
        TestPlan.Step(name, safety: .plain) { subject throws(CardError) in
            try subject.restart()
            return try subject.withFrames(.feliCa) { channel throws(CardError) in
                guard let card = try Card(channel) else { return .failed("no polling is answered") }
                return try run(card)
            }
        }
    }
}
