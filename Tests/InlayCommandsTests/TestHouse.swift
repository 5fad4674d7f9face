import ChipSimulation
import ISO7816
import InlaySeams
import Octets
import PCSC
import Synchronization

@testable import InlayCommands

extension House {
    /// A house without readers, with a clock that stands still.
    static func test(
        readers: FakeReaders = FakeReaders(), simulators: [SimulatorEntry] = [], input: String? = nil,
        environment: [String: String] = [:], pictures: Pictures? = nil
    ) -> House {
        let rest = Mutex(Array((input ?? "").utf8)[...])
        return House(
            readers: readers, simulators: simulators, environment: { environment[$0] },
            input: Input(
                isTerminal: false, readAll: { _ in Array((input ?? "").utf8) },
                readSome: {
                    // In small parts, as a pipe may give them.
                    rest.withLock { rest in
                        let some = Array(rest.prefix(1000))
                        rest = rest.dropFirst(some.count)
                        return some
                    }
                }, askSecretly: { _ in nil }, canAsk: { false }),
            interruption: .never, listen: {}, time: .fixed(Moment(secondsSince1970: 1_790_000_000)), random: .seeded(7),
            pictures: pictures)
    }
}

/// Readers as a test needs them: names with what lies on them, and what each card answers.
struct FakeReaders: ReaderService {
    var readers: [ReaderSummary] = []
    var failure: Failure?
    /// What a watch is told.
    var events: [ReaderEvent] = []
    /// Makes the link to the card on the reader of this name.
    var card: @Sendable (String) -> any CardLink = { _ in ScriptedLink([] as [ScriptedLink.Line]) }

    func list() throws(Failure) -> [ReaderSummary] {
        if let failure { throw failure }
        return readers
    }

    func waitForCard(on reader: String?, atMost limit: Duration) throws(Failure) {
        if let failure { throw failure }
    }

    func watch(atMost limit: Duration?, onEvent: (ReaderEvent) -> Bool) throws(Failure) {
        if let failure { throw failure }
        for event in events { guard onEvent(event) else { return } }
    }

    func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection {
        CardConnection(link: card(reader), reader: reader, source: .live)
    }

    /// One reader with a card that answers every command with `status`.
    static func answering(_ status: StatusWord) -> FakeReaders {
        FakeReaders(readers: [.loaded("Test Reader 00 00")], card: { _ in SimulatedLink(ConstantChip(status)) })
    }
}

extension ReaderService {
    /// Doubles of which no test watches anything.
    func watch(atMost limit: Duration?, onEvent: (ReaderEvent) -> Bool) throws(Failure) {}
}

extension ReaderSummary {
    static func loaded(_ name: String) -> ReaderSummary {
        ReaderSummary(name: name, presence: .card(AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])))
    }
}

/// A chip that gives the same status to everything; with 9000 it sends back what it was sent.
final class ConstantChip: ChipSimulator {
    private let status: StatusWord
    let answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]

    init(_ status: StatusWord) { self.status = status }

    func powerUp() {}
    func handle(command: [UInt8]) -> [UInt8] { (status == .success ? command : []) + status.bytes }
}
