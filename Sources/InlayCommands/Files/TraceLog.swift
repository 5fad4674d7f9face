import ISO7816
import InlaySeams
import Octets

/// Exchanges as lines of JSON, `inlay.trace/1`; without secrets only what is on the allow list (Docs/rules.md 11).
final class TraceLog {
    let keepsSecrets: Bool
    /// Random bytes that were drawn since the last exchange; a replay needs them.
    let noted = NotedRandomness()
    private var lines: [JSONValue] = []

    /// A log of what passes over `connection`.
    init(keepsSecrets: Bool, connection: CardConnection) {
        self.keepsSecrets = keepsSecrets
        let link = connection.link
        lines.append(
            Self.head(
                source: connection.source.rawValue, keepsSecrets: keepsSecrets, limits: link.limits,
                // Historical bytes can be those of one card only, unless they are known not to be.
                answerToReset: keepsSecrets || link.answerToReset.isHarmless ? link.answerToReset.bytes : nil,
                // The name of a reader can hold its serial number.
                reader: keepsSecrets ? connection.recordedReader ?? connection.reader : nil))
    }

    /// The first line of a trace.
    static func head(
        source: String, keepsSecrets: Bool, limits: LinkLimits, answerToReset: [UInt8]?, reader: String? = nil
    ) -> JSONValue {
        [
            "schema": "inlay.trace/1", "version": .string(Inlay.version), "source": .string(source),
            "secrets": .bool(keepsSecrets), "maximumCommand": .int(limits.maximumCommand),
            "maximumResponse": .int(limits.maximumResponse), "atr": answerToReset.map { JSONValue.hex($0) } ?? .null,
            "reader": JSONValue(reader),
        ]
    }

    /// Adds an exchange.
    func add(_ exchange: Exchange) {
        if keepsSecrets { lines += noted.drain().map { ["random": .hex($0)] } }
        lines.append(keepsSecrets ? Self.whole(exchange) : Self.harmless(exchange))
    }

    /// Adds a line that is no exchange.
    func append(_ line: JSONValue) { lines.append(line) }

    /// The whole trace so far.
    var bytes: [UInt8] { Array(lines.map { $0.text(.line) + "\n" }.joined().utf8) }

    /// A line with everything.
    static func whole(_ exchange: Exchange) -> JSONValue {
        var answer = JSONValue.null
        var failure = JSONValue.null
        switch exchange.outcome {
        case .answer(let bytes): answer = .hex(bytes)
        case .failure(let code): failure = .string(code.description)
        }
        return [
            "number": .int(exchange.number), "start": .microseconds(exchange.start),
            "duration": .microseconds(exchange.duration), "command": .hex(exchange.command), "answer": answer,
            "failure": failure,
        ]
    }

    private static func harmless(_ exchange: Exchange) -> JSONValue {
        let kept = HarmlessExchange(exchange)
        var failure = JSONValue.null
        if case .failure(let code) = exchange.outcome { failure = .string(code.description) }
        return [
            "number": .int(exchange.number), "start": .microseconds(exchange.start),
            "duration": .microseconds(exchange.duration),
            "header": kept.header.map { .hex($0) } ?? .null,
            "commandLength": .int(kept.commandCount),
            "dataLength": JSONValue(kept.dataCount),
            "data": kept.data.map { .hex($0) } ?? .null,
            "expected": expected(kept.expected),
            "answerLength": .int(kept.answerDataCount),
            "status": JSONValue(kept.status?.description),
            "meaning": JSONValue(kept.status?.meaning),
            "failure": failure,
        ]
    }

    private static func expected(_ expected: CommandAPDU.Expected?) -> JSONValue {
        switch expected {
        case .upTo(let count): .int(count)
        case .asMuchAsPossible: "all"
        case .nothing, nil: .null
        }
    }
}
