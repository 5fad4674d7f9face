import ChipSimulation
import Foundation
import ISO7816
import Testing

@testable import InlayCommands

@Suite struct ConsoleCommandTests {
    private static func run(_ input: String, _ words: String..., house: House? = nil) -> CommandRun {
        var house = house ?? SimulatedPassport.house(input: input)
        house.input = House.test(input: input).input
        return CommandRun(["console"] + words, house: house)
    }

    @Test func `it works without a terminal, and goes on after a line that fails`() {
        let run = Self.run(
            """
            00 A4 04 0C 07 A0 00 00 02 47 10 01
            00 A4 0X
            expect 9000
            nonsense
            repeat 2 {
            00 84 00 00 08
            }
            quit
            00 FF 00 00

            """, "--reader=sim:passport-bac")
        #expect(run.code == .malformedData)
        #expect(run.output.components(separatedBy: "> 0084000008").count == 3)
        #expect(run.output.contains("ok  9000"))
        #expect(!run.output.contains("00FF0000"))
        #expect(run.errors.contains("column 8"))
    }

    @Test func `help explains every word, and says so of what it does not know`() {
        for subject in ConsoleHelp.subjects + ["piv.chuid"] {
            let run = Self.run("help \(subject)\n", "--reader=sim:passport")
            #expect(run.code == .done && run.output.count > 20, "\(subject)")
        }
        #expect(Self.run("help nothing\n", "--reader=sim:passport").code == .wrongUse)
    }

    /// Somebody who knows nothing but the console: which presets are for this card, run one, and see it explained.
    @Test func `presets for the card are found and run, and those for another are refused before a byte is sent`() {
        let run = Self.run(
            "presets\npreset iso7816.challenge\npreset em.read-0\npreset ntag21x.lock-all\n", "--reader=sim:passport")
        #expect(run.output.contains("iso7816.challenge"))
        #expect(!run.output.contains("  ntag21x."))
        let refused = Self.run("preset type2.get-version\n", "--reader=sim:passport")
        #expect(refused.code == .wrongKind)
        #expect(refused.errors.contains("this card is passport"))
        #expect(!refused.output.contains("> 60"))
    }

    /// Somebody with an NTAG who knows nothing but the console.
    @Test func `an NTAG's presets are found and one runs, while an EM preset and an irreversible one are not sent`() {
        let log = CommandLog()
        let house = ScriptedCards.house { log.watching(ScriptedCards.ntag213()) }
        let run = Self.run(
            "presets\npreset type2.get-version\npreset em.login password=00000000\npreset type2.lock-static\n",
            house: house)
        #expect(run.code == .wrongKind)
        #expect(run.output.contains("for NTAG 21x (NTAG213)"))
        #expect(run.output.contains("ntag21x.read-configuration"))
        #expect(!run.output.contains("em.login"))
        #expect(run.output.contains("< 0004040201000F03"))
        #expect(run.errors.contains("em.login was not sent: this card is NTAG 21x (NTAG213)"))
        #expect(run.errors.contains("--confirm \"type2.lock-static 04A1B280C0D0E0\""))
        #expect(!log.commands.contains { $0.contains(0xE4) || $0.contains(0xA2) })
    }

    @Test func `files have names, and secure messaging is used for them`() {
        let run = Self.run("ls\nsecure pace\ncd passport\ncat DG1\nsecure off\n", "--reader=sim:passport")
        #expect(run.code == .done, "\(run.errors)")
        #expect(run.output.contains("EF.CardAccess"))
        #expect(run.output.contains("HALVORSDOTTER"))
    }

    @Test func `a card that is taken away ends nothing but the line`() {
        let readers = FakeReaders(
            readers: [.loaded("R")],
            card: { _ in FaultyLink(SimulatedLink(ConstantChip(0x9000)), faults: [2: .removeCard]) })
        let run = Self.run(
            "00A4000C\n00A4000C\nprint \"still here\"\n", house: .test(readers: readers))
        #expect(run.code == .noCard)
        #expect(run.output.contains("still here"))
    }
}
