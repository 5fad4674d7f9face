import Foundation
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

    /// What the help promises stands in the text: documents with their version, where results are from, what classes and
    /// skipped steps mean.
    @Test func `a report says what it follows, what its marks mean, and why steps were skipped`() {
        let run = CommandRun("test", "--reader=sim:passport-bac", house: SimulatedPassport.house())
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for part in [
            "checked like ICAO TR part 3, version 3.2", "certified by nobody", "marked inferred follow from",
            "BSI TR-03105 part 3.2, version 1.5.1",
            "L0 reads only, without a key; L1 reads with the right key",
            "ISO7816_C_2 BAC opens with the right key passed",
            "LDS_A_1 EF.COM is well-formed: tag, length, versions, tag list inferred",
            "skipped", "the chip does not offer PACE", "L2, spoils its own session: not asked for",
            "the document does not list EF.DG", "--verbose shows each of them",
        ] { #expect(text.contains(part), "\(part): \(text)") }
        // Each reason once, with how many steps it kept from running.
        #expect(run.output.components(separatedBy: "the chip does not offer PACE").count == 2)
    }

    @Test(arguments: [
        ("iso7816", "sim:suica", "the plan is for an ISO 7816 card"),
        ("felica", "sim:passport", "the plan is for a FeliCa card"), ("type2", "sim:suica", "for a Type 2 tag"),
        ("piv", "sim:suica", "for a PIV card"),
    ])
    func `a plan for another card says so in a sentence`(plan: String, reader: String, words: String) {
        let run = CommandRun("test", plan, "--reader", reader, house: .test(simulators: SimulatorEntry.all))
        #expect(run.code == .wrongKind && run.errors.contains(words), "\(run.errors)")
    }

    @Test func `quiet leaves the end, and what failed`() {
        let run = CommandRun(
            "test", "--quiet", "--verbose", "--reader=sim:passport-bac", house: SimulatedPassport.house())
        #expect(run.code == .done && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n").count == 1 && run.output.hasPrefix("passed: "), "\(run.output)")
    }

    @Test(arguments: ["L4", "L5"])
    func `what can spoil a document needs a sample`(safety: String) {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ConstantChip(0x9000)) }
        let run = CommandRun("test", "--up-to", safety, house: house)
        #expect(run.code == .wrongUse)
        #expect(run.errors.contains("--sample"))
        #expect(run.output.isEmpty && log.commands.isEmpty)
    }

    @Test func `what changes a chip for good needs consent even on a sample`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ConstantChip(0x9000)) }
        let run = CommandRun("test", "--sample", "--up-to", "L5", house: house)
        #expect(run.code == .wrongUse && log.commands.isEmpty)
        #expect(run.errors.contains("--confirm \"emrtd L5 3B"))
    }

    /// The class decides: on a simulator nothing is lost.
    @Test(arguments: ["sim:passport-ca", "sim:passport-eac"])
    func `hostile input runs on a simulator`(reader: String) {
        let run = CommandRun("test", "--up-to", "L5", "--verbose", "--reader", reader, house: SimulatedPassport.house())
        #expect(run.code == .done, "\(run.output)")
        #expect(run.output.contains("passed   L4 ISO7816_P_42 PACE refuses a mapping key at (0,0), or 0"))
        #expect(run.output.contains("passed   L4 ISO7816_I_"))
        if reader == "sim:passport-eac" { #expect(run.output.contains("passed   L5 ISO7816_J_2 ")) }
    }

    @Test(arguments: [("type2", "sim:ntag213"), ("type2", "sim:ultralight-c?reader=acr122u"), ("felica", "sim:suica")])
    func `there are plans for other families`(plan: String, reader: String) {
        let house = House.test(simulators: SimulatorEntry.all)
        let run = CommandRun("test", plan, "--reader", reader, house: house)
        #expect(run.code == .done, "\(run.output)\(run.errors)")
        #expect(run.output.contains("passed   L0"))
        #expect(!run.errors.contains("no key was given"))
        let other = CommandRun("test", plan, "--reader", "sim:passport", house: house)
        #expect(other.code == .wrongKind && other.errors.contains("this card is passport"))
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
