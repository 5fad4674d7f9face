import ISO7816
import Octets

/// A trace as a file holds it, `inlay.trace/1`: what was recorded, line by line.
struct RecordedTrace {
    /// A command and what came back.
    struct Entry {
        /// As it was counted when it was recorded; nil where it was not.
        let number: Int?
        /// Since the beginning, and until the answer.
        let start: Duration?
        let duration: Duration?
        /// The whole command, or its first bytes; empty where not even those were kept.
        let command: [UInt8]
        let isWhole: Bool
        /// Of a command that is not whole: its data field, where that was kept, and bytes in field and command.
        let data: [UInt8]?
        let dataCount: Int?
        let commandCount: Int?
        let reply: Reply

        /// The whole answer, or zeros in the place of its data. They are made here, each time: a short line can claim
        /// 64 KiB, and a trace has a million lines.
        var outcome: Exchange.Outcome {
            switch reply {
            case .answer(let bytes): .answer(bytes)
            case .lengths(let count, let status): .answer([UInt8](repeating: 0, count: count) + status.bytes)
            case .failure(let code): .failure(code)
            }
        }
    }

    /// What came back, as far as it was kept.
    enum Reply {
        /// Status word included.
        case answer([UInt8])
        /// How many bytes in front of the status word.
        case lengths(Int, StatusWord)
        case failure(CardError.Code)
    }

    /// A line: an exchange, or a frame that stands beside the exchanges that carried it.
    enum Line {
        case exchange(Entry)
        case frame(JSONValue)
    }

    private(set) var lines: [Line] = []
    /// The exchanges alone.
    private(set) var entries: [Entry] = []
    /// What the reader's random source gave, in order; empty without secrets.
    private(set) var random: [[UInt8]] = []
    /// The reader that it was recorded with; nil without secrets.
    let reader: String?
    /// Where the answers came from: live, simulated, imported.
    let source: String?
    /// False when only headers, lengths and status words were recorded.
    let holdsData: Bool
    let answerToReset: AnswerToReset
    let limits: LinkLimits

    /// Most lines of a trace that are read.
    private static let lineLimit = 1_000_000

    /// Reads the trace at `path`.
    init(_ path: String) throws(Failure) {
        let bytes = try BoundedFile.read(path, limit: 256 << 20)
        var head: JSONValue?
        for (index, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !text.isEmpty {
            let line: JSONValue
            do {
                line = try JSONReader.value(of: text)
            } catch {
                throw Self.malformed(
                    path, index + 1, TraceFault("no JSON as --trace writes it"), column: error.offset + 1)
            }
            guard head != nil else {
                if let fault = Self.fault(line) { throw Self.malformed(path, index + 1, fault, in: text) }
                head = line
                continue
            }
            guard lines.count + random.count < Self.lineLimit else {
                throw Self.malformed(
                    path, index + 1, TraceFault("it holds more than \(Self.lineLimit) lines"), column: nil)
            }
            if line["layer"]?.string == "frame" {
                lines.append(.frame(line))
            } else if let drawn = Self.bytes(line["random"]) {
                random.append(drawn)
            } else if let entry = Self.entry(line) {
                entries.append(entry)
                lines.append(.exchange(entry))
            } else {
                throw Self.malformed(path, index + 1, Self.entryFault(line), in: text)
            }
        }
        guard let head else { throw Self.malformed(path, 1, TraceFault("not as --trace writes it"), column: nil) }
        reader = head["reader"]?.string
        source = head["source"]?.string
        holdsData = head["secrets"] == true
        answerToReset = AnswerToReset(Self.bytes(head["atr"]) ?? [])
        limits = LinkLimits(
            maximumCommand: head["maximumCommand"]?.int ?? LinkLimits.short.maximumCommand,
            maximumResponse: head["maximumResponse"]?.int ?? LinkLimits.short.maximumResponse)
    }

    // MARK: - Lines

    private static func entry(_ line: JSONValue) -> Entry? {
        func entry(_ command: [UInt8], isWhole: Bool, _ reply: Reply) -> Entry {
            Entry(
                number: line["number"]?.int, start: time(line["start"]),
                duration: time(line["duration"]), command: command, isWhole: isWhole,
                data: bytes(line["data"]), dataCount: line["dataLength"]?.int, commandCount: line["commandLength"]?.int,
                reply: reply)
        }
        if let failure = line["failure"]?.string {
            let command = bytes(line["command"]) ?? bytes(line["header"]) ?? []
            return entry(command, isWhole: line["command"] != nil, .failure(code(failure)))
        }
        if let command = bytes(line["command"]), let answer = bytes(line["answer"]) {
            guard command.count <= LinkLimits.extended.maximumCommand,
                answer.count <= LinkLimits.extended.maximumResponse
            else { return nil }
            return entry(command, isWhole: true, .answer(answer))
        }
        guard let status = bytes(line["status"]), status.count == 2, let first = status.first, let last = status.last,
            let length = line["answerLength"]?.int, (0...65_536).contains(length)
        else { return nil }
        let word = StatusWord(UInt16(first) << 8 | UInt16(last))
        let header = bytes(line["header"]) ?? []
        return header.count <= 4 ? entry(header, isWhole: false, .lengths(length, word)) : nil
    }

    /// Microseconds of a recording, which takes no longer than a year.
    private static func time(_ value: JSONValue?) -> Duration? {
        value?.int.flatMap { (0...31_536_000_000_000).contains($0) ? .microseconds($0) : nil }
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

    // MARK: - What is wrong with a line

    /// Why a line is none of a trace, and the member that it is about.
    private struct TraceFault {
        var words: String
        var member: String?

        init(_ words: String, at member: String? = nil) {
            self.words = words
            self.member = member
        }
    }

    /// Why the first line of a trace cannot be one; nil when it can.
    private static func fault(_ head: JSONValue) -> TraceFault? {
        guard head["schema"]?.string == "inlay.trace/1" else {
            return TraceFault("not as --trace writes it", at: "schema")
        }
        let largest = LinkLimits.extended
        guard (5...largest.maximumCommand).contains(head["maximumCommand"]?.int ?? 5) else {
            return TraceFault("maximumCommand is not from 5 to \(largest.maximumCommand)", at: "maximumCommand")
        }
        guard (2...largest.maximumResponse).contains(head["maximumResponse"]?.int ?? 2) else {
            return TraceFault("maximumResponse is not from 2 to \(largest.maximumResponse)", at: "maximumResponse")
        }
        guard let atr = head["atr"], atr != .null else { return nil }
        // 7816-3 §8.2.1: TS and at most 32 others.
        guard let bytes = bytes(atr), bytes.count <= 33 else {
            return TraceFault("atr is not hexadecimal of at most 33 bytes", at: "atr")
        }
        return nil
    }

    /// What keeps a line from being an exchange.
    private static func entryFault(_ line: JSONValue) -> TraceFault {
        let start = "not as --trace writes it: "
        for name in ["random", "command", "answer", "header", "status"] {
            guard let value = line[name], value != .null, bytes(value) == nil else { continue }
            return TraceFault(start + "\(name) is not hexadecimal", at: name)
        }
        if let command = bytes(line["command"]), bytes(line["answer"]) != nil {
            let isCommand = command.count > LinkLimits.extended.maximumCommand
            let words = "command or answer is longer than any can be"
            return TraceFault(words, at: isCommand ? "command" : "answer")
        }
        if line["status"] == nil {
            return line["command"] == nil
                ? TraceFault(start + "command or status is missing") : TraceFault(start + "answer is missing")
        }
        guard (0...65_536).contains(line["answerLength"]?.int ?? -1) else {
            return TraceFault(start + "answerLength is not from 0 to 65536", at: "answerLength")
        }
        let isStatus = bytes(line["status"])?.count != 2
        return TraceFault(
            start + "status has two bytes, header at most four", at: isStatus ? "status" : "header")
    }

    private static func malformed(
        _ path: String, _ line: Int, _ fault: TraceFault, in text: ArraySlice<UInt8>
    ) -> Failure {
        malformed(path, line, fault, column: fault.member.map { column(of: $0, in: text) } ?? 1)
    }

    /// Where the value of a member stands, or the digit in it that is none; counted from 1.
    private static func column(of member: String, in text: ArraySlice<UInt8>) -> Int {
        guard let (value, offset) = try? JSONReader.member(member, of: text) else { return 1 }
        guard let digits = value.string else { return offset + 1 }
        do throws(Hex.Failure) {
            _ = try Hex.bytes(digits)
            return offset + 1
        } catch {
            switch error {
            // Behind the quotation mark.
            case .invalidCharacter(let column), .oddDigits(let column): return offset + 1 + column
            }
        }
    }

    private static func malformed(_ path: String, _ line: Int, _ fault: TraceFault, column: Int?) -> Failure {
        let place = "line \(line)" + (column.map { ", column \($0)" } ?? "")
        return Failure(
            .malformedData, kind: "malformed-trace", "\(path) is no trace: \(place): \(fault.words)",
            likely: "it is another file, or was edited", remedy: "give a file that --trace or save transcript wrote")
    }
}
