import ChipSimulation
import ISO7816
import Testing

@testable import InlayCommands

@Suite struct PassportInfoCommandTests {
    private static func info(_ reader: String, _ more: String...) -> CommandRun {
        CommandRun(["passport", "info", "--reader", reader] + more, house: SimulatedPassport.house())
    }

    /// Without line breaks and columns.
    private static func flat(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    @Test func `what a passport offers is told without a secret`() {
        let run = Self.info("sim:passport")
        #expect(run.code == .done)
        for text in [
            "PACE-ECDH-GM-AES-128, brainpoolP256r1", "used by a read", "the chip gives a challenge",
            "passport (LDS1)", "EF.CardAccess", "answers of up to 8192 bytes",
        ] { #expect(Self.flat(run.output).contains(text), "\(text) in \(run.output)") }
    }

    @Test(
        arguments: [
            ("sim:passport-bac", "the machine readable zone"),
            ("sim:passport-plain", "the chip gives its files to everybody"),
            ("sim:passport-pace", "not offered (6982"),
            ("sim:passport/dir-protected", "not readable before access (6982)"),
            ("sim:passport/no-mf-select", "SELECT with P1 = 02 leads to it (9303-10 §3.6)"),
            ("sim:passport/eid-only", "eID"), ("sim:passport/no-parameter-id", "PACE-ECDH-GM-AES-256, brainpoolP384r1"),
        ])
    func `documents differ, and so does what is told of them`(reader: String, text: String) {
        let run = Self.info(reader)
        #expect(run.code == .done)
        #expect(Self.flat(run.output).contains(text), "\(run.output)")
    }

    @Test func `nothing is sent that could cost a try or open anything`() {
        final class Listener: @unchecked Sendable { var sent: [[UInt8]] = [] }
        let listener = Listener()
        let house = SimulatedPassport.house(wire: { link in TracingLink(link) { listener.sent.append($0.command) } })
        #expect(CommandRun("passport", "info", house: house).code == .done)
        #expect(!listener.sent.isEmpty)
        #expect(listener.sent.allSatisfy { [0xA4, 0xB0, 0x84].contains($0[1]) && $0[0] == 0 })
    }

    @Test func `a card that is no passport is told, with exit code 14`() {
        let run = CommandRun("passport", "info", house: .test(readers: .answering(0x6A82)))
        #expect(run.code == .wrongKind && run.output.contains("not there"))
        #expect(run.errors.contains("inlay info"))
    }

    @Test func `programs get the same`() throws {
        let run = Self.info("sim:passport-cam", "--json")
        let document = try JSONReader.value(Array(run.output.utf8))
        #expect(document["schema"] == "inlay.passport-info/1")
        #expect(run.output.contains("PACE-ECDH-CAM-AES-128"))
    }
}
