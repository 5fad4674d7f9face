import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// Terminal Authentication from outside, with the simulated authority (9303-11 §7.1).
struct TerminalAuthenticationTests {
    /// A chip, its document, and the authority behind it.
    private struct Desk {
        let terminal: Terminal
        let document: PassportDocument
        let pki: SimulatorPKI
        let setting: TerminalAuthenticationSetting

        init(_ text: String = "") throws {
            var settings = try #require(PassportSimulator.entries.first { $0.name == "passport-eac" }).settings
            try settings.apply(text)
            let made = try PassportSimulator.make(settings, random: .seeded(51))
            (terminal, document) = (Terminal(made.chip), made.document)
            pki = try SimulatorPKI(settings)
            setting = try #require(settings.terminalAuthentication)
        }

        /// Runs Chip Authentication; Comp of the terminal's key.
        func authenticateChip() throws -> [UInt8] {
            let infos = try #require(try document.files.parsed(EFDG14.self)).securityInfos
            let info = try #require(infos.chipAuthenticationPublicKeys.first)
            let key = try #require(ChipKey.publicKey(in: info.publicKey.encoded))
            let own = try terminal.authenticateChip(.aes128, .brainpoolP256r1, publicKey: key, keyID: info.keyID)
            return Array(own.dropFirst().prefix(32))
        }

        /// The document number with its check digit.
        var number: [UInt8] { Array(document.machineReadableZone[1].utf8.prefix(10)) }

        /// BAC, Chip Authentication, and a terminal of Utopia.
        func openAll() throws {
            try terminal.openWithBasicAccess(document.mrzInformation)
            let own = try authenticateChip()
            try terminal.send([pki.domestic.verifier, pki.domestic.terminal], issuer: pki.authority)
            try terminal.authenticate(as: pki.domestic.terminal, setting, chip: number, ownKey: own)
        }
    }

    @Test(arguments: ["", "ta=rsa1024", "ta=p256,sha1", "ta=bp384,sha384", "ta=rsa1536,sha512", "ta=rsa1280,v15"])
    func `it opens fingerprints and irises behind BAC`(text: String) throws {
        let desk = try Desk(text)
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(try desk.terminal.protected(Terminal.select(0x0103)).status == 0x6982)
        try desk.openAll()
        #expect(try desk.terminal.readFile(0x0103) == desk.document.files[.dg3])
        #expect(try desk.terminal.readFile(0x0104) == desk.document.files[.dg4])
        #expect(try desk.terminal.readFile(0x0101) == desk.document.files[.dg1])
    }

    @Test(arguments: ["", "pace=im,aes256,p521", "pace=0", "pace=cam;gm"])
    func `behind PACE the chip is named by its ephemeral key`(text: String) throws {
        let desk = try Desk(text)
        var settings = PassportSettings()
        try settings.apply(text)
        let result = try desk.terminal.openWithPACE(
            settings.pace[0], password: 1, secret: PACESetting.secret(of: desk.document))
        let chip = try result.group.compressed(result.group.element(decoding: result.chipKey))
        var own = try result.group.compressed(result.group.element(decoding: result.ownKey))
        if settings.pace[0].mapping != .chipAuthentication { own = try desk.authenticateChip() }
        try desk.terminal.success(Terminal.selectApplication)
        try desk.terminal.send([desk.pki.domestic.verifier, desk.pki.domestic.terminal], issuer: desk.pki.authority)
        try desk.terminal.authenticate(as: desk.pki.domestic.terminal, desk.setting, chip: chip, ownKey: own)
        #expect(try desk.terminal.readFile(0x0103) == desk.document.files[.dg3])
    }

    @Test(arguments: [UInt8(1), 2])
    func `first chips with PACE are named by what is printed on them`(password: UInt8) throws {
        let desk = try Desk("ta=static")
        let number = try #require(desk.document.cardAccessNumber)
        try desk.terminal.openWithPACE(
            PACESetting(), password: password,
            secret: password == 1 ? PACESetting.secret(of: desk.document) : SecretBytes(Array(number.utf8)))
        let own = try desk.authenticateChip()
        try desk.terminal.success(Terminal.selectApplication)
        try desk.terminal.send([desk.pki.domestic.verifier, desk.pki.domestic.terminal], issuer: desk.pki.authority)
        try desk.terminal.authenticate(
            as: desk.pki.domestic.terminal, desk.setting, chip: password == 1 ? desk.number : Array(number.utf8),
            ownKey: own)
        #expect(try desk.terminal.readFile(0x0104) == desk.document.files[.dg4])
    }

    @Test func `PACE with a CHAT names the trusted keys`() throws {
        let desk = try Desk()
        let chat = hex("7F4C0E 0609 04007F000703010201 53013F")
        let secret = PACESetting.secret(of: desk.document)
        let first = try desk.terminal.openWithPACE(PACESetting(), password: 1, secret: secret, chat: chat)
        #expect(first.objects[0x87] == Array(desk.pki.authority.reference.utf8))
        #expect(first.objects[0x88] == nil)
        try desk.terminal.send([desk.pki.link], issuer: desk.pki.authority)
        desk.terminal.restart()
        let second = try desk.terminal.openWithPACE(PACESetting(), password: 1, secret: secret, chat: chat)
        #expect(second.objects[0x87] == Array(desk.pki.link.reference.utf8))
        #expect(second.objects[0x88] == Array(desk.pki.authority.reference.utf8))
        desk.terminal.restart()
        let third = try desk.terminal.openWithPACE(PACESetting(), password: 1, secret: secret)
        #expect(Set(third.objects.keys) == [0x86])
    }

    @Test func `EF_CVCA names the trusted keys, and a link certificate changes it for good`() throws {
        let desk = try Desk()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        let one = TLV.encode(0x42, Array(desk.pki.authority.reference.utf8))
        let two = TLV.encode(0x42, Array(desk.pki.link.reference.utf8)) + one
        #expect(try desk.terminal.readFile(0x011C) == one + [UInt8](repeating: 0, count: 36 - one.count))
        try desk.terminal.send([desk.pki.link], issuer: desk.pki.authority)
        desk.terminal.restart()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(try desk.terminal.success(Terminal.read(shortIdentifier: 0x1C, .upTo(36))).starts(with: two))
        let own = try desk.authenticateChip()
        try desk.terminal.send([desk.pki.next.verifier, desk.pki.next.terminal], issuer: desk.pki.link)
        try desk.terminal.authenticate(as: desk.pki.next.terminal, desk.setting, chip: desk.number, ownKey: own)
        #expect(try desk.terminal.readFile(0x0103) == desk.document.files[.dg3])
    }

    @Test func `EF_CVCA may lie elsewhere, as EF_DG14 says`() throws {
        let desk = try Desk("ta=fid=0119")
        let infos = try #require(try desk.document.files.parsed(EFDG14.self)).securityInfos
        #expect(infos.terminalAuthentication.first?.fileIdentifier == 0x0119)
        #expect(infos.terminalAuthentication.first?.shortFileIdentifier == 0x19)
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(try desk.terminal.readFile(0x0119).count == 36)
        #expect(try desk.terminal.protected(Terminal.select(0x011C)).status == 0x6A82)
    }

    @Test func `the rights are gone with the session`() throws {
        let desk = try Desk()
        try desk.openAll()
        desk.terminal.restart()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(try desk.terminal.protected(Terminal.select(0x0103)).status == 0x6982)
        try desk.openAll()
        #expect(try desk.terminal.readFile(0x0103) == desk.document.files[.dg3])
    }

    @Test func `the chip's date moves with certificates of its own state only`() throws {
        let desk = try Desk()
        let later = try SimulatorPKI(
            {
                var settings = try #require(PassportSimulator.entries.first { $0.name == "passport-eac" }).settings
                settings.issued = nil
                return settings
            }(), at: Moment(year: 2025, month: 6, day: 1))
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(desk.terminal.chip.terminalAuthority?.today == CVDate(try #require(Moment(isoDate: "2024-03-12"))))
        try desk.terminal.send([later.domestic.verifier, later.domestic.terminal], issuer: later.authority)
        #expect(desk.terminal.chip.terminalAuthority?.today.digits == [2, 5, 0, 6, 0, 1])
        // Certificates of the day of issue have run out by now.
        try desk.terminal.success(Terminal.setVerificationKey(desk.pki.authority.reference))
        #expect(
            try desk.terminal.protected(Terminal.verifyCertificate(desk.pki.domestic.verifier.certificate)).status
                == 0x6300)
    }

    // MARK: - Wrong order

    @Test func `each step needs the one before`() throws {
        let desk = try Desk()
        let terminal = desk.terminal
        let pki = desk.pki
        #expect(terminal.status("002281B6 0D830B 5554435643413030303031") == 0x6982)
        try terminal.openWithBasicAccess(desk.document.mrzInformation)
        #expect(try terminal.protected(Terminal.setTerminal(pki.domestic.terminal.reference)).status == 0x6A88)
        #expect(try terminal.protected(Terminal.verifyCertificate(pki.domestic.verifier.certificate)).status == 0x6985)
        #expect(try terminal.protected(Terminal.setVerificationKey("UTNOBODY00001")).status == 0x6A88)
        #expect(try terminal.protected(Terminal.setVerificationKey("")).status == 0x6A80)
        try terminal.success(Terminal.setVerificationKey(pki.authority.reference))
        #expect(try terminal.protected(Terminal.verifyCertificate(pki.domestic.terminal.certificate)).status == 0x6A88)
        // A selected key is good for one certificate.
        #expect(try terminal.protected(Terminal.verifyCertificate(pki.domestic.verifier.certificate)).status == 0x6985)
        try terminal.send([pki.domestic.verifier, pki.domestic.terminal], issuer: pki.authority)
        #expect(try terminal.protected(Terminal.setTerminal(pki.domestic.verifier.reference)).status == 0x6A88)
        try terminal.success(Terminal.setTerminal(pki.domestic.terminal.reference))
        let challenge = try terminal.success(Terminal.getChallenge)
        let early = try terminal.signature(
            pki.domestic.terminal, desk.setting, over: desk.number + challenge + [UInt8](repeating: 0, count: 32))
        #expect(try terminal.protected(early).status == 0x6982)

        let own = try desk.authenticateChip()
        let without = try terminal.signature(
            pki.domestic.terminal, desk.setting, over: desk.number + challenge + own)
        #expect(try terminal.protected(without).status == 0x6985)
        try terminal.authenticate(as: pki.domestic.terminal, desk.setting, chip: desk.number, ownKey: own)
        let again = try terminal.signature(
            pki.domestic.terminal, desk.setting, over: desk.number + terminal.success(Terminal.getChallenge) + own)
        #expect(try terminal.protected(again).status == 0x6982)
        #expect(try terminal.readFile(0x0103) == desk.document.files[.dg3])
    }

    @Test func `a wrong signature is refused and a right one goes on`() throws {
        let desk = try Desk()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        let own = try desk.authenticateChip()
        let member = desk.pki.domestic.terminal
        try desk.terminal.send([desk.pki.domestic.verifier, member], issuer: desk.pki.authority)
        try desk.terminal.success(Terminal.setTerminal(member.reference))
        let challenge = try desk.terminal.success(Terminal.getChallenge)
        let wrong = try desk.terminal.signature(member, desk.setting, over: challenge + own)
        #expect(try desk.terminal.protected(wrong).status == 0x6300)
        #expect(try desk.terminal.protected(Terminal.select(0x0103)).status == 0x6982)
        try desk.terminal.authenticate(as: member, desk.setting, chip: desk.number, ownKey: own)
        #expect(try desk.terminal.readFile(0x0103) == desk.document.files[.dg3])
    }

    static let malformed: [(text: String, command: CommandAPDU, expected: StatusWord)] = [
        ("P1 and P2", CommandAPDU(ins: 0x2A, p1: 0, p2: 0xAE, data: [0]), 0x6A86),
        ("no data", CommandAPDU(ins: 0x2A, p2: 0xBE), 0x6A80),
        ("no body", CommandAPDU(ins: 0x2A, p2: 0xBE, data: hex("5F3700")), 0x6A80),
        ("no signature", CommandAPDU(ins: 0x2A, p2: 0xBE, data: hex("7F4E00")), 0x6A80),
        ("bytes behind", CommandAPDU(ins: 0x2A, p2: 0xBE, data: hex("7F4E005F370000")), 0x6A80),
        ("an empty body", CommandAPDU(ins: 0x2A, p2: 0xBE, data: hex("7F4E005F3700")), 0x6A80),
        ("no name", CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: hex("8000")), 0x6A80),
        ("two names", CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: hex("830141830142")), 0x6A80),
        ("a name cut off", CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: hex("830541")), 0x6A80),
    ]

    @Test(arguments: malformed)
    func `what is malformed is refused and the session goes on`(
        text: String, command: CommandAPDU, expected: StatusWord
    ) throws {
        let desk = try Desk()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        try desk.terminal.success(Terminal.setVerificationKey(desk.pki.authority.reference))
        #expect(try desk.terminal.protected(command).status == expected)
        #expect(try desk.terminal.readFile(0x0101) == desk.document.files[.dg1])
    }

    @Test func `a certificate cut off anywhere is refused`() throws {
        let desk = try Desk()
        try desk.terminal.openWithBasicAccess(desk.document.mrzInformation)
        let whole = Terminal.verifyCertificate(desk.pki.domestic.verifier.certificate).data
        for count in whole.indices {
            try desk.terminal.success(Terminal.setVerificationKey(desk.pki.authority.reference))
            let command = CommandAPDU(ins: 0x2A, p2: 0xBE, data: Array(whole.prefix(count)))
            #expect(try desk.terminal.protected(command).status == 0x6A80, "\(count) bytes")
        }
    }

    @Test func `a chip without it does not know its commands`() throws {
        let made = try PassportSimulator.make(name: "passport", random: .seeded(1))
        let terminal = Terminal(made.chip)
        try terminal.openWithBasicAccess(made.document.mrzInformation)
        #expect(try terminal.protected(Terminal.setVerificationKey("UTCVCA00001")).status == 0x6D00)
        #expect(try terminal.protected(CommandAPDU(ins: 0x2A, p2: 0xBE, data: [0])).status == 0x6D00)
        #expect(try terminal.protected(Terminal.getChallenge).status == 0x6985)
    }
}
