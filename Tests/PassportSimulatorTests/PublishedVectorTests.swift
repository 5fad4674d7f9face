import CardCrypto
import InlaySeams
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// The chip's side of the worked examples: with the standard's random numbers every answer is the standard's.
struct PublishedVectorTests {
    /// One command and its answer.
    struct Exchange: Sendable {
        let command: String
        let answer: String
    }

    private static func answers(of chip: PassportChip, to exchanges: [Exchange]) {
        for exchange in exchanges {
            let answer = chip.handle(command: hex(exchange.command))
            #expect(Hex.string(answer) == Hex.string(hex(exchange.answer)), "answer to \(exchange.command)")
        }
    }

    @Test func `basic access control and secure messaging answer as in 9303-11 appendix D`() throws {
        // 9303-11 appendix D.2 to D.4.
        var files = CardFiles()
        files.add(
            ElementaryFile(
                identifier: 0x011E, shortIdentifier: 0x1E,
                contents: hex("60145F0104303130365F36063034303030305C026175"), rule: .afterAccessControl),
            to: .lds1Application)
        let contents = ChipContents(
            files: files, basicAccess: try BasicAccessKeys(mrzInformation: "L898902C<369080619406236"), pace: [],
            passwords: [:])
        let chip = PassportChip(
            contents: contents, settings: PassportSettings(),
            random: .scripted([hex("4608F91988702212"), hex("0B4F80323EB3191CB04970CB4052790B")]))
        Self.answers(
            of: chip,
            to: [
                Exchange(command: "00A4040C07A0000002471001", answer: "9000"),
                Exchange(command: "0084000008", answer: "4608F919887022129000"),
                Exchange(
                    command: """
                        0082000028 72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2
                        5F1448EEA8AD90A7 28
                        """,
                    answer: """
                        46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F
                        2F2D235D074D7449 9000
                        """),
                Exchange(
                    command: "0CA4020C15 8709016375432908C044F6 8E08BF8B92D635FF24F8 00",
                    answer: "99029000 8E08FA855A5D4C50A8ED 9000"),
                Exchange(
                    command: "0CB000000D 970104 8E08ED6705417E96BA55 00",
                    answer: "8709019FF0EC34F9922651 99029000 8E08AD55CC17140B2DED 9000"),
                Exchange(
                    command: "0CB000040D 970112 8E082EA28A70F3C7B535 00",
                    answer: """
                        871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A
                        99029000 8E08C8B2787EAEA07D74 9000
                        """),
            ])
    }

    @Test func `PACE with generic mapping answers as in 9303-11 appendix G 1`() {
        // 9303-11 appendix G.1.
        let password = DigestAlgorithm.sha1.hash(SecretBytes(Array("T22000129364081251010318".utf8)))
        let contents = ChipContents(
            files: CardFiles(), basicAccess: nil,
            pace: [PACEOffer(PACESetting(mapping: .generic, cipher: .aes128, parameters: .brainpoolP256r1))],
            passwords: [0x01: password])
        let chip = PassportChip(
            contents: contents, settings: PassportSettings(),
            random: .scripted([
                hex("3F00C4D39D153F2B2A214A078D899B22"),
                hex("498FF49756F2DC1587840041839A85982BE7761D14715FB091EFA7BCE9058560"),
                hex("107CF58696EF6155053340FD633392BA81909DF7B9706F226F32086C7AFF974A"),
            ]))
        Self.answers(
            of: chip,
            to: [
                Exchange(command: "0022C1A40F 800A04007F00070202040202 830101", answer: "9000"),
                Exchange(command: "1086000002 7C00 00", answer: "7C12801095A3A016522EE98D01E76CB6B98B42C3 9000"),
                Exchange(
                    command: """
                        1086000045 7C438141 04 7ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E
                        544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D 00
                        """,
                    answer: """
                        7C438241 04 824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F57
                        30D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C54 9000
                        """),
                Exchange(
                    command: """
                        1086000045 7C438341 04 2DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C
                        3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB36462 00
                        """,
                    answer: """
                        7C438441 04 9E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB
                        7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F094 9000
                        """),
                Exchange(
                    command: "008600000C 7C0A8508C2B0BD78D94BA866 00",
                    answer: "7C0A86083ABB9674BCE93C08 9000"),
            ])
    }
}
