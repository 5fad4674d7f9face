import ISO7816
import Testing

@testable import InlayCommands

@Suite struct TestCommandTests {
    @Test func `a simulator passes its plan, with its own key`() {
        let run = CommandRun("test", "--reader=sim:passport-bac", house: SimulatedPassport.house())
        #expect(run.code == .done, "\(run.output)")
        #expect(run.output.contains("passed   L1 ISO7816_C_2"))
        #expect(!run.output.contains(" L2 "))
        let json = CommandRun("test", "--reader=sim:passport-bac", "--json", house: SimulatedPassport.house())
        #expect(json.output.contains("\"document\": \"ICAO TR part 3, version 3.2\""))
        #expect(json.output.contains("\"schema\": \"inlay.test/1\""))
    }

    @Test func `quiet leaves the end, and what failed`() {
        let run = CommandRun(
            "test", "--quiet", "--verbose", "--reader=sim:passport-bac", house: SimulatedPassport.house())
        #expect(run.code == .done && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n").count == 1 && run.output.hasPrefix("passed: "), "\(run.output)")
    }

    @Test(arguments: ["L4", "L5"])
    func `what can spoil a document needs a sample`(safety: String) {
        let run = CommandRun("test", "--up-to", safety, "--reader=sim:passport", house: SimulatedPassport.house())
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("--sample"))
        #expect(run.output.isEmpty)
    }

    @Test func `a card that is no passport has nothing to show, and an unknown plan is wrong use`() {
        let run = CommandRun("test", "--verbose", house: .test(readers: .answering(0x6D00)))
        #expect(run.code == .wrongKind && run.output.isEmpty)
        #expect(CommandRun("test", "nothing", house: .test()).code == .wrongUse)
    }

    @Test(arguments: ["sim:suica", "sim:eid"])
    func `a card that is no passport passes nothing`(reader: String) {
        let run = CommandRun("test", "--reader", reader, house: SimulatedPassport.house())
        #expect(run.code == .wrongKind && run.errors.contains("no passport application"))
    }
}
