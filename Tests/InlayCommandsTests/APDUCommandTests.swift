import ChipSimulation
import ISO7816
import Synchronization
import Testing

@testable import InlayCommands

@Suite struct APDUCommandTests {
    /// Field report B57: a console lost the first byte of a spaced command, another altered the bytes.
    @Test(arguments: ["00 A4 00 04 02 3F 00", "00:a4:00:04:02:3f:00", "00A40004 023F00", "0x00 0xA4 0x0004 0x023F00"])
    func `exactly the typed bytes are sent, once, and nothing before them`(typed: String) throws {
        let log = Log()
        let run = CommandRun("apdu", typed, house: .test(readers: log.readers))
        #expect(run.code == .done)
        #expect(log.commands == [[0x00, 0xA4, 0x00, 0x04, 0x02, 0x3F, 0x00]])
    }

    @Test(arguments: [
        ("00A400040G", "column 10"), ("00A4000", "column 7"), ("00 A4 00", "3 bytes"), ("", "0 bytes"),
        ("00A4 0004 Ö2", "column 11"), ("3", "column 1"), ("01234:56789AB:CDEF", "column 5"),
    ])
    func `a wrong character is named by its column and nothing is sent`(typed: String, place: String) {
        let log = Log()
        let run = CommandRun("apdu", "0084000008", typed, house: .test(readers: log.readers))
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("command 2, "))
        #expect(run.errors.contains(place))
        #expect(log.commands.isEmpty)
    }

    /// Field report B59: tools ended silently, and with the same code whatever happened.
    @Test func `no reader, no card, a refusal and success have four exit codes`() {
        let empty = ReaderSummary(name: "Test Reader 00 00", presence: .empty)
        let runs = [
            CommandRun("apdu", "00A4000C"),
            CommandRun("apdu", "00A4000C", house: .test(readers: FakeReaders(readers: [empty]))),
            CommandRun("apdu", "00A4000C", house: .test(readers: .answering(0x6985))),
            CommandRun("apdu", "00A4000C", house: .test(readers: .answering(0x9000))),
        ]
        #expect(runs.map(\.code) == [.noReader, .noCard, .cardError, .done])
        for run in runs.dropLast() { #expect(run.errors.hasPrefix("inlay: ")) }
        #expect(runs[2].errors == "inlay: the card answered 6985, conditions of use not satisfied\n")
        #expect(runs[2].output.contains("6985  conditions of use not satisfied"))
        #expect(runs[3].errors.isEmpty)
    }

    @Test(
        arguments: [
            (0x9000, ExitCode.done), (0x6110, .done), (0x9100, .done), (0x91AF, .cardError), (0x6282, .cardError),
            (0x6A82, .cardError), (0x6C10, .cardError),
        ] as [(UInt16, ExitCode)])
    func `the exit code follows the status word`(status: UInt16, code: ExitCode) {
        let house = House.test(readers: .answering(StatusWord(status)))
        #expect(CommandRun("apdu", "00A4000C", house: house).code == code)
        #expect(CommandRun("apdu", "00A4000C", "--any-status", house: house).code == .done)
    }

    @Test func `commands come from standard input, with comments`() {
        let log = Log()
        let input = "# first\n00 84 00 00 08  # challenge\n\n  \n00A4000C\r\n"
        let run = CommandRun("apdu", house: .test(readers: log.readers, input: input))
        #expect(run.code == .done)
        #expect(log.commands == [[0x00, 0x84, 0x00, 0x00, 0x08], [0x00, 0xA4, 0x00, 0x0C]])
    }

    @Test func `a wrong line of standard input is named`() {
        let log = Log()
        let run = CommandRun("apdu", "-", house: .test(readers: log.readers, input: "0084000008\n00A4X"))
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("line 2, column 5"))
        #expect(log.commands.isEmpty)
    }

    @Test func `what was done before a failure stands in the error document`() {
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in FaultyLink(SimulatedLink(ConstantChip(0x9000)), faults: [2: .removeCard]) })
        let run = CommandRun("apdu", "--json", "00A4000C", "00A4000C", house: .test(readers: readers))
        #expect(run.code == .noCard)
        #expect(run.output.contains("\"schema\": \"inlay.error/1\""))
        #expect(run.output.contains("\"code\": \"card-removed\""))
        #expect(run.output.contains("\"status\": \"9000\""))
    }
}

/// Remembers what a card was sent.
private final class Log: Sendable {
    private let log = Mutex<[[UInt8]]>([])

    var commands: [[UInt8]] { log.withLock { $0 } }

    var readers: FakeReaders {
        FakeReaders(
            readers: [.loaded("Test Reader 00 00")],
            card: { _ in
                TracingLink(SimulatedLink(ConstantChip(0x9000))) { exchange in
                    self.log.withLock { $0.append(exchange.command) }
                }
            })
    }
}
