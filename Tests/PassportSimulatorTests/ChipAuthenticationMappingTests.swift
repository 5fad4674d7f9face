import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// PACE with Chip Authentication Mapping, and EF.CardSecurity behind it (9303-11 §4.4.3.5, §9.2.12).
struct ChipAuthenticationMappingTests {
    private func issue(_ text: String) throws -> (Terminal, PassportDocument) {
        let made = try PassportSimulator.make(name: "passport-cam", settingsText: text, random: .seeded(31))
        return (Terminal(made.chip), made.document)
    }

    @Test(arguments: ["", "pace=cam,aes256,p521;gm", "pace=cam,bp384,explicit;gm", "pace=cam,12&ca=3des,p256;aes128,0"])
    func `what the chip proves is the key in EF_CardSecurity`(text: String) throws {
        let (terminal, document) = try issue(text)
        var settings = PassportSettings()
        settings.pace = [PACESetting(mapping: .chipAuthentication)]
        try settings.apply(text)
        let setting = settings.pace[0]
        let number = PACEOffer(setting).parameterID
        let result = try terminal.openWithPACE(setting, password: 1, secret: PACESetting.secret(of: document))
        let quotient = try #require(result.objects[0x8A])
        #expect(quotient.count == setting.parameters.curve?.orderByteCount)

        let file = try terminal.readFile(0x011D)
        #expect(file == document.files[.cardSecurity])
        let signed = try SignedData(parsing: file)
        #expect(signed.contentType == .cardSecurityObject)
        let verdict = signed.verify(try #require(signed.signers.first))
        #expect(verdict.outcome == .valid && verdict.deviations.isEmpty)
        #expect(verdict.certificate?.der == document.signerCertificate)

        let infos = try SecurityInfos(parsing: #require(signed.content))
        let info = try #require(infos.chipAuthenticationPublicKeys.first { $0.keyID == number })
        #expect(infos.chipAuthentication.contains { $0.keyID == number })
        let access = try #require(try document.files.parsed(EFCardAccess.self)).securityInfos
        #expect(access.entries(missingIn: infos).isEmpty)
        let group = result.group
        let key = try group.element(decoding: #require(ChipKey.publicKey(in: info.publicKey.encoded)))
        // CA_IC · PK_IC = PK_Map,IC
        #expect(try group.encoded(group.raise(key, by: SecretBytes(quotient))) == result.mappingKey)
    }

    @Test func `the key also serves Chip Authentication`() throws {
        let (terminal, document) = try issue("")
        try terminal.openWithPACE(
            PACESetting(mapping: .chipAuthentication), password: 1, secret: PACESetting.secret(of: document))
        let infos = try #require(try document.files.parsed(EFDG14.self)).securityInfos
        let info = try #require(infos.chipAuthenticationPublicKeys.first)
        try terminal.authenticateChip(
            .aes128, .brainpoolP256r1, publicKey: #require(ChipKey.publicKey(in: info.publicKey.encoded)), keyID: 13)
        try terminal.success(Terminal.selectApplication)
    }

    @Test func `EF_CardSecurity is closed before PACE, and behind BAC`() throws {
        let (terminal, document) = try issue("")
        #expect(terminal.status("00A4020C02011D") == 0x6982)
        #expect(terminal.status("00B09D0000") == 0x6982)
        try terminal.openWithBasicAccess(document.mrzInformation)
        #expect(try terminal.protected(.init(ins: 0xA4, p1: 0, p2: 0x0C, data: hex("3F00"))).status == .success)
        #expect(try terminal.protected(Terminal.select(0x011D)).status == 0x6982)
    }

    @Test func `data object 8A comes with this mapping only`() throws {
        let (terminal, document) = try issue("")
        let result = try terminal.openWithPACE(
            PACESetting(), password: 1, secret: PACESetting.secret(of: document))
        #expect(Set(result.objects.keys) == [0x86])
    }

    @Test func `without the private key the mapping is not offered`() throws {
        let (_, document) = try issue("")
        let chip = try PassportSimulator.make(files: document.files)
        #expect(Terminal(chip).status("0022C1A412 800A04007F00070202040602 830101 84010D") == 0x6A80)
        #expect(Terminal(chip).status("0022C1A412 800A04007F00070202040202 830101 84010D") == 0x9000)
    }
}
