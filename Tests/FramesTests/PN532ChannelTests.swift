import ChipSimulation
import Frames
import ISO7816
import Octets
import ReaderKnowledge
import Testing
import TransitCardSimulator

@Suite struct PN532ChannelTests {
    private static let idm = "0101 0A10 8E1B AD39"
    /// PN532 firmware, reader firmware without a status word, automatic polling switched off, then a card.
    private static let start = [
        ("FF00000002D402", "D5033201060790 00"), ("FF00480000", "41435231323255323135"),
        ("FF00500000", "90FF"), ("FF00517F00", "907F"),
        ("FF00000009D44A010100 0003 01 00", "D54B0101 1401" + idm + "0120220427674EFF 0003 9000"),
    ]
    private static let end = [("FF0051FF00", "90FF")]
    private static let read = "1006" + idm + "018B00018000"

    private func answer(_ exchanges: [(String, String)]) throws -> Result<FrameAnswer, CardError> {
        let link = try Stand.scripted(Self.start + exchanges + Self.end)
        defer { #expect(link.isFinished) }
        var opening = Stand.opening()
        opening.dialect = .pn532
        let frame = try Hex.bytes(Self.read)
        do throws(CardError) {
            return .success(
                try opening.withChannel(link) { channel throws(CardError) in
                    try channel.exchange(frame, timeout: .milliseconds(100))
                })
        } catch {
            return .failure(error)
        }
    }

    @Test func `a frame goes by InDataExchange to the target of the polling, and automatic polling is brought back`()
        throws
    {
        let refusal = "0C07" + Self.idm + "01A6"
        let outcome = try answer([("FF00000013D44001" + Self.read, "D54100" + refusal + "9000")])
        #expect(outcome == .success(.bytes(try Hex.bytes(refusal))))
    }

    // nfc-pcsc issue 59: the status of the PN532 counts, though 9000 stands behind it.
    @Test func `a time-out of the PN532 is silence, after every way was tried`() throws {
        let outcome = try answer([
            ("FF00000013D44001" + Self.read, "D541019000"), ("FF00000012D442" + Self.read, "D543019000"),
            ("FF00000010" + Self.read, "6300"),
        ])
        #expect(outcome == .success(.silence))
    }

    @Test func `a clone that fails in one way is spoken to in the next`() throws {
        let refusal = "0C07" + Self.idm + "01A6"
        let outcome = try answer([
            ("FF00000013D44001" + Self.read, "D541139000"), ("FF00000012D442" + Self.read, "D54300" + refusal + "9000"),
        ])
        #expect(outcome == .success(.bytes(try Hex.bytes(refusal))))
    }

    @Test(arguments: [0x02, 0x03, 0x05, 0x07, 0x13, 0x27, 0x2B] as [UInt8])
    func `any other status of the PN532 is an error, though 9000 stands behind it`(status: UInt8) throws {
        let code = Hex.string([status])
        let outcome = try answer([
            ("FF00000013D44001" + Self.read, "D541\(code)9000"), ("FF00000012D442" + Self.read, "D543\(code)9000"),
            ("FF00000010" + Self.read, "6300"),
        ])
        guard case .failure(let error) = outcome else {
            Issue.record("an answer came out of status \(code)")
            return
        }
        #expect(error.code == .transportFailed)
        #expect(error.detail?.contains("PN532 status \(code)") == true)
    }

    @Test func `an answer to another command of the PN532 is none`() throws {
        let outcome = try answer([("FF00000013D44001" + Self.read, "D54B00009000")])
        #expect(outcome == .failure(CardError(.malformedResponse, during: "frame through PN532")))
    }

    /// nfc-pcsc issue 36: the acknowledgement of a password is two bytes, which may be 00 00, and no error.
    @Test func `a PACK of 0000 is an answer`() throws {
        let link = try Stand.scripted(
            Array(Self.start.prefix(4)) + [("FF00000007D4421BFFFFFFFF", "D5430000009000")] + Self.end)
        var opening = Stand.opening()
        opening.dialect = .pn532
        try opening.withChannel(link, for: .iso14443A) { channel throws(CardError) in
            let answer = try channel.exchange([0x1B, 0xFF, 0xFF, 0xFF, 0xFF], timeout: .milliseconds(100))
            #expect(answer == .bytes([0x00, 0x00]))
        }
    }

    @Test func `a polling that nobody answers is silence`() throws {
        let stand = try Stand(on: .acr122u, settings: "wildcard=off")
        try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
            #expect(
                try channel.exchange([0x06, 0x00, 0xFF, 0xFF, 0x00, 0x00], timeout: .milliseconds(100)) == .silence)
        }
    }

    @Test(arguments: [.acr122u, .acr122uClone, .acr122uBare] as [SimulatedReaderModel])
    func `a frame reaches the chip behind every relative of the ACR122U`(model: SimulatedReaderModel) throws {
        let stand = try Stand(on: model)
        try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
            _ = try channel.exchange([0x06, 0x00, 0x00, 0x03, 0x01, 0x00], timeout: .milliseconds(100))
            let frame = [0x10, 0x06] + stand.chip.idm + [0x01, 0x8B, 0x00, 0x01, 0x80, 0x00]
            #expect(try channel.exchange(frame, timeout: .milliseconds(100)).octets?.count == 29)
        }
        #expect(stand.reader.isAsFound)
    }
}
