import CardCrypto
import InlaySeams
import Testing

@testable import PassportSimulator

struct PassportSettingsTests {
    private func settings(_ text: String) throws -> PassportSettings {
        var settings = PassportSettings()
        try settings.apply(text)
        return settings
    }

    @Test func `an empty text changes nothing`() throws {
        #expect(try settings("") == PassportSettings())
        #expect(try settings("&") == PassportSettings())
    }

    @Test func `a text sets what it names and nothing else`() throws {
        var expected = PassportSettings()
        expected.pace = [PACESetting(cipher: .aes256, parameters: .brainpoolP384r1)]
        expected.maximumRead = 192
        expected.extendedLength = .off
        expected.access = .bac
        #expect(try settings("pace=gm,aes256,bp384&maxLe=192&extended=off&access=bac") == expected)
    }

    static let values: [(text: String, change: @Sendable (inout PassportSettings) -> Void)] = [
        ("access=plain", { $0.access = .plain }),
        ("access=pace", { $0.access = .pace }),
        ("pace=p521", { $0.pace = [PACESetting(parameters: .secp521r1)] }),
        ("pace=3des", { $0.pace = [PACESetting(cipher: .tripleDES)] }),
        ("pace=bp192,aes192,gm", { $0.pace = [PACESetting(cipher: .aes192, parameters: .brainpoolP192r1)] }),
        ("pace=gm;p256", { $0.pace = [PACESetting(), PACESetting(parameters: .secp256r1)] }),
        (
            "pace=im,aes256,p521;cam,18;2,gm",
            {
                $0.pace = [
                    PACESetting(mapping: .integrated, cipher: .aes256, parameters: .secp521r1),
                    PACESetting(mapping: .chipAuthentication, parameters: .secp521r1),
                    PACESetting(parameters: .modp2048s256),
                ]
            }
        ),
        ("pace=modp1024s160,explicit", { $0.pace = [PACESetting(parameters: .modp1024s160, reference: .explicit)] }),
        ("pace=noid", { $0.pace = [PACESetting(reference: .absent)] }),
        ("mse=require84", { $0.deviations.parameterReference = .required }),
        ("mse=refuse84", { $0.deviations.parameterReference = .refused }),
        ("ca=off", { $0.chipAuthentication = [] }),
        (
            "ca=aes256,bp384,keyid=195;3des,kat,noinfo,1,x942",
            {
                $0.chipAuthentication = [
                    ChipAuthenticationSetting(cipher: .aes256, parameters: .brainpoolP384r1, keyID: 195),
                    ChipAuthenticationSetting(
                        cipher: .tripleDES, parameters: .modp2048s224, keyForm: .x942, commands: .kat, hasInfo: false),
                ]
            }
        ),
        ("aa=off", { $0.activeAuthentication = nil }),
        ("aa=rsa2048", { $0.activeAuthentication = ActiveAuthenticationSetting(key: .rsa(bits: 2048)) }),
        (
            "aa=sha1,33cc,b4",
            { $0.activeAuthentication = ActiveAuthenticationSetting(digest: .sha1, form: .smaller, longTrailer: true) }
        ),
        (
            "aa=p384,sha512,der,noinfo",
            {
                $0.activeAuthentication = ActiveAuthenticationSetting(
                    key: .curve(.secp384r1), digest: .sha512, form: .der, hasInfo: false)
            }
        ),
        ("ta=on", { $0.terminalAuthentication = TerminalAuthenticationSetting() }),
        ("ta=off", { $0.terminalAuthentication = nil }),
        (
            "ta=rsa2048,sha512,v15,static,fid=011A",
            {
                $0.terminalAuthentication = TerminalAuthenticationSetting(
                    key: .rsa(bits: 2048), digest: .sha512, usesVersion15: true, bindsStatically: true,
                    fileIdentifier: 0x011A)
            }
        ),
        ("dg=3,4", { $0.optionalDataGroups = [3, 4] }),
        ("pin=123456", { $0.pin = "123456" }),
        ("puk=1234567890", { $0.puk = "1234567890" }),
        ("pinTries=0", { $0.pinTries = 0 }),
        ("pukUses=10", { $0.pukUses = 10 }),
        ("pinActive=off", { $0.pinIsActive = false }),
        ("eid=on", { $0.isIdentityCard = true }),
        ("format=td1", { $0.format = .td1 }),
        ("copy=on", { $0.deviations.isCopy = true }),
        ("longAnswer=61", { $0.longAnswer = .remaining }),
        ("can=000001", { $0.cardAccessNumber = "000001" }),
        ("can=off", { $0.cardAccessNumber = nil }),
        ("extended=on", { $0.extendedLength = .on }),
        ("maxCommand=1000", { $0.maximumCommand = 1000 }),
        ("maxResponse=65538", { $0.maximumResponse = 65_538 }),
        ("maxLe=1", { $0.maximumRead = 1 }),
        ("overLe=6C", { $0.longReadAnswer = .correctLength }),
        ("overLe=fewer", { $0.longReadAnswer = .fewer }),
        ("lds=1.8", { $0.ldsVersion = .v1_8 }),
        ("hash=sha512", { $0.digest = .sha512 }),
        ("signer=p256", { $0.signerCurve = .secp256r1 }),
        ("csca=bp512", { $0.countryCurve = .brainpoolP512r1 }),
        ("curves=named", { $0.curveParameters = .named }),
        ("dg=none", { $0.optionalDataGroups = [] }),
        ("dg=3,12", { $0.optionalDataGroups = [3, 12] }),
        ("portrait=60000", { $0.portraitSize = 60_000 }),
        ("seed=18446744073709551615", { $0.seed = .max }),
        ("issued=2024-02-29", { $0.issued = Moment(year: 2024, month: 2, day: 29) }),
    ]

    @Test(arguments: values)
    func `each key sets its value`(text: String, change: @Sendable (inout PassportSettings) -> Void) throws {
        var expected = PassportSettings()
        change(&expected)
        #expect(try settings(text) == expected)
    }

    @Test(arguments: [
        "access=PACE", "pace=", "pace=dh", "pace=gm,gm", "pace=gm;gm", "pace=aes512", "pace=bp256;",
        "pace=7", "pace=im,p224", "pace=cam,3des", "pace=cam,0", "pace=cam,noid", "ca=", "ca=aes128,kat", "ca=keyid=-1",
        "ca=keyid=x", "ca=both", "aa=", "aa=rsa1023", "aa=rsa4112", "aa=rsa1024,der", "aa=p256,b4", "aa=33cc",
        "aa=p256,33cc",
        "aa=rsa1024,noinfo", "aa=standard", "longAnswer=9000", "copy=1", "pin=12345", "puk=123456", "pinTries=4",
        "pukUses=11",
        "pinActive=1", "eid=yes",
        "format=td4", "ta=", "ta=rsa1024,sha384", "ta=p256,v15", "ta=fid=0101",
        "ta=fid=011D",
        "ta=fid=0120", "ta=fid=11A", "ca=aes128;aes128", "mse=84", "can=12345",
        "can=12345a", "can=", "extended=1", "maxCommand=260", "maxResponse=65539", "maxLe=0", "maxLe=x", "overLe=9000",
        "lds=1.9", "hash=sha1", "signer=p999", "csca=", "curves=short", "dg=5", "dg=", "portrait=0", "seed=-1",
        "issued=2024-02-30", "issued=1999-01-01",
    ])
    func `a value that is not possible is told with what is`(text: String) throws {
        let failure = try #require(throws: SettingsFailure.self) { try settings("&" + text) }
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rule = try #require(PassportSettings.help.first { $0.key == sides[0] })
        #expect(
            failure
                == SettingsFailure(
                    key: sides[0], reason: .unknownValue(sides[1], expected: rule.values), column: 2))
    }

    @Test(arguments: [
        ("extendet=on", "extendet", SettingsFailure.Reason.unknownKey, 1),
        ("lds=1.8&maxle=192", "maxle", .unknownKey, 9),
        ("lds=1.8&&extended", "extended", .missingValue, 10),
        ("=1", "", .unknownKey, 1),
        ("seed=1&lds=1.8&seed=2", "seed", .repeatedKey, 16),
    ])
    func `a text that is not understood is told with its place`(
        text: String, key: String, reason: SettingsFailure.Reason, column: Int
    ) throws {
        let failure = try #require(throws: SettingsFailure.self) { try settings(text) }
        #expect(failure == SettingsFailure(key: key, reason: reason, column: column))
        #expect(failure.description.contains(key))
    }

    @Test func `every key has a value and a meaning in the help`() {
        #expect(PassportSettings.help.map(\.key) == PassportSettings.keys)
        #expect(Set(PassportSettings.keys).count == PassportSettings.keys.count)
        #expect(PassportSettings.help.allSatisfy { !$0.values.isEmpty && !$0.meaning.isEmpty })
    }

    @Test func `the summary says in one line what the document is`() throws {
        #expect(
            PassportSettings().summary
                == "PACE-GM with AES-128 on brainpoolP256r1, BAC, extended length, LDS 1.7, "
                + "signed with brainpoolP256r1 and SHA-256")
        #expect(
            try settings("access=plain&extended=off&maxLe=192").summary
                == "no access control, short length, reads of up to 192 bytes, LDS 1.7, "
                + "signed with brainpoolP256r1 and SHA-256")
    }

    @Test func `the summary names everything that is offered`() throws {
        let text =
            "access=pace&pace=cam,p521&ca=3des&aa=rsa2048&ta=p256&pin=123456&puk=1234567890&eid=on&extended=off"
        #expect(
            try settings(text).summary
                == "PACE-CAM with AES-128 on secp521r1, PIN, PUK, eID application, "
                + "Chip Authentication with 3DES on brainpoolP256r1, "
                + "Active Authentication with RSA of 2048 bits and SHA-256, "
                + "Terminal Authentication with ECDSA on secp256r1 and SHA-256, short length, LDS 1.7, "
                + "signed with brainpoolP256r1 and SHA-256")
    }

    @Test func `every named simulator can be made and described`() throws {
        #expect(Set(PassportSimulator.entries.map(\.name)).count == PassportSimulator.entries.count)
        for entry in PassportSimulator.entries {
            #expect(entry.sentence.hasSuffix("."))
            #expect(!entry.settings.summary.isEmpty)
            _ = try PassportSimulator.make(name: entry.name)
        }
    }

    @Test func `an unknown name is told with the known ones`() throws {
        let failure = try #require(throws: PassportSimulator.Failure.self) {
            try PassportSimulator.make(name: "visa")
        }
        #expect(failure == .unknownName("visa"))
        #expect(failure.description.contains("passport-bac"))
    }

    @Test func `a settings failure passes through`() throws {
        let failure = try #require(throws: PassportSimulator.Failure.self) {
            try PassportSimulator.make(name: "passport", settingsText: "pace=gm&nope=1")
        }
        #expect(failure == .settings(SettingsFailure(key: "nope", reason: .unknownKey, column: 9)))
    }
}
