import CardCrypto
import Foundation
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// Active Authentication from outside (9303-11 §6.1).
struct ActiveAuthenticationTests {
    private static let challenge = hex("0123456789ABCDEF")

    private static func command(_ data: [UInt8] = challenge, _ expected: CommandAPDU.Expected = .asMuchAsPossible)
        -> CommandAPDU
    {
        CommandAPDU(ins: 0x88, data: data, expected: expected)
    }

    private func open(_ text: String) throws -> (Terminal, PassportDocument) {
        let made = try PassportSimulator.make(name: "passport", settingsText: text, random: .seeded(41))
        let terminal = Terminal(made.chip)
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        return (terminal, made.document)
    }

    /// The key in EF.DG15, as it is read.
    private func publicKey(_ terminal: Terminal) throws -> PublicKey {
        let group = try EFDG15(parsing: terminal.readFile(0x010F))
        return try PublicKey(subjectPublicKeyInfo: group.publicKey.encoded)
    }

    // MARK: - Values recomputed in Python

    @Test func `ECDSA signatures are those of the recomputed lines`() throws {
        let lines = vectorFile("active-authentication.txt")
        let keys = Dictionary(uniqueKeysWithValues: lines.map { ($0.text("name"), $0) })
        var count = 0
        for line in lines where line.text("kind") == "ecdsa" && line.text("name").hasPrefix("plain-") {
            let owner = try #require(keys[line.text("key")])
            let curve = try #require(
                Int(line.text("id")).flatMap(NamedCurve.init(standardizedDomainParameterID:)))
            let key = try PrivateKey(curve, scalar: SecretBytes(owner.bytes("sk")), parameters: .explicit)
            var setting = ActiveAuthenticationSetting(
                key: .curve(curve), digest: try #require(DigestAlgorithm(settingsName: line.text("hash"))))
            let challenge = line.bytes("challenge")
            #expect(
                try ActiveAuthenticationKey(key, setting).sign(challenge, random: .seeded(1)) == line.bytes("plain"),
                "\(line)")
            setting.form = .der
            #expect(
                try ActiveAuthenticationKey(key, setting).sign(challenge, random: .seeded(1)) == line.bytes("der"),
                "\(line)")
            var settings = PassportSettings()
            settings.access = .bac
            settings.activeAuthentication = setting
            settings.activeAuthenticationKey = key.pkcs8
            let document = try PassportDocument(settings)
            #expect(document.files[.dg15] == owner.bytes("dg15"))
            #expect(document.files[.dg14] == TLV.encode(0x6E, DER.setOf([line.bytes("info")])))
            count += 1
        }
        #expect(count == 44)
    }

    @Test func `RSA signatures are those of the recomputed lines`() throws {
        let lines = vectorFile("active-authentication.txt")
        let keys = Dictionary(uniqueKeysWithValues: lines.map { ($0.text("name"), $0) })
        let digests: [String: DigestAlgorithm] = [
            "BC": .sha1, "33CC": .sha1, "38CC": .sha224, "34CC": .sha256, "36CC": .sha384, "35CC": .sha512,
        ]
        var count = 0
        for line in lines where line.text("kind") == "rsa" && line.text("expected") == "accepted" {
            let owner = try #require(keys[line.text("key")])
            let key = try PrivateKey(
                rsaPrimes: owner.bytes("p"), owner.bytes("q"), exponent: try #require(UInt(owner.text("e"))))
            let setting = ActiveAuthenticationSetting(
                digest: try #require(digests[line.text("trailer")]), longTrailer: line.text("trailer") == "33CC")
            func sign(_ form: ActiveAuthenticationSetting.SignatureForm) throws -> [UInt8] {
                var setting = setting
                setting.form = form
                return try ActiveAuthenticationKey(key, setting)
                    .sign(line.bytes("challenge"), random: .scripted([line.bytes("m1")]))
            }
            let (plain, smaller) = (try sign(.standard), try sign(.smaller))
            if line.text("form") == "s" { #expect(plain == line.bytes("signature"), "\(line)") }
            // The other form is n - s; the smaller of the two is what annex B.4 sends.
            #expect([plain, smaller].contains(line.bytes("signature")) || plain == smaller, "\(line)")
            #expect(!plain.lexicographicallyPrecedes(smaller))
            count += 1
        }
        #expect(count > 40)
    }

    // MARK: - Conversations

    static let settings = [
        "rsa1024,sha1", "rsa1024,sha1,33cc", "rsa1280,sha224", "rsa1536,sha256,b4", "rsa1792,sha384", "rsa1848,sha512",
        "p192,sha224", "bp256,sha256", "p384,sha384,der", "p521,sha512", "bp512,sha512,der", "bp320,sha1",
    ]

    @Test(arguments: settings)
    func `the signature is that of the key in EF_DG15`(text: String) throws {
        let (terminal, document) = try open("aa=\(text)")
        let key = try publicKey(terminal)
        let setting = try #require(ActiveAuthenticationSetting(text))
        let first = try terminal.success(Self.command())
        let infos = try #require(try document.files.parsed(EFDG14.self)).securityInfos
        switch setting.key {
        case .rsa(let bits):
            #expect(infos.activeAuthentication.isEmpty)
            #expect(first.count == bits / 8)
            #expect(try terminal.success(Self.command()) != first)
            var recovered = try key.recovered(fromRSASignature: first)
            if recovered.last.map({ $0 & 0xF }) != 0xC {
                recovered = try complement(recovered, key)
            }
            let trailerCount = setting.digest == .sha1 && !setting.longTrailer ? 1 : 2
            #expect(recovered.first == 0x6A)
            let own = recovered.dropFirst().dropLast(setting.digest.byteCount + trailerCount)
            let hash = setting.digest.hash(own + Self.challenge)
            #expect(Array(recovered.dropLast(trailerCount).suffix(hash.count)) == hash)
        case .curve:
            let algorithm: SignatureAlgorithm =
                setting.form == .der ? .ecdsa(setting.digest) : .plainECDSA(setting.digest)
            #expect(try key.verify(signature: first, of: Self.challenge, algorithm: algorithm))
            #expect(
                infos.activeAuthentication.map(\.signatureAlgorithm)
                    == [SignatureAlgorithm.plainECDSA(setting.digest).identifier.algorithm])
        }
        #expect(try terminal.readFile(0x0101) == document.files[.dg1])
    }

    /// n - value.
    private func complement(_ value: [UInt8], _ key: PublicKey) throws -> [UInt8] {
        var reader = TLVReader(key.subjectPublicKey, in: "key")
        var contents = try reader.next().contents("key")
        let modulus = try contents.next().unsigned("key")
        var borrow = 0
        return zip(modulus, value).reversed().map { left, right in
            let difference = Int(left) - Int(right) - borrow
            borrow = difference < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: difference)
        }.reversed()
    }

    // MARK: - Lengths

    @Test(arguments: [
        ("6700", ResponseAPDU(status: 0x6700)), ("6C", ResponseAPDU(status: 0x6C00)),
    ])
    func `a signature that does not fit a short answer is refused`(policy: String, expected: ResponseAPDU) throws {
        let (terminal, _) = try open("aa=rsa2048&longAnswer=\(policy)")
        #expect(try terminal.protected(Self.command()) == expected)
        #expect(try terminal.protected(Self.command(Self.challenge, .upTo(255))) == expected)
        #expect(try terminal.protected(Self.command(Self.challenge, .upTo(256)), .extended).data.count == 256)
    }

    @Test func `a signature that does not fit comes in pieces of the protected answer`() throws {
        let (terminal, _) = try open("aa=rsa2048&longAnswer=61")
        let key = try publicKey(terminal)
        let first = terminal.send(try terminal.protectedBytes(Self.command()))
        // 87 82 0109 01 …, 99, 8E: 283 bytes.
        #expect(first.data.count == 256 && first.status == 0x611B)
        let second = terminal.send(hex("00C0000010"))
        #expect(second.data.count == 16 && second.status == 0x610B)
        let third = terminal.send(hex("00C000000B"))
        #expect(third.data.count == 11 && third.status == .success)
        var codec = try #require(terminal.codec)
        let plain = try codec.unprotect(
            ResponseAPDU(data: first.data + second.data + third.data, status: third.status))
        terminal.codec = codec
        #expect(try key.recovered(fromRSASignature: plain.data).first == 0x6A)
        #expect(try terminal.readFile(0x011E).first == 0x60)
        #expect(terminal.status("00C0000010") == 0x6D00)
    }

    @Test func `the pieces are dropped when another command comes`() throws {
        let (terminal, _) = try open("aa=rsa2048&longAnswer=61")
        #expect(terminal.send(try terminal.protectedBytes(Self.command())).status == 0x611B)
        #expect(terminal.status("00A4000C") == .success)
        #expect(terminal.status("00C000001B") == 0x6D00)
    }

    @Test(arguments: [("00C0010010", 0x6A86 as StatusWord), ("00C00000", 0x6700), ("00C0000002AAAA10", 0x6A86)])
    func `GET RESPONSE in another form ends the answer`(text: String, expected: StatusWord) throws {
        let (terminal, _) = try open("aa=rsa2048&longAnswer=61")
        #expect(terminal.send(try terminal.protectedBytes(Self.command())).status == 0x611B)
        #expect(terminal.status(text) == expected)
        #expect(terminal.status("00C000001B") == 0x6D00)
    }

    @Test func `an answer may be cut off`() throws {
        let (terminal, _) = try open("aa=rsa2048&longAnswer=cut")
        #expect(try terminal.protected(Self.command()).data.count == 231)
        #expect(try terminal.protected(Self.command(), .extended).data.count == 256)
    }

    @Test func `without access control it runs plainly`() throws {
        let chip = try PassportSimulator.make(
            name: "passport-plain", settingsText: "aa=rsa4096&longAnswer=61", random: .seeded(1)
        ).chip
        let terminal = Terminal(chip)
        let first = terminal.send(hex("0088000008 0123456789ABCDEF 00"))
        #expect(first.data.count == 256 && first.status == 0x6100)
        #expect(terminal.send(hex("00C0000000")).data.count == 256)
        #expect(terminal.send(hex("0088000008 0123456789ABCDEF 10")).status == 0x6100)
        #expect(terminal.send(hex("00880000000008 0123456789ABCDEF 0000")).data.count == 512)
    }

    // MARK: - Refusals

    static let refusals: [(text: String, command: CommandAPDU, expected: StatusWord)] = [
        ("seven octets", command(Array(challenge.dropLast())), 0x6700),
        ("nine octets", command(challenge + [0]), 0x6700),
        ("no octets", command([]), 0x6700),
        ("P1", CommandAPDU(ins: 0x88, p1: 1, data: challenge, expected: .asMuchAsPossible), 0x6A86),
        ("no Le", command(challenge, .nothing), 0x6700),
        ("Le too small", command(challenge, .upTo(127)), 0x6700),
        ("Le as long as the signature", command(challenge, .upTo(128)), 0x9000),
    ]

    @Test(arguments: refusals)
    func `a wrong command is refused`(text: String, command: CommandAPDU, expected: StatusWord) throws {
        let (terminal, _) = try open("aa=rsa1024")
        #expect(try terminal.protected(command).status == expected)
        #expect(try terminal.readFile(0x0101).count == 93)
    }

    @Test func `it is refused before access control, and unknown without a key`() throws {
        let command = "0088000008 0123456789ABCDEF 00"
        let chip = try PassportSimulator.make(name: "passport", settingsText: "aa=bp256").chip
        #expect(Terminal(chip).status(command) == 0x6982)
        #expect(try Terminal(PassportSimulator.make(name: "passport").chip).status(command) == 0x6D00)
    }

    @Test(.enabled(if: folder != nil, "INLAY_CORPUS names no folder with field data"))
    func `the private keys of the BSI's reference data set work`() throws {
        let folder = try #require(Self.folder).appendingPathComponent("emrtd/bin/bsi_tr03105_5")
        func file(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: folder.appendingPathComponent(name)))
        }
        let files: LDSFiles = [
            .dg1: try file("Datagroup1.bin"), .dg14: try file("Datagroup14.bin"), .dg15: try file("Datagroup15.bin"),
        ]
        var settings = PassportSettings()
        settings.access = .bac
        settings.activeAuthentication = ActiveAuthenticationSetting(digest: .sha1)
        settings.activeAuthenticationKey = SecretBytes(try file("DG15_sk.pkcs8"))
        settings.chipAuthenticationKeys = [SecretBytes(try file("DG14_sk.pkcs8"))]
        let terminal = Terminal(try PassportChip(files: files, settings: settings, random: .seeded(2)))
        try terminal.openWithBasicAccess("C11T002JM496081222310314")
        let signature = try terminal.success(Self.command())
        #expect(try publicKey(terminal).recovered(fromRSASignature: signature).last == 0xBC)
        let info = try #require(try files.parsed(EFDG14.self)?.securityInfos.chipAuthenticationPublicKeys.first)
        try terminal.authenticateChip(
            .tripleDES, .brainpoolP224r1, publicKey: #require(ChipKey.publicKey(in: info.publicKey.encoded)),
            commands: .kat)
        #expect(try terminal.readFile(0x0101) == files[.dg1])
    }

    private static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { URL(fileURLWithPath: $0) }
}
