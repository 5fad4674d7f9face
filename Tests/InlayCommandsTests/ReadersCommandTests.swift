import ISO7816
import InlaySeams
import Testing

@testable import InlayCommands
@testable import PCSC

@Suite struct ReadersCommandTests {
    private static func house(_ change: (inout PCSCFunctions) -> Void) -> House {
        var functions = PCSCFunctions.refusing
        change(&functions)
        var house = House.test()
        house.readers = PCSCReaders(functions: functions, interruption: .never)
        house.simulators = SimulatorEntry.all
        return house
    }

    /// Field report B01: a raw code, and the same for two causes with different remedies.
    @Test func `no service and no reader are told apart`() {
        let noService = Self.house { $0.establish = { (0x8010_001D, 0) } }
        let noReader = Self.house { $0.listReaders = { _ in .init(code: 0x8010_002E) } }
        for (house, code, kind, remedy) in [
            (noService, ExitCode.noService, "service-not-running", "pcscd"),
            (noReader, .noReader, "no-reader", "lsusb"),
        ] {
            let run = CommandRun("readers", house: house)
            #expect(run.code == code)
            #expect(run.errors.contains(remedy))
            #expect(!run.errors.contains("card not found"))
            #expect(run.output.contains("sim:passport"), "simulators need no reader")
            let document = CommandRun("readers", "--json", house: house).output
            #expect(document.contains("\"code\": \"\(kind)\""))
        }
        // What else keeps a reader away: a module of the kernel.
        #expect(CommandRun("readers", house: noReader).errors.contains("pn533"))
    }

    @Test func `a user whom polkit refuses gets another code`() {
        let run = CommandRun("readers", house: Self.house { $0.establish = { (0x8010_006A, 0) } })
        #expect(run.code == .permissionRefused)
        #expect(run.errors.contains("polkit"))
    }

    @Test func `each reader is shown with its card`() {
        let storage = AnswerToReset(
            [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0, 0, 3, 6, 0x11, 0, 0x3B, 0, 0, 0, 0, 0x42])
        let house = House.test(
            readers: FakeReaders(readers: [
                ReaderSummary(name: "Empty Reader 00 00", presence: .empty),
                ReaderSummary(name: "FeliCa Reader 01 00", presence: .card(storage), isShared: true),
                ReaderSummary(name: "Mute\u{1B}[2J Reader", presence: .mute, isExclusive: true),
            ]))
        let run = CommandRun("readers", house: house, isTerminal: true)
        #expect(run.code == .done)
        for text in [
            "Empty Reader 00 00", "no card", "card, in use by another program", "3B 8F 80 01", "FeliCa",
            "card that does not answer, used by another program alone", "Mute\\u{1B}[2J Reader",
        ] { #expect(run.output.contains(text)) }
        let document = CommandRun("readers", "--json", house: house).output
        #expect(document.hasPrefix("{\n  \"schema\": \"inlay.readers/1\""))
        #expect(document.contains("\"atr\": \"3B8F8001804F0CA00000030611003B0000000042\""))
    }

    @Test func `readers come first, and simulators are a line`() throws {
        var house = House.test(readers: FakeReaders(readers: [.loaded("Some Reader 00 00")]))
        house.simulators = SimulatorEntry.all
        let lines = CommandRun("readers", house: house, width: 120).output.split(separator: "\n")
        #expect(lines.first == "Some Reader 00 00")
        #expect(lines.last?.hasPrefix("Without a reader: sim:passport") == true)
        #expect(lines.last?.hasSuffix("(inlay sim list)") == true)
        #expect(lines.count < 8)
        let document = CommandRun("readers", "--json", house: house).output
        for entry in SimulatorEntry.all { #expect(document.contains("\"\(entry.readerName)\"")) }
    }

    @Test(arguments: [40, 80, 120])
    func `a simulator's name and its text stand apart at every width`(width: Int) {
        var house = House.test()
        house.simulators = SimulatorEntry.all
        let output = CommandRun("sim", "list", house: house, isTerminal: true, width: width).output
        let lines = output.replacing(/\u{1B}\[\d*m/) { _ in "" }.split(separator: "\n")
        for entry in SimulatorEntry.all {
            let own = lines.filter { $0.hasPrefix(entry.readerName) }
            #expect(own.contains { $0 == entry.readerName || $0.hasPrefix(entry.readerName + "  ") }, "\(own)")
        }
        for line in lines { #expect(line.count <= width) }
    }

    @Test(
        arguments: [
            (["A Reader 00", "B Reader 01"], "B", ["B Reader 01"], nil),
            (["A 00", "A 01"], "A", [], "reader-ambiguous"),
            (["A 00", "A 01"], "a 01", ["A 01"], nil), (["A 00", "A"], "A", ["A"], nil),
            (["A 00"], "C", [], "reader-not-found"), (["A", "B"], nil, [], "reader-ambiguous"),
            (["A"], nil, ["A"], nil),
        ] as [([String], String?, [String], String?)])
    func `a reader is found by its name or a part that fits one only`(
        names: [String], wanted: String?, used: [String], kind: String?
    ) {
        var readers = FakeReaders.answering(0x9000)
        readers.readers = names.map(ReaderSummary.loaded)
        let words = ["apdu", "--json", "00A4000C"] + (wanted.map { ["--reader", $0] } ?? [])
        let run = CommandRun(words, house: .test(readers: readers))
        #expect(run.code == (kind == nil ? .done : .noReader))
        for name in used { #expect(run.output.contains("\"reader\": \"\(name)\"")) }
        if let kind { #expect(run.output.contains("\"code\": \"\(kind)\"")) }
    }

    @Test func `the environment names a reader too, and the option wins`() {
        var readers = FakeReaders.answering(0x9000)
        readers.readers = ["A", "B"].map(ReaderSummary.loaded)
        let house = House.test(readers: readers)
        let environment = ["INLAY_READER": "A"]
        let first = CommandRun(["apdu", "--json", "00A4000C"], house: house, environment: environment)
        #expect(first.output.contains("\"reader\": \"A\""))
        let second = CommandRun(
            ["apdu", "--json", "00A4000C", "--reader=B"], house: house, environment: environment)
        #expect(second.output.contains("\"reader\": \"B\""))
    }

    @Test(arguments: ["0", "-1", "abc", "1e9", "nan", ""])
    func `a time limit is a sensible number`(value: String) {
        let run = CommandRun("apdu", "00A4000C", "--timeout=\(value)", house: .test(readers: .answering(0x9000)))
        #expect(run.code == .wrongUse)
    }

    @Test func `what is known about a reader is shown, and what is not stays unknown`() {
        let readers = [.loaded("ACS ACR122U PICC Interface 00 00"), ReaderSummary.loaded("Nobody's Reader 01 00")]
        let house = House.test(readers: FakeReaders(readers: readers))
        let run = CommandRun("readers", house: house, width: 120)
        #expect(run.output.contains("ACS ACR122U: reaches ISO 14443 A"))
        #expect(run.output.contains("unknown: 125 kHz"))
        let document = CommandRun("readers", "--json", house: house).output
        #expect(document.contains("\"feliCa\": \"yes\"") && document.contains("\"knowledge\": null"))
    }
}

extension PCSCFunctions {
    /// PC/SC without any reader.
    static let refusing = PCSCFunctions(
        establish: { (0, 1) }, release: { _ in 0 }, cancel: { _ in 0 }, listReaders: { _ in .init([0]) },
        statusChange: { _, _, _ in 0x8010_000A }, connect: { _, _, _, _ in (0x8010_0009, 0, 0) },
        reconnect: { _, _, _, _ in (0x8010_0009, 0) }, disconnect: { _, _ in 0 }, beginTransaction: { _ in 0 },
        endTransaction: { _, _ in 0 }, status: { _ in .init(code: 0x8010_0009) },
        transmit: { _, _, _ in .init(code: 0x8010_0009) }, control: { _, _, _ in .init(code: 0x8010_0016) })
}
