import LDS
import Octets
import TestSupport
import Testing

@Suite struct SecurityInfosTests {
    @Test(arguments: [
        // 9303-11 G.1, G.2 and H.1: PACEInfo of the worked examples; the CAM entry as in 9303-11 I.1.
        (
            "30 12 060A 04007F00070202040202 020102 02010D", PACEMapping.generic, KeyAgreement.ecdh,
            SessionCipher.aes128, 13
        ),
        ("30 12 060A 04007F00070202040102 020102 020100", .generic, .dh, .aes128, 0),
        ("30 12 060A 04007F00070202040402 020102 02010D", .integrated, .ecdh, .aes128, 13),
        ("30 12 060A 04007F00070202040304 020102 020102", .integrated, .dh, .aes256, 2),
        ("30 12 060A 04007F00070202040602 020102 02010D", .chipAuthentication, .ecdh, .aes128, 13),
        ("30 12 060A 04007F00070202040201 020102 02010D", .generic, .ecdh, .tripleDES, 13),
    ])
    func `an offer of PACE is read and made`(
        entry: String, mapping: PACEMapping, agreement: KeyAgreement, cipher: SessionCipher, parameterID: Int
    ) throws {
        let infos = try SecurityInfos(parsing: TLV.encode(.set, hex(entry)))
        let info = try #require(infos.pace.first)
        #expect(info.mapping == mapping)
        #expect(info.keyAgreement == agreement)
        #expect(info.cipher == cipher)
        #expect(info.version == 2)
        #expect(info.parameterID == parameterID)
        #expect(infos.warnings.isEmpty)
        let made = try #require(
            PACEInfo(mapping: mapping, keyAgreement: agreement, cipher: cipher, parameterID: parameterID))
        #expect(made == info)
        #expect(made.securityInfo.encoded == hex(entry))
    }

    @Test func `there are 19 combinations of algorithms`() {
        var count = 0
        for mapping in PACEMapping.allCases {
            for agreement in KeyAgreement.allCases {
                for cipher in SessionCipher.allCases {
                    let info = PACEInfo(
                        mapping: mapping, keyAgreement: agreement, cipher: cipher, parameterID: nil)
                    if info != nil { count += 1 }
                }
            }
        }
        #expect(count == 19)
    }

    @Test(arguments: [
        "04007F00070202040601", "04007F00070202040502", "04007F00070202040205", "04007F00070202040200",
        "04007F000702020402", "04007F0007020209",
    ])
    func `an identifier that is no combination is no offer of PACE`(oid: String) throws {
        let entry = TLV.encode(.sequence, parts: [TLV.encode(.objectIdentifier, hex(oid)), [0x02, 0x01, 0x02]])
        let infos = try SecurityInfos(parsing: TLV.encode(.set, entry))
        #expect(infos.pace.isEmpty)
        #expect(infos.entries.map(\.encoded) == [entry])
    }

    @Test func `a broken entry is kept and told, and the others are read`() throws {
        let good = hex("30 12 060A 04007F00070202040202 020102 02010D")
        let broken = hex("30 0E 060A 04007F00070202040202 0401")
        let set = TLV.encode(.set, parts: [broken, good, [0x05, 0x00]])
        let infos = try SecurityInfos(parsing: set)
        #expect(infos.entries.count == 3)
        #expect(infos.pace.count == 1)
        #expect(infos.warnings.count == 2)
        #expect(infos.entries[0].protocolOID == ObjectIdentifier("0.4.0.127.0.7.2.2.4.2.2"))
        #expect(infos.entries[2].protocolOID == nil)
        #expect(infos.encoded() == set)
    }

    @Test(arguments: [
        ("30 0F 060A 04007F00070202040202 020101", "PACEInfo"),
        ("30 0F 060A 04007F00070202030202 020104", "ChipAuthenticationInfo"),
        ("30 0D 0608 04007F0007020202 020103", "TerminalAuthenticationInfo"),
    ])
    func `an unknown version is kept and told`(entry: String, name: String) throws {
        let infos = try SecurityInfos(parsing: TLV.encode(.set, hex(entry)))
        #expect(infos.warnings == [.unknownVersion(name)])
        #expect(infos.entries.first?.name == name)
    }

    @Test func `entries are made in DER order and read in their own`() throws {
        let first = ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes128, keyID: 195).securityInfo
        let second = TerminalAuthenticationInfo().securityInfo
        #expect(SecurityInfos([first, second]).entries == [second, first])
        let unordered = TLV.encode(.set, parts: [first.encoded, second.encoded])
        let infos = try SecurityInfos(parsing: unordered)
        #expect(infos.entries == [first, second])
        #expect(infos.encoded() == unordered)
        #expect(infos.chipAuthentication.first?.keyID == 195)
    }

    @Test func `what one set lacks of another is told byte for byte`() throws {
        let strong = try #require(PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .aes256, parameterID: 13))
        let weak = try #require(PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .tripleDES, parameterID: 13))
        let signed = SecurityInfos([strong.securityInfo, TerminalAuthenticationInfo().securityInfo])
        #expect(SecurityInfos([strong.securityInfo]).entries(missingIn: signed).isEmpty)
        #expect(SecurityInfos([weak.securityInfo]).entries(missingIn: signed) == [weak.securityInfo])
    }

    /// Field report B37.
    @Test func `EF.DG14 tells an offer without its key, a key without an offer, and a curve that is only named`() throws
    {
        let file = try EFDG14(
            parsing: hex(
                """
                6E81963181933012060A04007F000702020302010201010201073012060A04007F00070202030204020101020109
                3069060904007F0007020201023059301306072A8648CE3D020106082A8648CE3D03010703420004515C3D6EB9E3
                96B904D3FECA7F54FDCD0CC1E997BF375DCA515AD0A6C3B4035F4536BE3A50F318FBF9A5475902A221502BEF0D57
                E08C53B2CC0A56F17D9F9354020109
                """))
        #expect(
            file.warnings == [
                .namedCurve(try #require(ObjectIdentifier("1.2.840.10045.3.1.7"))),
                .offerWithoutKey("ChipAuthenticationInfo", keyID: 7),
            ])
        let key = ChipAuthenticationPublicKeyInfo(
            keyAgreement: .ecdh,
            publicKey: SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(standardizedDomainParameters: 13), publicKey: [0x04]), keyID: 3)
        // Hard case 38: the key alone. With an offer that has no number it is the only one that can be meant.
        let alone = EFDG14(SecurityInfos([key.securityInfo])).encoded()
        #expect(
            try EFDG14(parsing: alone).warnings == [.keyWithoutOffer("ChipAuthenticationPublicKeyInfo", keyID: 3)])
        let offer = ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes128)
        let pair = EFDG14(SecurityInfos([key.securityInfo, offer.securityInfo])).encoded()
        #expect(try EFDG14(parsing: pair).warnings.isEmpty)
    }

    @Test func `EF.DG14 tells bytes behind its set, and is refused when it is cut`() throws {
        let bytes = EFDG14(SecurityInfos([TerminalAuthenticationInfo().securityInfo])).encoded()
        #expect(try EFDG14(parsing: bytes).warnings.isEmpty)
        expectRefusals(of: EFDG14.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG14.self, behind: bytes)
        var longer = bytes + [0x05, 0x00]
        longer[1] += 2
        #expect(try EFDG14(parsing: longer).warnings == [.trailingBytes(2), .otherEncoding])
    }

    @Test func `EF.CardAccess tells bytes behind its set, and is refused when it is cut`() throws {
        let bytes = EFCardAccess(SecurityInfos([TerminalAuthenticationInfo().securityInfo])).encoded()
        expectRefusals(of: EFCardAccess.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFCardAccess.self, behind: bytes)
    }

    @Test func `too many entries are refused`() throws {
        let entries = [UInt8](repeating: 0, count: 2 * (SecurityInfos.limit + 1))
        #expect(throws: ParseError(.tooMany(limit: SecurityInfos.limit), in: "SecurityInfos", at: 516)) {
            try SecurityInfos(parsing: TLV.encode(.set, entries))
        }
    }

    // EF.CVCA elsewhere, as a Slovenian document has it.
    @Test func `where EF.CVCA is found is read and made`() throws {
        let bytes = hex("31 18 30 16 0608 04007F0007020202 020101 30 07 0402 011A 0401 1A")
        let infos = try SecurityInfos(parsing: bytes)
        let info = try #require(infos.terminalAuthentication.first)
        #expect(info == TerminalAuthenticationInfo(fileIdentifier: 0x011A, shortFileIdentifier: 0x1A))
        #expect(SecurityInfos([info.securityInfo]).encoded() == bytes)
    }

    @Test func `the algorithm of Active Authentication is read and made`() throws {
        let algorithm = try #require(ObjectIdentifier("0.4.0.127.0.7.1.1.4.1.4"))
        let info = ActiveAuthenticationInfo(signatureAlgorithm: algorithm)
        let infos = try SecurityInfos(parsing: SecurityInfos([info.securityInfo]).encoded())
        #expect(infos.activeAuthentication == [info])
        #expect(infos.entries.first?.protocolOID == ObjectIdentifier("2.23.136.1.1.5"))
    }

    @Test func `a key for Chip Authentication is read and made`() throws {
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(standardizedDomainParameters: 13), publicKey: [4, 1, 2])
        let info = ChipAuthenticationPublicKeyInfo(keyAgreement: .ecdh, publicKey: key, keyID: 13)
        let infos = try SecurityInfos(parsing: SecurityInfos([info.securityInfo]).encoded())
        #expect(infos.chipAuthenticationPublicKeys == [info])
        #expect(infos.chipAuthenticationPublicKeys.first?.publicKey.algorithm.standardizedDomainParameterID == 13)
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            ("AT_gm_aes128_bp256", ["PACEInfo"], [13], 0),
            (
                "BSI_EAC2_dh",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo",
                    "ChipAuthenticationDomainParameterInfo", "CardInfoLocator", "PrivilegedTerminalInfo",
                ], [0], 0
            ),
            (
                "BSI_EAC2_ecdh",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo",
                    "ChipAuthenticationDomainParameterInfo", "CardInfoLocator", "PrivilegedTerminalInfo",
                ], [13], 0
            ),
            (
                "CA3",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo",
                    "PACEInfo", "0.4.0.127.0.7.2.2.11.1.2.3", "ChipAuthenticationDomainParameterInfo",
                    "ChipAuthenticationDomainParameterInfo", "CardInfoLocator", "PrivilegedTerminalInfo",
                ], [13, 13], 0
            ),
            ("DE_gm_and_cam", ["PACEInfo", "PACEInfo"], [13, 13], 0),
            ("ICAO_G2_dh_gm", ["PACEInfo"], [0], 0),
            ("IM_aes256_p521_issue150", ["PACEInfo"], [18], 0),
            ("NZ_gm_3des", ["PACEInfo"], [13], 0),
            (
                "Slovenia_multi_paceinfo",
                [
                    "ChipAuthenticationInfo", "ChipAuthenticationDomainParameterInfo",
                    "TerminalAuthenticationInfo", "1.0.24727.3.0.9",
                ], [], 2
            ),
            ("gm256_and_cam256_bp384", ["PACEInfo", "PACEInfo"], [16, 16], 0),
            (
                "nPA_dan",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo",
                    "ChipAuthenticationDomainParameterInfo", "ChipAuthenticationDomainParameterInfo", "CardInfoLocator",
                ],
                [13], 0
            ),
            (
                "nPA_new_testcard",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo",
                    "ChipAuthenticationDomainParameterInfo", "CardInfoLocator",
                ], [13], 38
            ),
            (
                "nPA_old_testcard",
                [
                    "TerminalAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo", "CardInfoLocator",
                    "ChipAuthenticationDomainParameterInfo", "PACEDomainParameterInfo",
                ], [nil], 0
            ),
            ("only_CAinfo_no_PACE", ["ChipAuthenticationInfo"], [], 0),
        ] as [(String, [String], [Int?], Int)])
    func `files of the corpus hold the entries that the index tells`(
        name: String, entries: [String], parameterIDs: [Int?], trailing: Int
    ) throws {
        let bytes = try Corpus.file("cardaccess/\(name).bin")
        let file = try EFCardAccess(parsing: bytes)
        #expect(file.securityInfos.entries.map(\.name) == entries)
        #expect(file.securityInfos.pace.map(\.parameterID) == parameterIDs)
        #expect(file.warnings.contains(.trailingBytes(trailing)) == (trailing > 0))
        #expect(file.encoded() == Array(bytes.dropLast(trailing)))
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: [
            (
                "DG14_RSA_or_DH_536",
                [
                    "ChipAuthenticationPublicKeyInfo", "ChipAuthenticationInfo",
                    "TerminalAuthenticationInfo", "PACEInfo", "PACEInfo",
                ]
            ),
            (
                "AT",
                ["TerminalAuthenticationInfo", "ChipAuthenticationInfo", "PACEInfo", "ChipAuthenticationPublicKeyInfo"]
            ),
            (
                "DE_keyid195",
                [
                    "TerminalAuthenticationInfo", "PACEInfo", "PACEInfo", "ChipAuthenticationInfo",
                    "ChipAuthenticationPublicKeyInfo",
                ]
            ),
            ("MY_3des", ["ChipAuthenticationPublicKeyInfo", "ChipAuthenticationInfo", "TerminalAuthenticationInfo"]),
            ("FR_no_CAinfo", ["ChipAuthenticationPublicKeyInfo", "PACEInfo"]),
            ("BSI_HJP", ["ChipAuthenticationPublicKeyInfo", "ChipAuthenticationInfo", "TerminalAuthenticationInfo"]),
            ("BSI_ETSI", ["ChipAuthenticationPublicKeyInfo", "ChipAuthenticationInfo", "TerminalAuthenticationInfo"]),
            ("pace_multi_no_ca_key", ["PACEInfo", "ActiveAuthenticationInfo"]),
            ("CAinfo_without_key_a", ["0.4.0.127.0.7.2.2.3.2.0"]),
            ("only_paceinfo", ["PACEInfo"]),
        ] as [(String, [String])])
    func `EF.DG14 of the corpus holds the entries that the index tells`(name: String, entries: [String]) throws {
        let bytes = try Corpus.file("dg/dg14/\(name).bin")
        let file = try EFDG14(parsing: bytes)
        #expect(file.securityInfos.entries.map(\.name) == entries)
        #expect(file.encoded() == bytes)
        if name == "DE_keyid195" {
            #expect(file.securityInfos.chipAuthentication.map(\.keyID) == [195])
            #expect(file.securityInfos.chipAuthenticationPublicKeys.map(\.keyID) == [195])
        }
    }
}
