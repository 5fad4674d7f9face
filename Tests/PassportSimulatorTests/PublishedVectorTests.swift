import CardCrypto
import InlaySeams
import Octets
import SecureMessaging
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

    /// A chip with one offer of PACE that draws `random` in this order.
    private static func chip(
        _ setting: PACESetting, _ password: SecretBytes, reference: UInt8, random: [String], key: ChipKey? = nil
    ) -> PassportChip {
        var contents = ChipContents(
            files: CardFiles(), basicAccess: nil, pace: [PACEOffer(setting)], passwords: [reference: password])
        if let key { contents.chipAuthentication = ChipAuthenticationOffers(key, keyID: setting.parameters.rawValue) }
        return PassportChip(contents: contents, settings: PassportSettings(), random: .scripted(random.map(hex)))
    }

    @Test func `PACE with generic mapping over DH answers as in 9303-11 appendix G 2`() {
        // 9303-11 appendix G.2.
        let chip = Self.chip(
            PACESetting(parameters: .modp1024s160),
            DigestAlgorithm.sha1.hash(SecretBytes(Array("T22000129364081251010318".utf8))), reference: 1,
            random: [
                "FA5B7E3E49753A0DB9178B7B9BD898C8", "66DDAFEAC1609CB5B963BB0CB3FF8B3E047F336C",
                "A5B780126B7C980E9FCEA1D4539DA1D27C342DFA",
            ])
        Self.answers(
            of: chip,
            to: [
                Exchange(
                    command: "0022C1A40F800A04007F00070202040102830101",
                    answer: "9000"),
                Exchange(
                    command: "10860000027C0000",
                    answer: "7C128010854D8DF5827FA6852D1A4FA701CDDDCA9000"),
                Exchange(
                    command: """
                        10860000867C818381818023FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3EB71C343DB1
                        3D1DEBCE9A3666DBCFC920B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0DF86274B93
                        59BC0490D01B03AD54022DCB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C00
                        """,
                    answer: """
                        7C818382818078879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E623EA5738B26381E4DA19
                        E004706FACE7B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085655AF30889DBB845D9E6
                        783FE42C9F2449400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE69000
                        """),
                Exchange(
                    command: """
                        10860000867C8183838180907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911551B9AE4D043
                        69F29A02626C86FBC6747CC7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC07147057871A9
                        22212C5F67F43173172236B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D400
                        """,
                    answer: """
                        7C8183848180075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C42ADC
                        79AB5D0AEEC3AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250767A
                        6D46DB974064386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA19000
                        """),
                Exchange(
                    command: "008600000C7C0A8508B46DD9BD4D98381F00",
                    answer: "7C0A8608917F37B5C0E6D8D19000"),
            ])
    }

    @Test func `PACE with integrated mapping answers as in 9303-11 appendix H 1`() {
        // 9303-11 appendix H.1.
        let chip = Self.chip(
            PACESetting(mapping: .integrated), SecretBytes(Array("123456".utf8)), reference: 2,
            random: [
                "2923BE84E16CD6AE529049F1F1BBE9EB",
                "107CF58696EF6155053340FD633392BA81909DF7B9706F226F32086C7AFF974A",
            ])
        Self.answers(
            of: chip,
            to: [
                Exchange(
                    command: "0022C1A40F800A04007F00070202040402830102",
                    answer: "9000"),
                Exchange(
                    command: "10860000027C0000",
                    answer: "7C128010143DC40C08C8E891FBED7DEDB92B64AD9000"),
                Exchange(
                    command: "10860000147C1281105DD4CBFC96F5453B130D890A1CDBAE3200",
                    answer: "7C0282009000"),
                Exchange(
                    command: """
                        10860000457C4383410489CBA23FFE96AA18D824627C3E934E54A9FD0B87A95D1471DC1C0ABFDCD640D46755DE9B7B77
                        8280B6BEBD57439ADFEB0E21FD4ED6DF42578C13418A59B34C3700
                        """,
                    answer: """
                        7C4384410467F78E5F7F7686082B293E8D087E056916D0F74BC01A5F8957D0DE45691E51E8932B69A962B52A0985AD2C
                        0A271EE6A13A8ADDDCD1A3A994B9DED257F4D227539000
                        """),
                Exchange(
                    command: "008600000C7C0A8508450F02B86F6A090900",
                    answer: "7C0A860875D4D96E8D5B03089000"),
            ])
    }

    @Test func `PACE with integrated mapping over DH answers as in 9303-11 appendix H 2`() {
        // 9303-11 appendix H.2; the chip's private key, which is that of G.2, modulo the order.
        let chip = Self.chip(
            PACESetting(mapping: .integrated, parameters: .modp1024s160),
            SecretBytes(Array("123456".utf8)), reference: 2,
            random: ["FA5B7E3E49753A0DB9178B7B9BD898C8", "A5B780126B7C980E9FCEA1D4539DA1D27C342DFA"])
        Self.answers(
            of: chip,
            to: [
                Exchange(
                    command: "0022C1A40F800A04007F00070202040302830102",
                    answer: "9000"),
                Exchange(
                    command: "10860000027C0000",
                    answer: "7C1280109ABB8864CA0FF1551E620D1EF4E135109000"),
                Exchange(
                    command: "10860000147C128110B3A6DB3C870C3E99245E0D1C06B747DE00",
                    answer: "7C0282009000"),
                Exchange(
                    command: """
                        10860000867C81838381800F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0E4F8A95155
                        7E929AEB48E5C6DD47F2F5CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA1492344C85
                        2906919538C98A4BA4187E76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D500
                        """,
                    answer: """
                        7C8183848180928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854CFF111F71CB6DC1D03358
                        07A11388CC8EAA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768E95A80E4746FB07A9767
                        679FE92133B4D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F39000
                        """),
                Exchange(
                    command: "008600000C7C0A850855D61977CBF5307E00",
                    answer: "7C0A8608C2F04230187E15259000"),
            ])
    }

    @Test func `PACE with chip authentication mapping answers as in 9303-11 appendix I 1`() throws {
        // 9303-11 appendix I.1. The chip's ephemeral private key is not published, so the run stops before it. The
        // static private key follows from the published SK_Map,IC and CA_IC.
        let key = try ChipKey(
            .brainpoolP256r1,
            secret: SecretBytes(hex("86C88A4579CE48135878E6348A734B5D47CE5BC1E54C0E8978687B49FDE2E2C2")))
        #expect(
            key.publicKey
                == hex(
                    """
                    041872709494399E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC884D256A40E35EFCB59BF6753D3A489
                    D28C7A4D973C2DA138A6E7A4A08F68E16F
                    """))
        let mappingSecret = "9E56A6B59C95D06ECE5CD10F983BB2F4F1943528E577F23881D89D8C3BBEE0AA"
        let chip = Self.chip(
            PACESetting(mapping: .chipAuthentication),
            DigestAlgorithm.sha1.hash(SecretBytes(Array("C11T002JM496081222310314".utf8))), reference: 1,
            random: ["658B860BC94DF6F044FCE6D5C82CF8E5", mappingSecret], key: key)
        Self.answers(
            of: chip,
            to: [
                Exchange(
                    command: "0022C1A40F800A04007F00070202040602830101",
                    answer: "9000"),
                Exchange(
                    command: "10860000027C0000",
                    answer: "7C128010CB60E8E0D85B76A9BD304747C2AD42E29000"),
                Exchange(
                    command: """
                        10860000457C438141047F1D410ADB7DDB3B84BF1030800981A9105D7457B4A3ADE002384F3086C67EDE1AB889104A27
                        DB6D842B019020FBF3CEACB0DC627F7BDCAC29969E19D0E553C100
                        """,
                    answer: """
                        7C43824104A234236AA9B9621E8EFB73B5245C0E09D2576E5277183C1208BDD55280CAE8B304F365713A356E65A451E1
                        65ECC9AC0AC46E3771342C8FE5AEDD092685338E239000
                        """),
            ])
        let keys = SessionKeys(
            cipher: .aes128, encryption: SecretBytes(hex("0A9DA4DB03BDDE39FC5202BC44B2E89E")),
            authentication: SecretBytes(hex("4B1C06491ED5140CA2B537D344C6C0B1")))
        #expect(
            try ChipAuthenticationMapping.data(key, SecretBytes(hex(mappingSecret)), keys: keys)
                == hex(
                    """
                    1EEA964DAAE372AC990E3EFDE6333353BFC89A6704D93DA8798CF77F5B7A54BD10CBA372B42BE0B9B5F28AA8DE2F4F92
                    """))
    }

    @Test func `PACE with a PIN answers as in the BSI's worked example of EAC version 2`() {
        // EAC worked example for ECDH (BSI, 2011).
        let chip = Self.chip(
            PACESetting(), SecretBytes(Array("123456".utf8)), reference: 3,
            random: [
                "7D98C00FC6C9E9543BBF94A87073A123",
                "19C428715663DE745D1824B855D2B967890C99D68ED5FEEE9DCDF8D7BBA289D2",
                "15872C56908C144002177994CFAAEDD5467CE150853C44535051FF24183039D8",
            ])
        Self.answers(
            of: chip,
            to: [
                Exchange(
                    command: "0022C1A40F800A04007F00070202040202830103",
                    answer: "9000"),
                Exchange(
                    command: "10860000027C0000",
                    answer: "7C128010CE834CDE69FFBB1D1EB21585CD709F189000"),
                Exchange(
                    command: """
                        10860000457C438141043DD29BBE5907FD21A152ADA4895FAAE7ACC55F5E50EFBFDE5AB0C6EB54F198D615913635F0FD
                        F5BEB383E00355F82D3C41ED0DF2E28363433DFB73856A15DC9F00
                        """,
                    answer: """
                        7C438241049CFCF7582AC986D0DD52FA53123414C3E1B96B4D00ABA8E574679B70EFB5BC3B45D2F13729CC2AE178E7E2
                        41B443213533B77DBB44649A815DDC4A2384BA422A9000
                        """),
                Exchange(
                    command: """
                        10860000457C43834104518BC4E532AD2A9BD6527804D5D665ABD51041037A0CC8AA922804EB501C222B3427388599AF
                        AAE9FBACE2DF93E13C3C4979CD12F0AE3E3C012602839155458200
                        """,
                    answer: """
                        7C43844104282CF38073036AFAC216AF135BD994DA0C357F10BD4C34AFEA1042B2EB0FD6804DF3658B835AC2E7133F13
                        691184542BB50B109963A4662ABDC08B9763AF4B5B9000
                        """),
                Exchange(
                    command: "008600000C7C0A8508A27AE7B36573C1D900",
                    answer: "7C0A8608A2658C2F38600B0F9000"),
            ])
    }
}
