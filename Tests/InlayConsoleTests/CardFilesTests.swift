import ISO7816
import Octets
import Testing

@testable import InlayConsole

/// `cat` of files of documents, where chips do not do as they should.
@Suite struct CardFilesTests {
    @Test(arguments: ["cat EF.CardAccess", "cat EF.DIR"])
    func `a file of which the chip gives no byte is an error, not an empty file`(line: String) throws {
        let reads = ["00", "C0", "A0", "80", "40", "10"].map { ("00B00000\($0)", "9000") }
        let run = try ScriptRun(
            line, answers: [("00A4020C02011C", "9000"), ("00A4020C022F00", "9000")] + reads)
        guard case .card(let error, line: 1) = run.failure else {
            Issue.record("no card error: \(String(describing: run.failure))")
            return
        }
        #expect(error.detail?.contains("without a byte") == true, "\(error)")
    }

    @Test func `an empty file that only its identifier names is shown, with a word`() throws {
        let run = try ScriptRun("cat 0103", answers: [("00A4020C020103", "9000"), ("00B00000DF", "9000")])
        #expect(run.failure == nil)
        #expect(run.events.contains { if case .file(_, []) = $0.kind { true } else { false } })
    }

    /// A session that ends for good in the middle of EF.DG1.
    private final class EndingChannel: CardChannel {
        let limits = LinkLimits.short
        let isProtected = true
        private let gives: Int
        private var given = 0
        init(gives: Int) { self.gives = gives }
        func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
            guard command.ins == 0xB0 else { return ResponseAPDU(status: .success) }
            given += 1
            guard given <= gives else {
                throw CardError(.cardRemoved, during: "exchange")
            }
            let start: [UInt8] = given == 1 ? [0x61, 0x82, 0x04, 0x00] : []
            return ResponseAPDU(data: start + [UInt8](repeating: 0, count: 256 - start.count), status: .success)
        }
    }

    @Test func `a file that ends early tells how far it was read`() throws {
        let run = try ScriptRun("secure bac\ncat DG1") { $0.protected = EndingChannel(gives: 3) }
        guard case .card(let error, line: 2) = run.failure else {
            Issue.record("no card error: \(String(describing: run.failure))")
            return
        }
        #expect(error.code == .cardRemoved)
        #expect(error.step.description == "read EF.DG1, 768 of 1028 bytes were read")
    }

    @Test func `identifiers of files with a name mean those`() throws {
        let run = try ScriptRun(
            "cat 011C", answers: [("00A4020C02011C", "9000"), ("00B0000000", "3103020101 9000")])
        let names = run.events.compactMap { if case .file(let file, _) = $0.kind { file.name } else { nil } }
        #expect(names == ["EF.CardAccess"])
    }
}
