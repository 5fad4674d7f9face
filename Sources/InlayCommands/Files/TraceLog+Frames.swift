import Frames
import ISO7816
import Octets
import ReaderKnowledge

extension TraceLog {
    /// Adds a frame to a chip; the exchanges that carried it have lines of their own.
    func add(_ exchange: FrameExchange) {
        var line: JSONValue = [
            "layer": "frame", "dialect": .string(exchange.dialect.rawValue),
            "technology": .string(exchange.technology.rawValue),
        ]
        var answer: [UInt8] = []
        var outcome = "answer"
        switch exchange.outcome {
        case .answer(.bytes(let bytes)): answer = bytes
        case .answer(.nibble(let bits)): answer = [bits]
        case .answer(.silence): outcome = "silence"
        case .failure(let code): outcome = code.description
        }
        if keepsSecrets {
            line = line.appending([
                .init(key: "frame", value: .hex(exchange.frame)), .init(key: "outcome", value: .string(outcome)),
                .init(key: "answer", value: .hex(answer)),
            ])
        } else {
            // IDm stands in nearly every FeliCa frame; code and status flags say nothing of the card.
            let isRead = exchange.technology == .feliCa && answer.dropFirst().first == 0x07 && answer.count >= 12
            line = line.appending([
                .init(
                    key: "code",
                    value: exchange.technology == .feliCa ? .hex(Array(exchange.frame.dropFirst().prefix(1))) : .null),
                .init(key: "frameLength", value: .int(exchange.frame.count)),
                .init(key: "outcome", value: .string(outcome)),
                .init(key: "answerLength", value: .int(answer.count)),
                .init(key: "statusFlags", value: isRead ? .hex(Array(answer[10...11])) : .null),
            ])
        }
        append(line)
    }
}
