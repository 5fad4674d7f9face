import ISO7816
import InlaySeams
import PCSC
import Testing

@testable import InlayCommands

@Suite struct WatchCommandTests {
    private static let events: [ReaderEvent] = [
        .init(.readerAdded, at: "A 00"),
        .init(.cardInserted(AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])), at: "A 00"),
        .init(.cardRemoved, at: "A 00"), .init(.cardMute, at: "B 00"), .init(.serviceLost), .init(.serviceReturned),
    ]

    private static var house: House { .test(readers: FakeReaders(events: events)) }

    @Test func `each event is a line`() {
        let run = CommandRun("watch", house: Self.house)
        #expect(run.code == .done)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == Self.events.count + 1, "the card's answer to reset has a line of its own")
        #expect(lines.allSatisfy { $0.hasPrefix("2026-") || $0.contains("ATR  3B 80 80 01 01") })
        #expect(run.output.contains("service stopped") && run.output.contains("silent card"))
    }

    @Test func `a card that nobody saw is told as such`() {
        let house = House.test(
            readers: FakeReaders(events: [.init(.cardInserted(AnswerToReset([])), at: "A 00")]))
        #expect(CommandRun("watch", house: house).output.contains("gone again before it could be looked at"))
        let line = CommandRun("watch", "--jsonl", house: house).output
        #expect(line.contains("card-inserted") && line.contains(#""atr":null"#))
    }

    @Test func `each event is a document, or all are one`() {
        let lines = CommandRun("watch", "--jsonl", house: Self.house).output.split(separator: "\n")
        #expect(lines.count == Self.events.count)
        #expect(
            lines.allSatisfy {
                $0.hasPrefix(#"{"schema": "inlay.event/1""#) || $0.hasPrefix(#"{"schema":"inlay.event/1""#)
            })
        let whole = CommandRun("watch", "--json", house: Self.house).output
        #expect(whole.contains("inlay.watch/1") && whole.contains("card-inserted"))
    }

    @Test func `a number or a reader bounds it`() {
        #expect(
            CommandRun("watch", "--jsonl", "--count", "2", house: Self.house).output.split(separator: "\n").count == 2)
        let one = CommandRun("watch", "--jsonl", "--reader", "b 0", house: Self.house).output
        #expect(one.contains("B 00") && !one.contains("A 00") && one.contains("service-stopped"))
        #expect(CommandRun("watch", "--count", "0", house: Self.house).code == .wrongUse)
    }

    @Test func `without a service it is an error like any other`() {
        let failure = Failure(.noService, kind: "service-not-running", "no service")
        #expect(CommandRun("watch", house: .test(readers: FakeReaders(failure: failure))).code == .noService)
    }
}
