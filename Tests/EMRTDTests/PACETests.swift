import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import SecureMessaging
import TestSupport
import Testing

/// 9303-11 appendix G.1: ECDH, generic mapping, AES-128, brainpoolP256r1.
private enum AppendixG1 {
    static let info = "3012060A 04007F00070202040202 020102 02010D"
    static let withID = ("0022C1A412 800A04007F00070202040202 830101 84010D", "9000")
    static let withoutID = ("0022C1A40F 800A04007F00070202040202 830101", "9000")
    static let steps = [
        ("10860000 02 7C00 00", "7C128010 95A3A016522EE98D01E76CB6B98B42C3 9000"),
        (
            "10860000 45 7C438141 047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E"
                + "544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D 00",
            "7C438241 04824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F57"
                + "30D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C54 9000"
        ),
        (
            "10860000 45 7C438341 042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C"
                + "3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB36462 00",
            "7C438441 049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB"
                + "7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F094 9000"
        ),
        ("00860000 0C 7C0A8508C2B0BD78D94BA866 00", "7C0A86083ABB9674BCE93C08 9000"),
    ]

    static func terminal() throws -> PACE {
        let infos = try SecurityInfos(parsing: hex("3114 \(info)"))
        let configuration = try #require(PACEConfiguration.usable(in: infos).first)
        return PACE(
            configuration: configuration, password: .machineReadableZone,
            secret: SecretBytes("T22000129364081251010318".utf8),
            random: .scripted([
                hex("7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99"),
                hex("A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595"),
            ]))
    }

    /// The conversation with one answer replaced; 0 is MSE:Set AT.
    static func script(replacing step: Int, with answer: String) throws -> ScriptedLink {
        var lines = [withID] + steps
        lines[step].1 = answer
        return try ScriptedLink(lines)
    }
}

struct PACETests {
    @Test func `appendix G_1 runs byte for byte`() throws {
        // The session keys of the example protect this command; recomputed in Python.
        let link = try ScriptedLink(
            [AppendixG1.withID] + AppendixG1.steps + [
                (
                    "0CA4020C1D871101EE0E4724F4465C1BE9C2F73ABDD73A3D8E08835D1B54575C955F00",
                    "990290008E08BEA7B381C494A0799000"
                )
            ])
        let channel = try AppendixG1.terminal().open(LinkChannel(link)).channel
        #expect(try channel.transmit(CommandAPDU(ins: 0xA4, p1: 2, p2: 0x0C, data: [0x01, 0x1E])).status == 0x9000)
        #expect(link.isFinished)
    }

    /// Chips that refuse DO84 get the form of the standard's example, which leaves it out.
    @Test(arguments: ["6A80", "6A87", "6A88"])
    func `a refused parameter id is left out once`(status: String) throws {
        let link = try ScriptedLink(
            [(AppendixG1.withID.0, status), AppendixG1.withoutID] + AppendixG1.steps)
        _ = try AppendixG1.terminal().open(LinkChannel(link))
        #expect(link.isFinished)
    }

    @Test func `when both forms are refused the first status is told`() throws {
        let link = try ScriptedLink([(AppendixG1.withID.0, "6A80"), (AppendixG1.withoutID.0, "6A88")])
        let error = #expect(throws: CardError.self) { try AppendixG1.terminal().open(LinkChannel(link)) }
        #expect(error == CardError(.unexpectedStatus(0x6A80), during: "PACE: MSE:Set AT"))
    }

    @Test(arguments: [
        (1, "6300", CardError.Code.unexpectedStatus(0x6300)),
        (2, "6A80", .unexpectedStatus(0x6A80)),
        (3, "6300", .unexpectedStatus(0x6300)),
        (4, "6300", .authenticationFailed),
        (4, "63C2", .authenticationFailed),
        (4, "6982", .unexpectedStatus(0x6982)),
        (1, "9000", .malformedResponse),
        (1, "7C00 9000", .malformedResponse),
        (1, "7C03 800100 9000", .malformedResponse),
        (1, "7C02 8000 9000", .malformedResponse),
        (2, "7C04 8002 0400 9000", .malformedResponse),
        (2, "7C05 82030400FF 9000", .cryptographyRefused),
        (2, "7C03 820100 9000", .cryptographyRefused),
        (4, "7C0A 8608 3ABB9674BCE93C09 9000", .cryptographyRefused),
        (4, "7C09 8607 3ABB9674BCE93C 9000", .cryptographyRefused),
    ])
    func `each wrong answer is refused at its step`(step: Int, answer: String, code: CardError.Code) throws {
        let link = try AppendixG1.script(replacing: step, with: answer)
        let error = #expect(throws: CardError.self) { try AppendixG1.terminal().open(LinkChannel(link)) }
        #expect(error?.code == code)
    }

    @Test(arguments: [2, 3])
    func `our own public key sent back is refused`(step: Int) throws {
        let own = AppendixG1.steps[step - 1].0
        let key = String(own.split(separator: " ").last.map { _ in own } ?? "")
        let bytes = hex(key)
        let point = Array(bytes[9..<(9 + 65)])
        let object: [UInt8] = [0x7C, 0x43, step == 2 ? 0x82 : 0x84, 0x41] + point + [0x90, 0x00]
        let link = try AppendixG1.script(
            replacing: step, with: object.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        let error = #expect(throws: CardError.self) { try AppendixG1.terminal().open(LinkChannel(link)) }
        #expect(error?.code == .cryptographyRefused)
        #expect(error?.detail?.contains("own key") == true)
    }

    @Test func `AES goes before 3DES and long keys before short ones`() throws {
        let infos = try SecurityInfos(
            parsing: hex(
                """
                313C 3012060A04007F00070202040201 020102 02010D 3012060A04007F00070202040204 020102 02010C
                3012060A04007F00070202040202 020102 020112
                """))
        let names = PACEConfiguration.usable(in: infos).map { "\($0.cipher) \($0.info.parameterID ?? 0)" }
        #expect(names == ["aes256 12", "aes128 18", "tripleDES 13"])
    }

    /// Field report B19: of two parameter sets the chosen one is named.
    @Test func `the chosen of several parameter sets is named`() throws {
        let infos = try SecurityInfos(
            parsing: hex("31283012060A04007F0007020204020202010202010C3012060A04007F0007020204020202010202010D"))
        let thirteen = try #require(PACEConfiguration.usable(in: infos).first { $0.info.parameterID == 13 })
        let link = try ScriptedLink([("0022C1A412800A04007F0007020204020283010184010D", "6982")])
        let access = PACE(configuration: thirteen, password: .machineReadableZone, secret: SecretBytes([1]))
        #expect(throws: CardError.self) { try access.open(LinkChannel(link)) }
        #expect(link.isFinished)
    }
}
