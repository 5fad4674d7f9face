import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// Chip Authentication from outside (9303-11 §6.2).
struct ChipAuthenticationTests {
    /// A terminal behind BAC with the application selected, and what EF.DG14 says.
    private func open(_ text: String, name: String = "passport") throws -> (Terminal, SecurityInfos) {
        let made = try PassportSimulator.make(name: name, settingsText: text, random: .seeded(21))
        let terminal = Terminal(made.chip)
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        let infos = try #require(try made.document.files.parsed(EFDG14.self)).securityInfos
        return (terminal, infos)
    }

    private func publicKey(_ info: ChipAuthenticationPublicKeyInfo) throws -> [UInt8] {
        try #require(ChipKey.publicKey(in: info.publicKey.encoded))
    }

    static let combinations = StandardizedDomainParameters.allCases.flatMap { parameters in
        BlockCipher.allCases.map { ChipAuthenticationSetting(cipher: $0, parameters: parameters) }
    }

    @Test(arguments: combinations)
    func `every key goes with every cipher, and secure messaging begins again`(
        setting: ChipAuthenticationSetting
    ) throws {
        let (terminal, infos) = try open("ca=\(setting.cipher.settingsName),\(setting.parameters.settingsName)")
        let info = try #require(infos.chipAuthentication.first)
        #expect(infos.chipAuthentication.count == 1 && info.keyID == nil && info.version == 1)
        let key = try publicKey(#require(infos.chipAuthenticationPublicKeys.first))
        let first = try terminal.readFile(0x0101)
        try terminal.authenticateChip(setting.cipher, setting.parameters, publicKey: key)
        #expect(terminal.codec?.counter == [UInt8](repeating: 0, count: setting.cipher.blockSize))
        #expect(try terminal.readFile(0x0101) == first)
        if setting.cipher == .tripleDES {
            try terminal.authenticateChip(setting.cipher, setting.parameters, publicKey: key, commands: .kat)
            #expect(try terminal.readFile(0x0101) == first)
        }
    }

    @Test func `each of two keys answers to its number`() throws {
        let (terminal, infos) = try open("ca=aes256,bp384,keyid=195;3des,p256,keyid=2;aes128,p256,keyid=2")
        #expect(Set(infos.chipAuthentication.map(\.keyID)) == [195, 2])
        #expect(infos.chipAuthenticationPublicKeys.map(\.keyID).sorted { $0 ?? 0 < $1 ?? 0 } == [2, 195])
        let keys = Dictionary(
            uniqueKeysWithValues: try infos.chipAuthenticationPublicKeys.map { ($0.keyID, try publicKey($0)) })
        for (cipher, parameters, number, commands) in [
            (
                BlockCipher.aes256, StandardizedDomainParameters.brainpoolP384r1, 195,
                Terminal.ChipAuthenticationCommands.at
            ),
            (.aes128, .secp256r1, 2, .at), (.tripleDES, .secp256r1, 2, .kat), (.tripleDES, .secp256r1, 2, .at),
        ] {
            try terminal.authenticateChip(
                cipher, parameters, publicKey: #require(keys[number]), keyID: number, commands: commands)
            try terminal.success(Terminal.select(0x0101))
        }
    }

    @Test func `keys without a number get that of their domain parameters when there are several`() throws {
        let (_, infos) = try open("ca=aes128;aes128,modp2048s256")
        #expect(Set(infos.chipAuthenticationPublicKeys.map(\.keyID)) == [13, 2])
    }

    @Test(arguments: ["explicit", "standardized", "named"])
    func `the key tells its curve in the form that is asked for`(form: String) throws {
        let (terminal, infos) = try open("ca=\(form)")
        let info = try #require(infos.chipAuthenticationPublicKeys.first)
        let key = try PublicKey(subjectPublicKeyInfo: info.publicKey.encoded)
        let expected: PublicKey.ParametersForm =
            ["explicit": .explicit, "standardized": .standardized, "named": .namedCurve][form] ?? .absent
        #expect(key.kind == .ellipticCurve(.brainpoolP256r1, expected))
        try terminal.authenticateChip(.aes128, .brainpoolP256r1, publicKey: publicKey(info))
        try terminal.success(Terminal.select(0x0101))
    }

    @Test(arguments: [
        ("explicit", "1.2.840.113549.1.3.1"), ("x942", "1.2.840.10046.2.1"), ("standardized", "0.4.0.127.0.7.1.2"),
    ])
    func `a key of a group of numbers tells its group`(form: String, identifier: String) throws {
        let (terminal, infos) = try open("ca=modp2048s224,\(form)")
        let info = try #require(infos.chipAuthenticationPublicKeys.first)
        #expect(info.publicKey.algorithm.algorithm.dotted == identifier)
        #expect(info.keyAgreement == .dh)
        try terminal.authenticateChip(.aes128, .modp2048s224, publicKey: publicKey(info))
        try terminal.success(Terminal.select(0x0101))
    }

    @Test func `without an info 3DES is taken`() throws {
        let (terminal, infos) = try open("ca=3des,noinfo")
        #expect(infos.chipAuthentication.isEmpty)
        let key = try publicKey(#require(infos.chipAuthenticationPublicKeys.first))
        try terminal.authenticateChip(.tripleDES, .brainpoolP256r1, publicKey: key, commands: .kat)
        try terminal.success(Terminal.select(0x0101))
    }

    @Test(arguments: [
        ("ca=3des,kat", Terminal.ChipAuthenticationCommands.kat, Terminal.ChipAuthenticationCommands.at),
        ("ca=3des,at", .at, .kat),
    ])
    func `a chip may know only one of the two ways`(
        text: String, known: Terminal.ChipAuthenticationCommands, unknown: Terminal.ChipAuthenticationCommands
    ) throws {
        let (terminal, infos) = try open(text)
        let key = try publicKey(#require(infos.chipAuthenticationPublicKeys.first))
        #expect(throws: Terminal.Unexpected.self) {
            try terminal.authenticateChip(.tripleDES, .brainpoolP256r1, publicKey: key, commands: unknown)
        }
        try terminal.authenticateChip(.tripleDES, .brainpoolP256r1, publicKey: key, commands: known)
        try terminal.success(Terminal.select(0x0101))
    }

    @Test func `it runs behind PACE, in the master file and again`() throws {
        let made = try PassportSimulator.make(name: "passport", settingsText: "ca=aes128", random: .seeded(22))
        let terminal = Terminal(made.chip)
        try terminal.openWithPACE(PACESetting(), password: 1, secret: PACESetting.secret(of: made.document))
        let infos = try #require(try made.document.files.parsed(EFDG14.self)).securityInfos
        let key = try publicKey(#require(infos.chipAuthenticationPublicKeys.first))
        for _ in 0..<2 { try terminal.authenticateChip(.aes128, .brainpoolP256r1, publicKey: key) }
        try terminal.success(Terminal.selectApplication)
        #expect(try terminal.readFile(0x010E) == made.document.files[.dg14])
    }

    @Test func `without access control it begins secure messaging`() throws {
        let made = try PassportSimulator.make(
            name: "passport-plain", settingsText: "ca=aes192,p384&ta=on&dg=3", random: .seeded(23))
        let terminal = Terminal(made.chip)
        let infos = try #require(try made.document.files.parsed(EFDG14.self)).securityInfos
        let key = try publicKey(#require(infos.chipAuthenticationPublicKeys.first))
        try terminal.success(Terminal.selectApplication)
        let own = try terminal.authenticateChip(.aes192, .secp384r1, publicKey: key)
        #expect(try terminal.readFile(0x0101) == made.document.files[.dg1])
        #expect(try terminal.readFile(0x011C).count == 36)
        var settings = PassportSettings()
        try settings.apply("ta=on")
        let pki = try SimulatorPKI(settings)
        try terminal.send([pki.domestic.verifier, pki.domestic.terminal], issuer: pki.authority)
        try terminal.authenticate(
            as: pki.domestic.terminal, TerminalAuthenticationSetting(),
            chip: Array(made.document.machineReadableZone[1].utf8.prefix(10)),
            ownKey: Array(own.dropFirst().prefix(48)))
        #expect(try terminal.readFile(0x0103) == made.document.files[.dg3])
    }

    @Test(arguments: ["", "ca=modp2048s256&aa=rsa1024"])
    func `a copy has every file, and proves nothing`(text: String) throws {
        let made = try PassportSimulator.make(name: "passport-copied", settingsText: text, random: .seeded(24))
        let genuine = try PassportSimulator.make(
            name: "passport-copied", settingsText: text + "&copy=off", random: .seeded(24))
        #expect(made.document == genuine.document)
        let terminal = Terminal(made.chip)
        let result = try terminal.openWithPACE(
            PACESetting(mapping: .chipAuthentication), password: 1, secret: PACESetting.secret(of: made.document))
        let infos = try #require(try made.document.files.parsed(EFDG14.self)).securityInfos
        let info = try #require(infos.chipAuthenticationPublicKeys.first { $0.keyID == 13 })
        let mapped = try result.group.raise(
            result.group.element(decoding: publicKey(info)), by: SecretBytes(#require(result.objects[0x8A])))
        #expect(try result.group.encoded(mapped) != result.mappingKey)

        try terminal.success(Terminal.selectApplication)
        let challenge = hex("0123456789ABCDEF")
        let signature = try terminal.success(
            CommandAPDU(ins: 0x88, data: challenge, expected: .asMuchAsPossible))
        let group = try EFDG15(parsing: terminal.readFile(0x010F))
        let key = try PublicKey(subjectPublicKeyInfo: group.publicKey.encoded)
        if key.curve != nil {
            #expect(try !key.verify(signature: signature, of: challenge, algorithm: .plainECDSA(.sha256)))
        } else {
            let recovered = try? key.recovered(fromRSASignature: signature)
            #expect(recovered?.last != 0xCC || recovered?.first != 0x6A)
        }

        try terminal.authenticateChip(.aes128, .brainpoolP256r1, publicKey: publicKey(info), keyID: 13)
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x0101))) == ResponseAPDU(status: 0x6988))
    }

    @Test func `a folder of files without keys becomes a copy that answers`() throws {
        let document = try PassportSimulator.make(name: "passport-ca").document
        let terminal = Terminal(
            try PassportSimulator.make(files: document.files, settingsText: "copy=on", random: .seeded(25)))
        try terminal.openWithBasicAccess(document.mrzInformation)
        let infos = try #require(try document.files.parsed(EFDG14.self)).securityInfos
        let info = try #require(infos.chipAuthenticationPublicKeys.first { $0.keyID == 195 })
        try terminal.authenticateChip(.aes256, .brainpoolP384r1, publicKey: publicKey(info), keyID: 195)
        #expect(terminal.send(try terminal.protectedBytes(Terminal.select(0x0101))).status == 0x6988)
    }

    // MARK: - Refusals

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let commands: [CommandAPDU]
        let expected: StatusWord
        let settings: String

        init(
            _ text: String, _ commands: CommandAPDU..., answers expected: StatusWord,
            with settings: String = "ca=aes128;3des"
        ) {
            self.text = text
            self.commands = commands
            self.expected = expected
            self.settings = settings
        }

        var testDescription: String { text }
    }

    private static let point: [UInt8] = {
        guard let group = try? ECGroup(.brainpoolP256r1) else { return [] }
        return group.encoded(group.generator)
    }()

    private static let offCurve: [UInt8] = point.dropLast() + [(point.last ?? 0) ^ 1]
    private static let protocolAES = "800A04007F00070202030202"
    private static let two = "ca=aes128,bp256,keyid=1;aes128,p256,keyid=2"

    private static func template(_ data: String) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA4, data: hex(data))
    }

    private static func agreement(_ data: [UInt8]) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA6, data: data)
    }

    private static func general(_ data: String) -> CommandAPDU {
        CommandAPDU(ins: 0x86, data: hex(data), expected: .asMuchAsPossible)
    }

    static let cases = [
        Case("the protocol", template(protocolAES), answers: 0x9000),
        Case("no protocol", template("8400"), answers: 0x6A80),
        Case("a protocol that is not offered", template("800A04007F00070202030204"), answers: 0x6A80),
        Case("the protocol twice", template(protocolAES + protocolAES), answers: 0x6A80),
        Case("an object cut off", template(protocolAES + "8405"), answers: 0x6A80),
        Case("a number of a key that has none", template(protocolAES + "840101"), answers: 0x6A88),
        Case("an empty number", template(protocolAES + "8400"), answers: 0x6A80),
        Case("a number of five octets", template(protocolAES + "84050000000001"), answers: 0x6A80),
        Case("two keys, none named", template(protocolAES), answers: 0x6A80, with: two),
        Case("two keys, another named", template(protocolAES + "840103"), answers: 0x6A88, with: two),
        Case("two keys, one named", template(protocolAES + "840102"), answers: 0x9000, with: two),
        Case("a chip without it", template(protocolAES), answers: 0x6A86, with: "ca=off"),
        Case("GENERAL AUTHENTICATE without MSE", general("7C0480020102"), answers: 0x6985),
        Case("no key", template(protocolAES), general("7C00"), answers: 0x6A80),
        Case("an empty key", template(protocolAES), general("7C028000"), answers: 0x6A80),
        Case("the key in 81", template(protocolAES), general("7C03810104"), answers: 0x6A80),
        Case("another template", template(protocolAES), general("7D00"), answers: 0x6A80),
        Case(
            "a point off the curve", template(protocolAES), Terminal.authenticate(0x80, offCurve, isLast: true),
            answers: 0x6A80),
        Case(
            "chained", template(protocolAES), Terminal.authenticate(0x80, point), answers: 0x6883),
        Case(
            "another command in between", template(protocolAES), Terminal.select(0x0101),
            Terminal.authenticate(0x80, point, isLast: true), answers: 0x6985),
        Case("KAT without a key", agreement([]), answers: 0x6A80),
        Case("KAT with a point off the curve", agreement(TLV.encode(0x91, offCurve)), answers: 0x6A80),
        Case("KAT where only AES is offered", agreement(TLV.encode(0x91, point)), answers: 0x6A80, with: "ca=aes128"),
        Case(
            "KAT with an unknown number", agreement(TLV.encode(0x91, point) + [0x84, 1, 9]), answers: 0x6A88),
        Case("KAT", agreement(TLV.encode(0x91, point)), answers: 0x9000),
    ]

    @Test(arguments: cases)
    func `a wrong step is refused and the session goes on`(test: Case) throws {
        let (terminal, _) = try open(test.settings)
        var last = ResponseAPDU(status: .success)
        for command in test.commands { last = try terminal.protected(command) }
        #expect(last == ResponseAPDU(status: test.expected))
        guard test.expected != .success else { return }
        #expect(try terminal.readFile(0x0101).count == 93)
    }

    @Test func `it is refused before access control`() throws {
        let terminal = Terminal(try PassportSimulator.make(name: "passport", settingsText: "ca=aes128").chip)
        #expect(terminal.status("002241A40C800A04007F00070202030202") == 0x6982)
        #expect(terminal.status("002241A603910104") == 0x6982)
    }

    @Test func `private keys given as PKCS 8 go with the files they belong to`() throws {
        let made = try PassportSimulator.make(name: "passport", settingsText: "ca=aes128;aes256,modp2048s256")
        var settings = PassportSettings()
        settings.access = .bac
        let terminal = Terminal(try PassportChip(files: made.document.files, settings: settings))
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        #expect(try terminal.protected(Self.template(Self.protocolAES + "84010D")).status == 0x6D00)

        let secrets = try ChipSecrets(
            issuing: {
                var settings = PassportSettings()
                try settings.apply("ca=aes128;aes256,modp2048s256")
                return settings
            }())
        settings.chipAuthenticationKeys = try secrets.keys.map { try $0.pkcs8() }
        let other = Terminal(try PassportChip(files: made.document.files, settings: settings))
        try other.openWithBasicAccess(made.document.mrzInformation)
        for key in secrets.keys {
            try other.authenticateChip(
                key.parameters.curve == nil ? .aes256 : .aes128, key.parameters, publicKey: key.publicKey,
                keyID: key.parameters.rawValue)
        }
        try other.success(Terminal.select(0x0101))
    }

    @Test func `a private key that is none is told`() {
        var settings = PassportSettings()
        settings.chipAuthenticationKeys = [SecretBytes([0x30, 0x00])]
        #expect(throws: PassportSimulator.Failure.self) { try PassportSimulator.make(settings) }
    }
}
