import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct DHGroupTests {
    // 9303-11 App. G.2: the group with number 0, keys and generic mapping.
    static let prime =
        "B10B8F96A080E01DDE92DE5EAE5D54EC52C99FBCFB06A3C69A6A9DCA52D23B616073E28675A23D189838EF1E2EE652C0"
        + "13ECB4AEA906112324975C3CD49B83BFACCBDD7D90C4BD7098488E9C219A73724EFFD6FAE5644738FAA31A4FF55BCCC0"
        + "A151AF5F0DC8B4BD45BF37DF365C1A65E68CFDA76D4DA708DF1FB2BC2E4A4371"
    static let generator =
        "A4D1CBD5C3FD34126765A442EFB99905F8104DD258AC507FD6406CFF14266D31266FEA1E5C41564B777E690F5504F213"
        + "160217B4B01B886A5E91547F9E2749F4D7FBD7D3B9A92EE1909D0D2263F80A76A6A24C087A091F531DBF0A0169B6A28A"
        + "D662A4D18E73AFA32D779D5918D08BC8858F4DCEF97C2A24855E6EEB22B3B2E5"
    static let mapped =
        "7C9CBFE98F9FBDDA8D143506FA7D9306F4CB17E3C71707AFF5E1C1A12370249684D64EE37AF44B8DBD9D45BF6023919C"
        + "BAA027AB97ACC771666C8E98FF483301BFA4872DEDE9034EDFACB70814166B7F360676829B826BEA57291B5AD69FBC84"
        + "EF1E779032A305803F74341793E869742D401325B37EE8565FFCDEE618342DC5"
    static let shared =
        "5BABEBEF5B74E5BA94B5C063FDA15F1F1CDE94873EE0A5D3A2FCAB49F258D07F544F13CB66658C3AFEE9E727389BE3F6"
        + "CBBBD32128A8C21DD6EEA3CF7091CDDFB08B8D007D40318DCCA4FFBF51208790FB4BD111E5A968ED6B6F08B26CA87C41"
        + "0B3CE0C310CE104EABD16629AA48620C1279270CB0750C0D37C57FFFE302AE7F"
    static let mappingPublicIFD =
        "23FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3EB71C343DB13D1DEBCE9A3666DBCFC920"
        + "B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0DF86274B9359BC0490D01B03AD54022D"
        + "CB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C"
    static let mappingPublicIC =
        "78879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E623EA5738B26381E4DA19E004706FACE7"
        + "B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085655AF30889DBB845D9E6783FE42C9F24"
        + "49400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE6"
    static let publicIFD =
        "907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911551B9AE4D04369F29A02626C86FBC6747C"
        + "C7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC07147057871A922212C5F67F43173172236"
        + "B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D4"
    static let publicIC =
        "075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C42ADC79AB5D0AEEC3"
        + "AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250767A6D46DB974064"
        + "386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA1"
    static let agreed =
        "6BABC7B3A72BCD7EA385E4C62DB2625BD8613B24149E146A629311C4CA6698E38B834B6A9E9CD7184BA8834AFF5043D4"
        + "36950C4C1E7832367C10CB8C314D40E5990B0DF7013E64B4549E2270923D06F08CFF6BD3E977DDE6ABE4C31D55C0FA2E"
        + "465E553E77BDF75E3193D3834FC26E8EB1EE2FA1E4FC97C18C3F6CFFFE2607FD"
    static let order = "F518AA8781A8DF278ABA4E7D64B7CB9D49462353"
    static let nonce = "FA5B7E3E49753A0DB9178B7B9BD898C8"
    static let mappingPrivateIFD = "5265030F751F4AD18B08AC565FC7AC952E41618D"
    static let mappingPrivateIC = "66DDAFEAC1609CB5B963BB0CB3FF8B3E047F336C"
    static let privateIFD = "89CCD99B0E8D3B1F11E1296DCA68EC53411CF2CA"
    static let privateIC = "A5B780126B7C980E9FCEA1D4539DA1D27C342DFA"

    // 9303-11 App. H.2: integrated mapping.
    static let pseudorandom =
        "A0C7C50C002061A51CC87D254EF38068607417B6EE1B36473CFB800D2D2E5FA2B6980F01105D24FAB22ACD1BFA5C8A4C"
        + "093ECDFAFE6D7125D42A843E338603835CF19AFAFF75EFE21DC5F6AA1F9AE46C25087E7368166FB08C1E4627AFED7D93"
        + "570417B790FF7F747E57F432B04E1236819E0DFEF5B6E77CA4999925328182D2"
    static let integratedMapped =
        "1D7D767F11E333BCD6DBAEF40E799E7A926B96973550656FF3C830726D118D61C276CDCC61D475CF03A98E0C0E79CAEB"
        + "A5BE25578BD4551D0B10903236F0B0F976852FA78EEA14EA0ACA87D1E91F688FE0DFF897BBE35A472621D343564B262F"
        + "34223AE8FC59B664BFEDFA2BFE7516CA5510A6BBB633D517EC25D4E0BBAA16C2"
    static let integratedPrivateIFD =
        "4BD0E54740F9A028E6A515BFDAF967848C4F5F5FFF65AA0915947FFD1A0DF2FA6981271BC905F3551457B7E03AC3B806"
        + "6DE4AA406C1171FB43DD939C4BA16175103BA3DEE16419AA248118F90CC36A3D6F4C373652E0C3CCE7F0F1D0C5425B36"
        + "00F0F0D6A67F004C8BBA33F2B4733C7252445C1DFC4F1107203F71D2EFB28161"
    static let integratedPublicIFD =
        "0F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0E4F8A951557E929AEB48E5C6DD47F2F5"
        + "CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA1492344C852906919538C98A4BA4187E"
        + "76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D5"
    static let integratedPublicIC =
        "928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854CFF111F71CB6DC1D0335807A11388CC8E"
        + "AA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768E95A80E4746FB07A9767679FE92133B4"
        + "D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F3"
    static let integratedAgreed =
        "419410D6C0A17A4C07C54872CE1CBCEB0A2705C1A434C8A89A4CFE41F1D78124CA7EC52BDE7615E5345E48AB1ABB6E7D"
        + "1D59A57F3174084D3CA4570397C1F62228BDFDB2DA191EA2239E2C060DBE3BBC23C2FCD0AF12E0F9E0B99FCF91FF1959"
        + "011D5798B2FCBC1F14FCC24E441F4C8F9B08D977E9498560E63E7FFAB3134EA7"

    @Test func `the generic mapping and agreement of ICAO's worked example come out`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        #expect(text(group.encoded(group.generator)) == Self.generator)
        let own = try group.power(group.generator, secret(Self.mappingPrivateIFD))
        #expect(text(group.encoded(own)) == Self.mappingPublicIFD)
        let other = try group.power(group.generator, secret(Self.mappingPrivateIC))
        #expect(text(group.encoded(other)) == Self.mappingPublicIC)
        let shared = try group.power(other, secret(Self.mappingPrivateIFD))
        #expect(text(group.encoded(shared)) == Self.shared)
        let mapped = try group.multiply(group.power(group.generator, secret(Self.nonce)), shared)
        #expect(text(group.encoded(mapped)) == Self.mapped)
        #expect(text(group.encoded(try group.power(mapped, secret(Self.privateIFD)))) == Self.publicIFD)
        // This public key has a leading zero nibble; its encoding is as long as the prime all the same.
        #expect(text(group.encoded(try group.power(mapped, secret(Self.privateIC)))) == Self.publicIC)
        let agreed = try group.power(group.element(decoding: hex(Self.publicIC)), secret(Self.privateIFD))
        #expect(group.sharedSecret(agreed) == (try secret(Self.agreed)))
    }

    @Test func `the integrated mapping and agreement of ICAO's worked example come out`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        let mapped = try group.element(encodingFieldElement: hex(Self.pseudorandom))
        #expect(text(group.encoded(mapped)) == Self.integratedMapped)
        let own = try group.power(mapped, secret(Self.integratedPrivateIFD))
        #expect(text(group.encoded(own)) == Self.integratedPublicIFD)
        let other = try group.element(decoding: hex(Self.integratedPublicIC))
        let agreed = try group.power(other, secret(Self.integratedPrivateIFD))
        #expect(group.sharedSecret(agreed) == (try secret(Self.integratedAgreed)))
    }

    // 9303-11 §9.5.1, table 12.
    @Test(arguments: [(0, 128, 20), (1, 256, 28), (2, 256, 32)])
    func `each group has its lengths, and two sides agree in it`(id: Int, prime: Int, order: Int) throws {
        let group = try DHGroup(standardizedDomainParameterID: id)
        #expect(group.primeByteCount == prime && group.orderByteCount == order)
        #expect(try group.element(decoding: group.encoded(group.generator)) == group.generator)
        let random = RandomSource.seeded(UInt64(id))
        let (a, b) = (try group.randomExponent(random), try group.randomExponent(random))
        #expect(a.count == order && a != b)
        let (publicA, publicB) = (try group.power(group.generator, a), try group.power(group.generator, b))
        #expect(try group.power(publicA, b) == group.power(publicB, a))
        #expect(try group.element(decoding: group.encoded(publicA)) == publicA)
    }

    @Test(arguments: [-1, 3, 8, Int.max])
    func `numbers outside the table are no group`(id: Int) {
        #expect(throws: CryptoError.self) { try DHGroup(standardizedDomainParameterID: id) }
    }

    @Test func `a short public key is sent short, and its secret in full length`() throws {
        // Some exponent soon gives an element that begins with a zero octet: about one in 256 does.
        let group = try DHGroup(standardizedDomainParameterID: 0)
        var element = group.generator
        for _ in 0..<20_000 where group.encoded(element).count == 128 {
            element = try group.multiply(element, group.generator)
        }
        let short = group.encoded(element)
        #expect(short.count < 128 && short.first != 0)
        #expect(group.sharedSecret(element).count == 128)
        #expect(try group.element(decoding: short) == element)
        #expect(try group.element(decoding: [0, 0] + short) == element)
    }

    @Test func `numbers that are no element of the subgroup are refused`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        let prime = try hex(Self.prime)
        let lessOne: [UInt8] = prime.dropLast() + [(prime.last ?? 0) - 1]
        let lessTwo: [UInt8] = prime.dropLast() + [(prime.last ?? 0) - 2]
        for octets in [[0], [1], [0, 1], prime, lessOne, [UInt8](repeating: 0xFF, count: 128)] as [[UInt8]] {
            #expect(throws: CryptoError.invalidPoint("it is not between 1 and p - 1")) {
                try group.element(decoding: octets)
            }
        }
        // 2 and p - 2 have other orders.
        for octets in [[2], lessTwo] as [[UInt8]] {
            #expect(throws: CryptoError.invalidPoint("it is not in the subgroup")) {
                try group.element(decoding: octets)
            }
        }
        #expect(throws: CryptoError.self) { try group.element(decoding: []) }
        #expect(throws: CryptoError.self) { try group.element(decoding: [1] + prime) }
    }

    @Test func `1 is never a result`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        #expect(throws: CryptoError.identity) { try group.power(group.generator, SecretBytes([0])) }
        #expect(throws: CryptoError.identity) { try group.power(group.generator, secret(Self.order)) }
        #expect(throws: CryptoError.invalidScalar) { try group.power(group.generator, SecretBytes([])) }
        let order = try hex(Self.order)
        let lessOne = SecretBytes(order.dropLast() + [(order.last ?? 0) - 1])
        let inverse = try group.power(group.generator, lessOne)
        #expect(throws: CryptoError.identity) { try group.multiply(group.generator, inverse) }
        #expect(throws: CryptoError.identity) { try group.element(encodingFieldElement: [1]) }
        #expect(throws: CryptoError.identity) { try group.element(encodingFieldElement: [0]) }
        let larger = try DHGroup(standardizedDomainParameterID: 1)
        #expect(throws: CryptoError.self) { try group.multiply(group.generator, larger.generator) }
    }

    @Test func `explicit parameters of a known group name it, in both forms`() throws {
        let (p, g, q) = (
            DER.encode(unsigned: try hex(Self.prime)), DER.encode(unsigned: try hex(Self.generator)),
            DER.encode(unsigned: try hex(Self.order))
        )
        for parts in [[p, g, q], [p, g], [p, g, DER.encode(integer: 160)]] {
            let group = try DHGroup(explicitParameters: DER.sequence(parts))
            #expect(group.standardizedDomainParameterID == 0)
        }
        for parts in [[p], [], [g, p, q], [p, q, g], [p, p, q], [p, g, p]] {
            #expect(throws: CryptoError.self) { try DHGroup(explicitParameters: DER.sequence(parts)) }
        }
        let der = DER.sequence([p, g, q])
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) { try DHGroup(explicitParameters: Array(der.prefix(count))) }
        }
    }

    @Test func `a public key is found in its SubjectPublicKeyInfo`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        let number = DER.encode(unsigned: try hex(Self.publicIC))
        let numbered = AlgorithmIdentifier(
            try #require(ObjectIdentifier("0.4.0.127.0.7.1.2")), parameters: DER.encode(integer: 0))
        let explicit = AlgorithmIdentifier(
            try #require(ObjectIdentifier("1.2.840.10046.2.1")),
            parameters: DER.sequence([
                DER.encode(unsigned: try hex(Self.prime)), DER.encode(unsigned: try hex(Self.generator)),
                DER.encode(unsigned: try hex(Self.order)),
            ]))
        for algorithm in [numbered, explicit] {
            let key = try PublicKey(
                subjectPublicKeyInfo: DER.sequence([algorithm.encoded(), DER.bitString(number)]))
            #expect(try DHGroup(of: key) == group)
            #expect(try group.element(of: key) == group.element(decoding: hex(Self.publicIC)))
        }
        let elliptic = try PrivateKey(.secp256r1, random: .seeded(1)).publicKey
        #expect(throws: CryptoError.self) { try DHGroup(of: elliptic) }
        #expect(throws: CryptoError.self) { try group.element(of: elliptic) }
    }

    @Test func `a published exponent can be put in as randomness`() throws {
        let group = try DHGroup(standardizedDomainParameterID: 0)
        let key = try hex(Self.privateIFD)
        #expect(try group.randomExponent(.scripted([hex(Self.order), key])) == SecretBytes(key))
    }

    @Test(arguments: [0, 1, 2], [DHGroup.ParametersForm.x942, .pkcs3, .standardized])
    func `a key that is written tells its group and its number`(id: Int, form: DHGroup.ParametersForm) throws {
        let group = try DHGroup(standardizedDomainParameterID: id)
        let element = try group.power(group.generator, SecretBytes([5]))
        let key = try PublicKey(subjectPublicKeyInfo: group.subjectPublicKeyInfo(element, parameters: form))
        #expect(try DHGroup(of: key) == group)
        #expect(try group.element(of: key) == element)
        let names: [DHGroup.ParametersForm: String] = [
            .x942: "1.2.840.10046.2.1", .pkcs3: "1.2.840.113549.1.3.1", .standardized: "0.4.0.127.0.7.1.2",
        ]
        #expect(key.algorithm.algorithm.dotted == names[form])
    }
}
