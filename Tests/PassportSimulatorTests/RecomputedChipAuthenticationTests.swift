import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// The chip's side of Chip Authentication as it was recomputed in Python from Doc 9303-11.
struct RecomputedChipAuthenticationTests {
    @Test func `every line is answered as it says`() throws {
        let lines = vectorFile("chip-authentication.txt").filter { $0.text("expected") == "accepted" }
        #expect(lines.count > 200)
        // Lines without an EF.DG14 of their own are about the like key.
        for values in lines {
            let parameters = try #require(
                Int(values.text("id")).flatMap(StandardizedDomainParameters.init(rawValue:)))
            let key = try ChipKey(parameters, secret: SecretBytes(values.bytes("skic")))
            #expect(key.publicKey == values.bytes("pkic"), "\(values)")
            var setting = ChipAuthenticationSetting(
                cipher: try #require(BlockCipher(settingsName: values.text("cipher"))), parameters: parameters,
                keyID: Int(values.text("keyid")))
            setting.keyForm = try #require(ChipAuthenticationSetting.KeyForm(rawValue: values.text("form")))
            var settings = PassportSettings()
            settings.access = .bac
            settings.chipAuthentication = [setting]
            settings.chipAuthenticationKeys = [try key.pkcs8()]
            let secrets = try ChipSecrets(given: settings)

            let infos = DER.setOf(try ChipAuthenticationPlan.securityInfos(settings, secrets))
            let group = TLV.encode(0x6E, infos)
            if values.text("dg14") != "-" { #expect(group == values.bytes("dg14"), "\(values)") }

            let chip = PassportChip(
                contents: try ChipContents(
                    files: [.dg14: group], mrzInformation: "", settings: settings, secrets: secrets),
                settings: settings, random: .seeded(1))
            try run(values, on: chip)
        }
    }

    /// Both commands in a session with keys of its own, then the first exchange with the new ones.
    private func run(_ values: VectorLine, on chip: PassportChip) throws {
        let old = SessionKeys(
            cipher: .aes192, encryption: SecretBytes([UInt8](repeating: 7, count: 24)),
            authentication: SecretBytes([UInt8](repeating: 8, count: 24)))
        chip.session.directory = .lds1Application
        chip.session.begin(old, with: .basicAccess)
        chip.session.proceed()
        var codec = SecureMessagingCodec(keys: old)
        for (name, data) in [("command1", hex("")), ("command2", hex("7C00"))] where values.text(name) != "-" {
            var command = try CommandAPDU(parsing: values.bytes(name))
            command.expected = command.ins == 0x86 ? .asMuchAsPossible : .nothing
            let protected = try codec.protect(command)
            let answer = chip.handle(command: protected.encoded(protected.shortestForm) ?? [])
            let plain = try codec.unprotect(
                ResponseAPDU(data: answer.dropLast(2), status: .success))
            #expect(plain == ResponseAPDU(data: data, status: .success), "\(values) \(name)")
        }
        let answer = chip.handle(command: values.bytes("protected"))
        #expect(Hex.string(answer) == values.text("protectedresponse"), "\(values)")
    }
}
