import CardIdentification
import ISO7816
import Octets
import TestSupport
import Testing

@testable import InlayCommands

@Suite struct InfoCommandTests {
    @Test func `a passport is named, with evidence and what can be done`() {
        let run = CommandRun("info", "--reader", "sim:passport", house: SimulatedPassport.house())
        #expect(run.code == .done)
        #expect(run.output.contains("card    passport (eMRTD)"))
        #expect(run.output.contains("SELECT eMRTD application: the passport application is there"))
        #expect(run.output.contains("inlay passport read"))
        #expect(run.output.contains("inlay presets list --fitting"))
        #expect(run.errors.isEmpty)
    }

    @Test func `an NTAG213 is named although the reader calls it Ultralight`() {
        let run = CommandRun("info", house: ScriptedCards.house { ScriptedCards.ntag213() })
        #expect(run.code == .done)
        #expect(run.output.contains("card    NTAG 21x"))
        #expect(run.output.contains("chip    NTAG213"))
        #expect(run.output.contains("UID     04 A1 B2 80 C0 D0 E0"))
        #expect(run.output.contains("as the reader says"))
    }

    @Test func `what is known about the reader is told, and unknown is null`() throws {
        let reader = "ACS ACR122U PICC Interface 00 00"
        let house = ScriptedCards.house(reader) { ScriptedCards.ntag213() }
        let run = CommandRun("info", house: house, width: 120)
        #expect(run.output.contains("reader  \(reader)\n        ACS ACR122U: reaches ISO 14443 A"))
        let document = try JSONReader.value(Array(CommandRun("info", "--json", house: house).output.utf8)[...])
        #expect(document["readerKnowledge"]?["technologies"]?["feliCa"]?.string == "yes")
        let stranger = CommandRun("info", "--json", house: ScriptedCards.house { ScriptedCards.ntag213() })
        #expect(stranger.output.contains("\"readerKnowledge\": null"))
    }

    @Test func `the document holds every answer`() throws {
        let run = CommandRun("info", "--json", house: ScriptedCards.house { ScriptedCards.ntag213() })
        let document = try JSONReader.value(Array(run.output.utf8)[...])
        #expect(document["schema"]?.string == "inlay.info/1")
        #expect(document["chip"]?.string == "NTAG213")
        #expect(document["identifier"]?.string == "04A1B280C0D0E0")
        #expect(run.output.contains("\"answer\": \"0004040201000F03\""))
        #expect(run.output.contains("\"ntag21x\""))
    }

    @Test func `a card that tells nothing is no failure`() {
        let run = CommandRun("info", house: .test(readers: .answering(0x6E00)))
        #expect(run.code == .done)
        #expect(run.output.contains("not identified"))
        #expect(run.output.contains("nothing that was asked"))
    }

    /// Every probe stands in the help, with its bytes.
    @Test func `the probes are listed in the help`() {
        let help = CommandRun("info", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for probe in CardProbe.all {
            #expect(help.contains("\(probe.name) (\(Hex.string(probe.command)))"), "\(probe.name)")
        }
    }

    /// Field report B59: no reader, no card and a card have different exit codes.
    @Test func `no reader and no card are told apart`() {
        let empty = ReaderSummary(name: "Test Reader 00 00", presence: .empty)
        #expect(CommandRun("info").code == .noReader)
        #expect(CommandRun("info", house: .test(readers: FakeReaders(readers: [empty]))).code == .noCard)
    }
}
