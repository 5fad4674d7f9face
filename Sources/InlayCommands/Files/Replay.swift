import ISO7816
import InlaySeams
import Octets

/// A trace as a card: it answers as the recorded card did, as long as it is asked the same (`--reader replay:FILE`).
///
/// A trace with secrets replays the cryptography too, because it holds the random bytes of the reader. One without
/// replays headers, lengths and status words, with zeros for data. A command that is not the next one is refused and
/// leaves the place as it is.
final class ReplayLink: CardLink {
    private let trace: RecordedTrace
    /// Exchanges that were replayed.
    private var place = 0
    /// Questions of identification, which the recording may have asked elsewhere, or never.
    private var probing: Probing?

    private struct Probing {
        let start: Int
        /// So far the questions were those of the recording, one after another.
        var isInOrder = true
        var asked = 0
        var missing = 0
    }

    /// Reads the trace at `path`.
    init(_ path: String) throws(Failure) { trace = try RecordedTrace(path) }

    var answerToReset: AnswerToReset { trace.answerToReset }
    var limits: LinkLimits { trace.limits }
    /// What the reader's random source gave, in order; empty without secrets.
    var random: [[UInt8]] { trace.random }
    /// The reader that it was recorded with; nil without secrets.
    var reader: String? { trace.reader }
    /// False when only headers, lengths and status words were recorded.
    var holdsData: Bool { trace.holdsData }

    /// The recorded answer, if this is the recorded command.
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let entry = try probing == nil ? next(command) : probe(command)
        switch entry.outcome {
        case .answer(let bytes): return bytes
        case .failure(let code): throw CardError(code, during: "replay")
        }
    }

    private func next(_ command: [UInt8]) throws(CardError) -> RecordedTrace.Entry {
        let mismatch = TraceMismatch(place: place, trace)
        guard place < trace.entries.count, Self.fits(trace.entries[place], command) else {
            throw CardError(.notRecorded, during: "replay", detail: mismatch.expected, underlying: mismatch)
        }
        defer { place += 1 }
        return trace.entries[place]
    }

    private static func fits(_ entry: RecordedTrace.Entry, _ command: [UInt8]) -> Bool {
        entry.isWhole ? command == entry.command : command.starts(with: entry.command)
    }

    // MARK: - Identification

    /// Runs the questions of identification. When the recording asked just these next, they are replayed; otherwise each
    /// is answered from wherever the recording asked it, and the place stays. Returns how many it does not answer.
    func whileProbing<R>(
        _ body: () throws(CardError) -> R
    ) throws(CardError) -> (R, asked: Int, missing: Int) {
        probing = Probing(start: place)
        defer { probing = nil }
        let result = try body()
        let asked = probing?.asked ?? 0
        let missing = probing?.missing ?? 0
        if let probing, !probing.isInOrder { place = probing.start }
        return (result, asked, missing)
    }

    private func probe(_ command: [UInt8]) throws(CardError) -> RecordedTrace.Entry {
        probing?.asked += 1
        if probing?.isInOrder == true, place < trace.entries.count, Self.fits(trace.entries[place], command) {
            defer { place += 1 }
            return trace.entries[place]
        }
        probing?.isInOrder = false
        let from = probing?.start ?? 0
        let known =
            trace.entries.dropFirst(from).first { Self.answers($0, command) }
            ?? trace.entries.prefix(from).first { Self.answers($0, command) }
        guard let known else {
            probing?.missing += 1
            throw CardError(.notRecorded, during: "replay", underlying: TraceMismatch(place: place, trace))
        }
        return known
    }

    /// It is the answer to this command and to no other. Without data a header fits many commands.
    private static func answers(_ entry: RecordedTrace.Entry, _ command: [UInt8]) -> Bool {
        if case .failure = entry.reply { return false }
        if entry.isWhole { return entry.command == command }
        guard entry.command.count == 4, command.starts(with: entry.command), entry.commandCount == command.count,
            let parsed = try? CommandAPDU(parsing: command)
        else { return false }
        return parsed.data.isEmpty ? entry.dataCount == 0 : entry.data == parsed.data
    }

    // MARK: - The rest of a link

    /// A trace has no reader functions.
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        throw CardError(.unsupported, during: "reader control")
    }

    /// The trace goes on.
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { answerToReset }

    /// Nobody else is there.
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R { try body() }
}

/// A command that is another one than the trace holds at this place.
struct TraceMismatch: Error {
    /// Which command is expected, in words: its number, name and header. The data are nobody's business.
    let expected: String

    init(place: Int, _ trace: RecordedTrace) {
        let count = trace.entries.count
        guard place < count else {
            expected = "the trace has ended: it holds \(Count.of(count, "command"))"
            return
        }
        let entry = trace.entries[place]
        let bytes = entry.isWhole ? entry.command.count : entry.commandCount
        let length = bytes.map { ", \(Count.bytes($0))" } ?? ""
        let header = Hex.string(entry.command.prefix(4), separator: " ")
        let name =
            (try? CommandAPDU(parsing: entry.command))?.name
            ?? (try? CommandAPDU(parsing: Array(entry.command.prefix(4))))?.name
        let words =
            header.isEmpty
            ? "a command whose header was not recorded" : (name.map { "\($0), " } ?? "") + header + length
        expected = "the trace expects command \(place + 1) of \(count) next: \(words)"
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
