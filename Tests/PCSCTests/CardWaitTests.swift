import ISO7816
import InlaySeams
import Testing

@testable import PCSC

@Suite struct CardWaitTests {
    /// Answers of `SCardGetStatusChange`, one call after another; the last is repeated.
    private final class Script: Sendable {
        private let answers: Monitor<ArraySlice<(code: UInt32, events: [UInt32])>>

        init(_ answers: [(code: UInt32, events: [UInt32])]) { self.answers = Monitor(answers[...]) }

        func next(_ rows: inout [PCSCFunctions.StateRow]) -> UInt32 {
            let answer = answers.update { $0.count > 1 ? $0.removeFirst() : $0[$0.startIndex] }
            for (index, event) in answer.events.enumerated() where index < rows.count { rows[index].event = event }
            return answer.code
        }
    }

    private static func run(
        _ script: [(code: UInt32, events: [UInt32])], on reader: String? = FakePCSC.reader,
        limit: Duration = .seconds(20), fake: FakePCSC = FakePCSC(), change: (inout PCSCFunctions) -> Void = { _ in }
    ) throws -> ReaderState {
        let script = Script(script)
        let functions = fake.functions {
            $0.statusChange = { _, _, rows in script.next(&rows) }
            change(&$0)
        }
        return try PCSCContext(functions: functions).waitForCard(on: reader, timeLimit: limit)
    }

    @Test func `a card that comes is found, and what was seen is known at the next call`() throws {
        let fake = FakePCSC()
        let state = try Self.run([(0, [0x0000_0012]), (0, [0x0001_0022])], fake: fake)
        #expect(state.isCardPresent)
        // The mark of change (2) is not handed back: with it the service would answer at once, for ever.
        #expect(fake.calls.filter { $0.hasPrefix("statusChange") } == ["statusChange 0", "statusChange 10"])
    }

    @Test func `the mark of change of the reader list is not handed back either`() throws {
        let fake = FakePCSC()
        _ = try Self.run([(0, [0x12, 0x0001_0002]), (0, [0x0001_0022, 0x0001_0000])], on: nil, fake: fake)
        #expect(fake.calls.filter { $0.hasPrefix("statusChange") } == ["statusChange 0,0", "statusChange 10,10000"])
    }

    @Test func `a reader that is plugged in is watched too`() throws {
        let fake = FakePCSC()
        let lists = Monitor(0)
        let state = try Self.run([(0, [0x0001_0002]), (0, [0x0001_0022])], on: nil, fake: fake) {
            $0.listReaders = { _ in
                let isFirst = lists.update { count in
                    count += 1
                    return count == 1
                }
                return isFirst ? .init(code: PCSCError.noReadersAvailable.code) : .init(Array("New\0\0".utf8))
            }
        }
        #expect(state.reader == "New")
        #expect(fake.calls.filter { $0.hasPrefix("statusChange") } == ["statusChange 0", "statusChange 0,10000"])
    }

    @Test func `no card is a time-out, and the service is not asked in a busy loop`() {
        let fake = FakePCSC()
        let thrown = #expect(throws: CardError.self) {
            try Self.run([(PCSCError.timeout.code, [0x12])], limit: .milliseconds(350), fake: fake)
        }
        #expect(thrown?.code == .timedOut)
        #expect(fake.calls.count { $0.hasPrefix("statusChange") } < 10)
    }

    @Test func `a card that stays mute has no answer`() {
        let thrown = #expect(throws: CardError.self) {
            try Self.run([(0, [0x0001_0222])], limit: .milliseconds(150))
        }
        #expect(thrown?.code == .noAnswer)
    }

    @Test(
        arguments: [
            (.serviceStopped, .serviceUnavailable), (.noService, .serviceUnavailable),
            (.unknownReader, .readerUnavailable), (.cancelled, .cancelled),
        ] as [(PCSCError, CardError.Code)])
    func `an error ends the wait at once`(error: PCSCError, code: CardError.Code) {
        let fake = FakePCSC()
        let thrown = #expect(throws: CardError.self) {
            try Self.run([(0, [0x12]), (error.code, [])], fake: fake)
        }
        #expect(thrown?.code == code)
        #expect(fake.calls.count { $0.hasPrefix("statusChange") } == 2)
    }

    @Test func `a reader that goes away ends the wait`() {
        let thrown = #expect(throws: CardError.self) { try Self.run([(0, [0x12]), (0, [0x000E])]) }
        #expect(thrown?.code == .readerUnavailable)
    }

    @Test func `an interruption cancels the call that waits`() throws {
        let gate = Gate()
        let fake = FakePCSC()
        let functions = fake.functions {
            $0.statusChange = { _, _, _ in
                gate.pass()
                return PCSCError.cancelled.code
            }
            $0.cancel = { _ in
                gate.open()
                return 0
            }
        }
        let context = try PCSCContext(functions: functions)
        let interruption = Interruption { gate.count > 0 }
        #expect(throws: CardError(.cancelled, during: "waiting for a card")) {
            try context.waitForCard(timeLimit: .seconds(30), interruption: interruption)
        }
    }
}
