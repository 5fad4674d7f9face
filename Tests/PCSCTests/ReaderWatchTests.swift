import ISO7816
import InlaySeams
import Testing

@testable import PCSC

@Suite struct ReaderWatchTests {
    /// A clock that runs only while somebody pauses or waits.
    private final class DrivenClock: Sendable {
        private let now = Monitor(Duration.zero)

        var elapsed: Duration { now.update { $0 } }
        func advance(_ duration: Duration) { now.update { $0 += duration } }
        var time: TimeSource {
            TimeSource(wall: { Moment(secondsSince1970: 0) }, elapsed: { self.elapsed })
        }
    }

    /// Answers of `SCardGetStatusChange`; the last one for ever.
    private typealias Answer = (code: UInt32, events: [UInt32])

    private static func run(
        _ answers: [Answer], seconds: Int, fake: FakePCSC = FakePCSC(), change: (inout PCSCFunctions) -> Void = { _ in }
    ) throws -> [ReaderEvent] {
        let clock = DrivenClock()
        let script = Monitor(answers[...])
        let functions = fake.functions {
            $0.listReaders = { _ in .init(code: PCSCError.noReadersAvailable.code) }
            $0.statusChange = { _, milliseconds, rows in
                let answer = script.update { $0.count > 1 ? $0.removeFirst() : $0[$0.startIndex] }
                if answer.code == PCSCError.timeout.code { clock.advance(.milliseconds(Int(milliseconds))) }
                for index in rows.indices where index < answer.events.count {
                    rows[index].event = answer.events[index]
                    rows[index].answerToReset = answer.events[index] & 0x20 != 0 ? FakePCSC.atr : []
                }
                return answer.code
            }
            change(&$0)
        }
        var events: [ReaderEvent] = []
        let watch = ReaderWatch(functions: functions, time: clock.time, pause: { clock.advance($0) })
        try watch.run(within: .seconds(seconds)) {
            events.append($0)
            return events.count < 50
        }
        return events
    }

    /// Field report B03.
    @Test func `a service that stops is looked for with growing pauses, and known states are handed back`() throws {
        let fake = FakePCSC()
        let events = try Self.run(
            [(0, [0x0001_0002]), (PCSCError.timeout.code, [0x0001_0000]), (PCSCError.serviceStopped.code, [])],
            seconds: 15, fake: fake)
        let waits = fake.calls.filter { $0.hasPrefix("statusChange") }
        #expect(waits.first == "statusChange 0")
        // The mark of change is cleared; the counter is kept.
        #expect(waits.dropFirst().first == "statusChange 10000")
        // Ten seconds of the time-out, then five in which the service stays away.
        #expect(waits.count < 10)
        #expect(fake.calls.count { $0 == "establish" } < 10)
        #expect(events == [ReaderEvent(.serviceLost)])
    }

    @Test func `a service that comes back is told, with all that is there then`() throws {
        let answers: [Answer] = [
            (0, [0x0001_0022]), (PCSCError.communicationError.code, []), (PCSCError.noService.code, []), (0, [0x12]),
            (PCSCError.timeout.code, []),
        ]
        let events = try Self.run(answers, seconds: 30) { $0.listReaders = { _ in .init(Array("A 00\0\0".utf8)) } }
        #expect(
            events == [
                .init(.readerAdded, at: "A 00"), .init(.cardInserted(AnswerToReset(FakePCSC.atr)), at: "A 00"),
                .init(.cardRemoved, at: "A 00"), .init(.readerRemoved, at: "A 00"), .init(.serviceLost),
                .init(.serviceReturned), .init(.readerAdded, at: "A 00"),
            ])
    }

    /// The computer slept: hours pass in one call, then the reader is in error, and pcscd was started anew.
    @Test func `a clock that jumps changes nothing, and what it wakes up to is told once`() throws {
        let fake = FakePCSC()
        let looks = Monitor(0)
        let jumping = DrivenClock()
        let functions = fake.functions {
            $0.listReaders = { _ in .init(Array("A 00\0\0".utf8)) }
            $0.statusChange = { _, milliseconds, rows in
                let look = looks.update { look in
                    look += 1
                    return look
                }
                let state: UInt32? =
                    switch look {
                    case 1: 0x0001_0022
                    case 3: 0x0001_000A
                    case 5: 0x0000_0012
                    default: nil
                    }
                jumping.advance(
                    look == 2 ? .seconds(8 * 3600) : state == nil ? .milliseconds(Int(milliseconds)) : .zero)
                if look == 4 { return PCSCError.communicationError.code }
                guard let state else { return PCSCError.timeout.code }
                rows[0].event = state
                rows[0].answerToReset = state & 0x20 != 0 ? FakePCSC.atr : []
                return 0
            }
        }
        var events: [ReaderEvent.Kind] = []
        let watch = ReaderWatch(functions: functions, time: jumping.time, pause: { jumping.advance($0) })
        try watch.run(within: .seconds(9 * 3600)) {
            events.append($0.kind)
            return events.count < 50
        }
        #expect(
            events == [
                .readerAdded, .cardInserted(AnswerToReset(FakePCSC.atr)), .cardRemoved, .readerFailed, .readerRemoved,
                .serviceLost, .serviceReturned, .readerAdded,
            ])
        // An hour of slices of ten seconds, and no more.
        #expect(fake.calls.count { $0.hasPrefix("statusChange") } < 400)
    }

    @Test func `no service at the beginning is an error`() {
        let thrown = #expect(throws: CardError.self) {
            try Self.run([(0, [])], seconds: 5) { $0.establish = { (PCSCError.noService.code, 0) } }
        }
        #expect(thrown?.code == .serviceUnavailable)
    }

    @Test func `a reader that is not announced is noticed by its name`() throws {
        let count = Monitor(0)
        let events = try Self.run([(PCSCError.timeout.code, [])], seconds: 45) {
            $0.listReaders = { _ in
                let number = count.update { count in
                    count += 1
                    return count
                }
                return number == 2 || number == 3
                    ? .init(Array("B 00\0\0".utf8)) : .init(code: PCSCError.noReadersAvailable.code)
            }
        }
        #expect(events == [.init(.readerAdded, at: "B 00"), .init(.readerRemoved, at: "B 00")])
    }

    @Test(
        arguments: [
            (
                [0x0001_0022, 0x0002_0012],
                [.cardInserted(AnswerToReset(FakePCSC.atr)), .cardRemoved]
            ),
            (
                [0x0001_0022, 0x0003_0022],
                [.cardInserted(AnswerToReset(FakePCSC.atr)), .cardRemoved, .cardInserted(AnswerToReset(FakePCSC.atr))]
            ),
            // The same card, or one like it, twice between two looks; one that was gone before it was looked at.
            (
                [0x0001_0022, 0x0005_0022],
                [
                    .cardInserted(AnswerToReset(FakePCSC.atr)), .cardRemoved, .cardInserted(AnswerToReset([])),
                    .cardRemoved, .cardInserted(AnswerToReset(FakePCSC.atr)),
                ]
            ),
            ([0x0000_0012, 0x0002_0012], [.cardInserted(AnswerToReset([])), .cardRemoved]),
            (
                [0xFFFF_0012, 0x0002_0022],
                [.cardInserted(AnswerToReset([])), .cardRemoved, .cardInserted(AnswerToReset(FakePCSC.atr))]
            ),
            (
                [0x0001_0022, 0x0004_0012],
                [
                    .cardInserted(AnswerToReset(FakePCSC.atr)), .cardRemoved, .cardInserted(AnswerToReset([])),
                    .cardRemoved,
                ]
            ),
            // A counter that begins anew tells nothing.
            ([0x0009_0012, 0x0000_0012], []),
            ([0x0001_0222], [.cardMute]),
            ([0x0000_000A], [.readerFailed]),
            ([0x0001_0022, 0x0001_0122, 0x0001_0022], [.cardInserted(AnswerToReset(FakePCSC.atr))]),
        ] as [([UInt32], [ReaderEvent.Kind])])
    func `what lies on a reader is told when it changes`(states: [UInt32], kinds: [ReaderEvent.Kind]) throws {
        let answers = states.map { (UInt32(0), [$0]) } + [(PCSCError.timeout.code, [])]
        let events = try Self.run(answers, seconds: 12) { $0.listReaders = { _ in .init(Array("C 00\0\0".utf8)) } }
        #expect(events.map(\.kind) == [.readerAdded] + kinds)
    }

    @Test func `an answer that comes at once and tells nothing does not keep a processor busy`() throws {
        let fake = FakePCSC()
        _ = try Self.run([(0, [0x12])], seconds: 5, fake: fake) {
            $0.listReaders = { _ in .init(Array("D 00\0\0".utf8)) }
        }
        #expect(fake.calls.count { $0.hasPrefix("statusChange") } < 60)
    }

    @Test func `the user's Ctrl-C ends it`() {
        let thrown = #expect(throws: CardError.self) {
            try ReaderWatch(functions: FakePCSC().functions()).run(interruption: Interruption { true }) { _ in true }
        }
        #expect(thrown?.code == .cancelled)
    }
}
