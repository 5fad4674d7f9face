import ChipSimulation
import Foundation
import ISO7816
import Synchronization
import TestSupport
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

    @Test func `an answer that is no answer is shown with what came`() {
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in SimulatedLink(TableChip(answerToReset: hex("3B80800101"), [:], otherwise: [0x90])) })
        let run = CommandRun("apdu", "03000001", house: .test(readers: readers))
        #expect(run.code == .cardError)
        #expect(run.errors.contains("all that came is 90; a status word has two bytes"), "\(run.errors)")
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

    /// Row 32, OpenSC #1044: a tool changed what it was told to send, fetched the rest unasked and hid the 61xx.
    @Test func `bytes that look odd are sent as they are, and 61xx is shown and not followed`() {
        let log = Log(answer: 0x6110)
        let run = CommandRun("apdu", "00:00:00:00:01:05:00", house: .test(readers: log.readers))
        #expect(log.commands == [[0x00, 0x00, 0x00, 0x00, 0x01, 0x05, 0x00]])
        #expect(run.output.contains("< 6110  16 bytes are available with GET RESPONSE"))
        #expect(run.code == .done)
    }

    /// Row 46, pyscard #36: three bytes for the chip went to the reader as if they were a command.
    @Test(arguments: ["02 20 05", "60", "30 04"])
    func `what is no command is refused before it is sent, and the way for raw frames is named`(typed: String) {
        let log = Log()
        let run = CommandRun("apdu", typed, house: .test(readers: log.readers))
        #expect(run.code == .wrongUse)
        #expect(log.commands.isEmpty)
        let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("no command APDU") && words.contains("raw frame: frame BYTES"), "\(run.errors)")
    }

    /// Row 24, nfc-pcsc #59: `D5 43 01 90 00` is a tag that said nothing, whatever stands at the end.
    @Test func `a reader that carried a frame for nothing is no success, though 9000 stands at the end`() {
        let house = House.test(simulators: SimulatorEntry.all)
        let silent = CommandRun("apdu", "FF00000003D44260", "--reader=sim:ultralight?reader=acr122u", house: house)
        #expect(silent.output.contains("D54301 9000"), "\(silent.output)")
        #expect(silent.code == .cardError && silent.errors.contains("time-out"), "\(silent.errors)")
        let answered = CommandRun("apdu", "FF00000003D44260", "--reader=sim:ntag213?reader=acr122u", house: house)
        #expect(answered.code == .done && answered.errors.isEmpty, "\(answered.errors)")
        // Row 25, nfc-pcsc #36: two bytes 00 of a chip are an answer.
        let log = Log(rows: ["FF00000007D4421BFFFFFFFF": "D54300 0000 9000", "FFC20001029560": "C003006401 9000"])
        let pack = CommandRun("apdu", "FF00000007D4421BFFFFFFFF", house: .test(readers: log.readers))
        #expect(pack.code == .done && pack.output.contains("D543000000 9000  done"), "\(pack.output)")
        // The same in a transparent session, where the status stands in object C0.
        let session = CommandRun("apdu", "FFC20001029560", house: .test(readers: log.readers))
        #expect(session.code == .cardError && session.errors.contains("6401"), "\(session.errors)")
    }

    @Test func `commands come from a file, and its wrong line is named`() throws {
        try TemporaryFolder.use { folder in
            let log = Log()
            let path = "\(folder)/commands.txt"
            try "# two\n00 84 00 00 08\n00A4000C # master file\n".write(
                toFile: path, atomically: true, encoding: .utf8)
            let run = CommandRun("apdu", "@\(path)", house: .test(readers: log.readers))
            #expect(run.code == .done, "\(run.errors)")
            #expect(log.commands == [[0x00, 0x84, 0x00, 0x00, 0x08], [0x00, 0xA4, 0x00, 0x0C]])
            try "00 84 00 00 08\n00A4000C0\n".write(toFile: path, atomically: true, encoding: .utf8)
            let wrong = CommandRun("apdu", "@\(path)", house: .test(readers: log.readers), width: 400)
            #expect(wrong.code == .wrongUse)
            #expect(wrong.errors.contains("commands.txt, line 2, column 9"), "\(wrong.errors)")
            #expect(log.commands.count == 2)
            #expect(CommandRun("apdu", "@\(folder)/none", house: .test(readers: log.readers)).code == .wrongUse)
        }
    }

    @Test func `an answer is shown as bytes, as text, as a tree, and its status in the words of the family at hand`() {
        let log = Log(rows: [
            "00A4040C07A0000002471001": "9000", "00B0810000": "6982", "00B0820000": "48656C6C6F20776F726C64 9000",
            "00CA006600": "6F0A8408A000000151000000 9000", "00A4040009A00000030800001000": "9000",
            "00CB3FFF055C035FC10900": "6A82",
        ])
        func answer(_ commands: String...) -> String {
            CommandRun(["apdu", "--any-status"] + commands, house: .test(readers: log.readers), width: 200).output
        }
        #expect(answer("00B0820000").contains("< 48656C6C6F20776F726C64 9000  done\n  \"Hello world\""))
        let tree = answer("00CA006600")
        #expect(tree.contains("6F  10 bytes  file control information"), "\(tree)")
        #expect(tree.contains("84  8 bytes  application identifier  A000000151000000"), "\(tree)")
        // The same status word before and after the application is known.
        #expect(answer("00B0810000").contains("6982  security status not satisfied"))
        #expect(answer("00A4040C07A0000002471001", "00B0810000").contains("opened first"))
        #expect(answer("00A4040009A00000030800001000", "00CB3FFF055C035FC10900").contains("data object"))
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
    private let card: @Sendable () -> any ChipSimulator

    /// Of a card that says `answer` to everything.
    init(answer: StatusWord = 0x9000) { card = { ConstantChip(answer) } }

    /// Of a card that is a table.
    init(rows: [String: String]) {
        card = {
            TableChip(
                answerToReset: ScriptedCards.contactless,
                Dictionary(uniqueKeysWithValues: rows.map { (hex($0.key), hex($0.value)) }))
        }
    }

    var commands: [[UInt8]] { log.withLock { $0 } }

    var readers: FakeReaders {
        FakeReaders(
            readers: [.loaded("Test Reader 00 00")],
            card: { _ in
                TracingLink(SimulatedLink(self.card())) { exchange in
                    self.log.withLock { $0.append(exchange.command) }
                }
            })
    }

    /// What people write who mean a command, and what each is told.
    @Test(arguments: [
        (["00", "84", "00", "00", "08"], "put it in quotation marks"),
        (["0x00", "0x84", "0x00", "0x00"], "put it in quotation marks"),
        (["00-84-00-00-08"], "spaces or colons"), (["00,84,00,00,08"], "spaces or colons"),
        (["\\x00\\x84\\x00\\x00"], "without \\x"),
        (["00840000;00840000"], "an argument of its own"), (["00840000 # challenge"], "comments stand in files"),
        (["00A4040C Lc A0000002471001"], "computed by inlay console"), (["00B0 $x"], "the language of inlay console"),
        (["OO840000"], "the letter O"), (["00 84 00 00 l8"], "the digit 1"), (["00 84 00 00 8"], "a digit is missing"),
        (["00840000 => 9000"], "a statement of inlay run"), (["zz840000"], "0 to 9 and A to F"),
    ])
    func `a command that is written in another way is answered with the right one`(words: [String], answer: String) {
        let log = Log()
        let run = CommandRun(["apdu"] + words, house: .test(readers: log.readers))
        #expect(run.code == .wrongUse && run.errors.contains(answer), "\(run.errors)")
        #expect(run.errors.contains("nothing was sent") && log.commands.isEmpty)
    }

    @Test(arguments: ["pace", "bac"])
    func `a card without a passport application is another kind of card`(mode: String) {
        for readers in [FakeReaders.answering(0x6A82), .answering(0x6D00), .answering(0x6E00)] {
            let run = CommandRun(
                "apdu", "--secure", mode, SimulatedPassport.key, "00B09C0000", house: .test(readers: readers))
            #expect(run.code == .wrongKind, "\(run.errors)")
        }
        // A simulator that prints no key is no passport either.
        var house = SimulatedPassport.house()
        house.simulators = SimulatorEntry.all
        for name in ["sim:ntag213", "sim:suica"] {
            let run = CommandRun("apdu", "--secure", mode, "--reader", name, "00B09C0000", house: house)
            #expect(run.code == .wrongKind, "\(run.errors)")
        }
    }

    @Test func `commands come from a pipe as well`() throws {
        try TemporaryFolder.use { folder in
            let log = Log()
            try Pipes.written("\(folder)/pipe", "0084000008\n") { path in
                let run = CommandRun("apdu", "@\(path)", house: .test(readers: log.readers))
                #expect(run.code == .done, "\(run.errors)")
            }
            #expect(log.commands == [[0x00, 0x84, 0x00, 0x00, 0x08]])
        }
    }
}
