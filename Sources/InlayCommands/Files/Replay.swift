import ISO7816
import InlaySeams
import Octets

/// A trace as a card: it answers as the recorded card did, as long as it is asked the same (`--reader replay:FILE`).
///
/// A trace with secrets replays the cryptography too, because it holds the random bytes of the reader. One without
/// replays headers, lengths and status words, with zeros for data.
final class ReplayLink: CardLink {
    /// An exchange of the trace.
    private struct Line {
        /// The whole command, or its first bytes.
        let command: [UInt8]
        let isWhole: Bool
        let outcome: Exchange.Outcome
    }

    private var rest: ArraySlice<Line>
    private var count = 0
    let answerToReset: AnswerToReset
    let limits: LinkLimits
    /// What the reader's random source gave, in order; empty without secrets.
    let random: [[UInt8]]

    /// The reader that it was recorded with; nil without secrets.
    let reader: String?
    /// False when only headers, lengths and status words were recorded.
    let holdsData: Bool

    /// Most lines of a trace that are read.
    private static let lineLimit = 1_000_000

    /// Reads the trace at `path`.
    init(_ path: String) throws(Failure) {
        let bytes = try BoundedFile.read(path, limit: 256 << 20)
        var lines: [Line] = []
        var random: [[UInt8]] = []
        var head: JSONValue?
        for (index, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !text.isEmpty {
            let line: JSONValue
            do {
                line = try JSONReader.value(of: text)
            } catch {
                let place = ", column \(error.offset + 1)"
                throw Self.malformed(path, line: index + 1, "no JSON as --trace writes it\(place)")
            }
            guard head != nil else {
                if let fault = Self.fault(line) { throw Self.malformed(path, line: index + 1, fault) }
                head = line
                continue
            }
            // Frames stand beside the exchanges that carried them.
            if line["layer"]?.string == "frame" { continue }
            if let drawn = Self.bytes(line["random"]) {
                random.append(drawn)
            } else if let exchange = Self.exchange(line), lines.count < Self.lineLimit {
                lines.append(exchange)
            } else {
                throw Self.malformed(path, line: index + 1, Self.exchangeFault(line))
            }
        }
        guard let head else { throw Self.malformed(path, line: 1) }
        rest = lines[...]
        self.random = random
        reader = head["reader"]?.string
        holdsData = head["secrets"] == true
        answerToReset = AnswerToReset(Self.bytes(head["atr"]) ?? [])
        limits = LinkLimits(
            maximumCommand: head["maximumCommand"]?.int ?? LinkLimits.short.maximumCommand,
            maximumResponse: head["maximumResponse"]?.int ?? LinkLimits.short.maximumResponse)
    }

    /// Why the first line of a trace cannot be one; nil when it can.
    private static func fault(_ head: JSONValue) -> String? {
        guard head["schema"]?.string == "inlay.trace/1" else { return "not as --trace writes it" }
        let largest = LinkLimits.extended
        guard (5...largest.maximumCommand).contains(head["maximumCommand"]?.int ?? 5) else {
            return "maximumCommand is not from 5 to \(largest.maximumCommand)"
        }
        guard (2...largest.maximumResponse).contains(head["maximumResponse"]?.int ?? 2) else {
            return "maximumResponse is not from 2 to \(largest.maximumResponse)"
        }
        guard let atr = head["atr"], atr != .null else { return nil }
        // 7816-3 §8.2.1: TS and at most 32 others.
        guard let bytes = bytes(atr), bytes.count <= 33 else { return "atr is not hexadecimal of at most 33 bytes" }
        return nil
    }

    /// The recorded answer, if this is the recorded command.
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        count += 1
        guard let line = rest.popFirst() else {
            throw CardError(.transportFailed, during: "replay", detail: "the trace has ended")
        }
        guard line.isWhole ? command == line.command : command.starts(with: line.command) else {
            throw CardError(
                .transportFailed, during: "replay", detail: "command \(count) is another one than in the trace")
        }
        switch line.outcome {
        case .answer(let bytes): return bytes
        case .failure(let code): throw CardError(code, during: "replay")
        }
    }

    /// A trace has no reader functions.
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    /// The trace goes on.
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }

    /// Nobody else is there.
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }

    // MARK: - Lines

    private static func exchange(_ line: JSONValue) -> Line? {
        if let failure = line["failure"]?.string {
            let command = bytes(line["command"]) ?? bytes(line["header"]) ?? []
            return Line(command: command, isWhole: line["command"] != nil, outcome: .failure(code(failure)))
        }
        if let command = bytes(line["command"]), let answer = bytes(line["answer"]) {
            guard command.count <= LinkLimits.extended.maximumCommand,
                answer.count <= LinkLimits.extended.maximumResponse
            else { return nil }
            return Line(command: command, isWhole: true, outcome: .answer(answer))
        }
        guard let status = bytes(line["status"]), status.count == 2, let length = line["answerLength"]?.int,
            (0...65_536).contains(length)
        else { return nil }
        let answer = [UInt8](repeating: 0, count: length) + status
        let header = bytes(line["header"]) ?? []
        return header.count <= 4 ? Line(command: header, isWhole: false, outcome: .answer(answer)) : nil
    }

    /// What keeps a line from being an exchange.
    private static func exchangeFault(_ line: JSONValue) -> String {
        for name in ["random", "command", "answer", "header", "status"] {
            guard let value = line[name], value != .null, bytes(value) == nil else { continue }
            return "not as --trace writes it: \(name) is not hexadecimal"
        }
        if line["command"] != nil, line["answer"] != nil { return "command or answer is longer than any can be" }
        if line["status"] == nil {
            return "not as --trace writes it: "
                + (line["command"] == nil ? "command or status is missing" : "answer is missing")
        }
        guard (0...65_536).contains(line["answerLength"]?.int ?? -1) else {
            return "not as --trace writes it: answerLength is not from 0 to 65536"
        }
        return "not as --trace writes it: status has two bytes, header at most four"
    }

    /// Failures that a trace names in words.
    private static func code(_ words: String) -> CardError.Code {
        let known: [CardError.Code] = [
            .cardRemoved, .cardReset, .noCard, .noAnswer, .timedOut, .readerStuck, .readerUnavailable, .inUse,
            .serviceUnavailable, .cancelled,
        ]
        return known.first { $0.description == words } ?? .transportFailed
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string else { return nil }
        return try? Hex.bytes(text)
    }

    private static func malformed(
        _ path: String, line: Int, _ fault: String = "not as --trace writes it"
    ) -> Failure {
        Failure(
            .malformedData, kind: "malformed-trace", "\(path) is no trace: line \(line): \(fault)",
            likely: "it is another file, or was edited", remedy: "give a file that --trace or save transcript wrote")
    }
}

/// A trace that was recorded without secrets was asked for data that only one with secrets has.
struct TraceWithoutData: Error {}

extension ReplayLink {
    /// The trace as a card on a reader of its own.
    static func connection(_ path: String) throws(Failure) -> CardConnection {
        let link = try ReplayLink(path)
        return CardConnection(
            link: link, reader: "replay:\(path)", source: .replayed,
            random: link.random.isEmpty ? nil : .scripted(link.random), recordedReader: link.reader)
    }
}
