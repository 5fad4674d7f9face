import CardIdentification
import ISO7816
import Octets
import Testing

@testable import InlayConsole

@Suite struct CardFolderTests {
    private static let commands = "3B 80 80 01 01"

    /// Memory cards as readers announce them (PC/SC part 3 §3.1.3.2.3): an NTAG, a FeliCa, a DESFire by its SAK alone.
    @Test(
        arguments: [
            ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68", nil, []),
            ("3B 8F 80 01 80 4F 0C A0 00 00 03 06 11 00 3B 00 00 00 00 42", nil, []),
            (
                "3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 FF 20 00 00 00 00 B4", nil,
                ["/", "passport", "eid", "ndef", "piv", "openpgp"]
            ),
            (commands, nil, ["/", "passport", "eid", "ndef", "piv", "openpgp"]),
            (commands, [.emrtd, .iso7816, .reader], ["/", "passport"]), (commands, [.eid, .iso7816], ["/", "eid"]),
            (commands, [.emrtd, .eid], ["/", "passport", "eid"]),
            (commands, [.piv, .openpgp], ["/", "piv", "openpgp"]),
            (commands, [.desfire, .ndef], ["/", "ndef"]), (commands, [.iso7816], ["/"]),
            (commands, [.felica, .reader], []),
            (commands, [.reader], ["/", "passport", "eid", "ndef", "piv", "openpgp"]),
        ] as [(String, Set<CardFamily>?, [String])])
    func `only folders that a standard names for the card are offered`(
        atr: String, families: Set<CardFamily>?, names: [String]
    ) throws {
        #expect(CardFolder.offered(to: families, AnswerToReset(try Hex.bytes(atr))).map(\.name) == names)
    }

    @Test func `files of passports are named for passports and identity cards only`() {
        let atr = AnswerToReset([0x3B, 0x80, 0x80, 0x01, 0x01])
        let piv = CardFolder.offered(to: [.piv, .iso7816], atr).first
        #expect(piv?.files.map(\.name) == ["EF.DIR", "EF.ATR/INFO"])
        #expect(CardFolder.offered(to: [.eid], atr).first?.files.contains { $0.name == "EF.CardAccess" } == true)
    }

    @Test(arguments: ["ls", "cd", "cd piv", "cat EF.DIR", "cat 1234"])
    func `a card without files says so, and nothing is sent`(line: String) throws {
        let run = try ScriptRun(line) { $0.families = [.felica] }
        #expect(run.sent.isEmpty)
        let words = run.remarks.first ?? run.error?.message ?? ""
        #expect(words.contains("this card has no files"), "\(words)")
        #expect((run.failure == nil) == (line == "ls"))
    }
}
