import ISO7816
import InlaySeams
import Octets

/// Every exchange as one line of JSON; without secrets only what is on the allow list (Docs/rules.md 11).
final class TraceFile {
    private let path: String
    let keepsSecrets: Bool
    /// Random bytes that were drawn since the last exchange; a replay needs them.
    let noted = NotedRandomness()
    private let overwriting: Bool
    private var lines: [JSONValue] = []

    /// Checks that nothing is in the way; the file is written by `finish`.
    init(_ path: String, keepsSecrets: Bool, overwriting: Bool, connection: CardConnection) throws(Failure) {
        self.path = path
        self.keepsSecrets = keepsSecrets
        self.overwriting = overwriting
        if !overwriting, PrivateFile.exists(path) { throw PrivateFile.inTheWay(path) }
        try PrivateFile.checkPlace(path)
        let limits = connection.link.limits
        lines.append([
            "schema": "inlay.trace/1",
            "version": .string(Inlay.version),
            "source": .string(connection.source.rawValue),
            "secrets": .bool(keepsSecrets),
            "maximumCommand": .int(limits.maximumCommand),
            "maximumResponse": .int(limits.maximumResponse),
            // Historical bytes can be those of one card only.
            "atr": keepsSecrets ? .hex(connection.link.answerToReset.bytes) : nil,
        ])
    }

    /// Adds an exchange.
    func add(_ exchange: Exchange) {
        if keepsSecrets { lines += noted.drain().map { ["random": .hex($0)] } }
        lines.append(keepsSecrets ? Self.whole(exchange) : Self.harmless(exchange))
    }

    /// Writes the file.
    func finish() throws(Failure) {
        let text = lines.map { $0.text(.line) + "\n" }.joined()
        try PrivateFile.write(Array(text.utf8), to: path, overwriting: overwriting)
    }

    private static func whole(_ exchange: Exchange) -> JSONValue {
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
