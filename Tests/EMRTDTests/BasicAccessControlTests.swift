import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import SecureMessaging
import TestSupport
import Testing

/// The terminal of 9303-11 appendix D.3.
private func terminal() -> BasicAccessControl {
    BasicAccessControl(
        mrzInformation: SecretBytes("L898902C<369080619406236".utf8),
        random: .scripted([hex("781723860C06C226"), hex("0B795240CB7049B01C19B33E32804F0B")]))
}

private let challenge = ("0084000008", "4608F91988702212 9000")
private let sealed =
    "72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2 5F1448EEA8AD90A7"
private let answer =
    "46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F 2F2D235D074D7449"

struct BasicAccessControlTests {
    /// 9303-11 appendix D.3 and D.4, through the classes that read real documents.
    @Test func `appendix D runs byte for byte`() throws {
        let link = try ScriptedLink([
            challenge,
            ("0082000028 \(sealed) 28", "\(answer) 9000"),
            ("0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800", "990290008E08FA855A5D4C50A8ED9000"),
            ("0CB000000D9701048E08ED6705417E96BA5500", "8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000"),
            (
                "0CB000040D9701128E082EA28A70F3C7B53500",
                "871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000"
            ),
        ])
        let channel = try terminal().open(LinkChannel(link)).channel
        #expect(try channel.transmit(CommandAPDU(ins: 0xA4, p1: 2, p2: 0x0C, data: [0x01, 0x1E])).status == 0x9000)
        #expect(try channel.transmit(CommandAPDU(ins: 0xB0, expected: .upTo(4))).data == hex("60145F01"))
        #expect(
            try channel.transmit(CommandAPDU(ins: 0xB0, p2: 4, expected: .upTo(18))).data
                == hex("04303130365F36063034303030305C026175"))
        #expect(link.isFinished)
    }

    @Test(arguments: 0..<40)
    func `any change in the chip's answer is refused`(position: Int) throws {
        var changed = hex(answer)
        changed[position] ^= 0x01
        let link = try ScriptedLink([challenge, ("0082000028 \(sealed) 28", "9000")])
        let script = ScriptedLink([
            .init(command: hex(challenge.0), answer: hex(challenge.1)),
            .init(command: hex("0082000028 \(sealed) 28"), answer: changed + [0x90, 0x00]),
        ])
        #expect(!link.isFinished)
        let error = #expect(throws: CardError.self) { try terminal().open(LinkChannel(script)) }
        #expect(error?.code == .cryptographyRefused)
    }

    @Test(arguments: [
        ("6300", CardError.Code.authenticationFailed), ("63C2", .authenticationFailed),
        ("6982", .unexpectedStatus(0x6982)), ("6985", .unexpectedStatus(0x6985)), ("6A88", .unexpectedStatus(0x6A88)),
        ("00 9000", .malformedResponse),
    ])
    func `each refusal is told apart`(status: String, code: CardError.Code) throws {
        let link = try ScriptedLink([challenge, ("0082000028 \(sealed) 28", status)])
        let error = #expect(throws: CardError.self) { try terminal().open(LinkChannel(link)) }
        #expect(error?.code == code)
        #expect(error?.step == "BAC: EXTERNAL AUTHENTICATE")
    }

    /// Chips that refuse Le = 28 get a new challenge and Le = 00 (emrtd-hard-cases 20).
    @Test func `a refused Le of 40 is followed by a new challenge and Le 00`() throws {
        let random = RandomSource.scripted([
            hex("0000000000000001"), hex("00000000000000000000000000000002"), hex("781723860C06C226"),
            hex("0B795240CB7049B01C19B33E32804F0B"),
        ])
        let link = RecordingLink(answers: [
            hex("0102030405060708 9000"), hex("6700"), hex(challenge.1), hex(answer) + [0x90, 0x00],
        ])
        let access = BasicAccessControl(mrzInformation: SecretBytes("L898902C<369080619406236".utf8), random: random)
        _ = try access.open(LinkChannel(link))
        #expect(link.sent.count == 4)
        #expect(link.sent.last == hex("0082000028 \(sealed) 00"))
    }

    @Test func `a challenge of another length is refused`() throws {
        let link = try ScriptedLink([("0084000008", "01020304050607 9000")])
        let error = #expect(throws: CardError.self) { try terminal().open(LinkChannel(link)) }
        #expect(error?.code == .malformedResponse)
    }
}
