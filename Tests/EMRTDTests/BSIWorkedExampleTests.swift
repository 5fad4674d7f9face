import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

/// BSI's worked examples of Extended Access Control version 2, whose certificates, PACE and signature are those of
/// version 1 (TR-03110, as transcribed in frankmorgner/openpace).
@Suite(.enabled(if: Corpus.isThere, Corpus.notice))
struct BSIWorkedExampleTests {
    private struct Example {
        let values: [String: String]
        let agreement: KeyAgreement
        let certificates: [CVCertificate]

        init(_ section: String) throws {
            values = try Corpus.vectors("bsi-eac2.json", section)
            agreement = section == "dh" ? .dh : .ecdh
            let names = [section == "dh" ? "cvca" : "cvca_cert", "dv_cert", "ta_cert"]
            var certificates: [CVCertificate] = []
            for name in names { certificates.append(try CVCertificate(parsing: hex(values[name] ?? ""))) }
            self.certificates = certificates
        }

        func bytes(_ name: String) -> [UInt8] { hex(values[name] ?? "") }

        func chain() throws -> (CVCertificateChain, PrivateKey) {
            let credentials = try TerminalCredentials(
                certificateFiles: [certificates.reversed().flatMap { $0.encoded() }],
                privateKeyFile: bytes("ta_pcd_key"))
            let trust = try #require(certificates.first).body.holderReference
            return (try credentials.chain(for: [trust]), credentials.privateKey)
        }
    }

    @Test(arguments: ["ecdh", "dh"]) func `the signatures of all certificates are valid`(section: String) throws {
        let example = try Example(section)
        var authority = try CVSignatureKey(try #require(example.certificates.first).body.publicKey)
        for certificate in example.certificates {
            #expect(try authority.signed(certificate), "\(certificate)")
            authority = try CVSignatureKey(certificate.body.publicKey, inheriting: authority.curve)
            var altered = certificate.signature
            altered[0] ^= 1
            #expect(try !authority.signed(CVCertificate(body: certificate.body, signature: altered)))
        }
    }

    @Test(arguments: ["ecdh", "dh"]) func `the chain is found, and its oddities are noted`(section: String) throws {
        let example = try Example(section)
        let (chain, _) = try example.chain()
        #expect(chain.certificates == Array(example.certificates.dropFirst()))
        // The authority's certificate is for inspection systems, the others are for authentication terminals.
        #expect(chain.authorization?.rights.map(\.title) == ["use the CAN", "read DG1 of the eID application"])
        if section == "dh" {
            #expect(chain.notes.contains { if case .algorithmOutsideDoc9303 = $0 { true } else { false } })
        } else {
            #expect(chain.notes.isEmpty)
        }
    }

    @Test(arguments: ["ecdh", "dh"]) func `the terminal's signature is BSI's`(section: String) throws {
        let example = try Example(section)
        let (chain, key) = try example.chain()
        var external: [UInt8] = []
        let link = AnsweringLink { command in
            if command[1] == 0x82 { external = command }
            return command[1] == 0x84 ? example.bytes("ta_nonce") + [0x90, 0x00] : [0x90, 0x00]
        }
        var report = TerminalAuthenticationReport()
        let chipKey = EphemeralPublicKey(example.bytes("picc_pub_key"), example.agreement)
        let terminalKey = EphemeralPublicKey(example.bytes("ca_pcd_pub_key"), example.agreement)
        try TerminalAuthentication(chain, privateKey: key).run(
            on: LinkChannel(link), chipReference: .paceKey(chipKey), terminalPublicKey: terminalKey, report: &report)
        #expect(report.outcome == .authenticated)
        let signature = example.bytes("ta_pcd_signature")
        if section == "dh" {
            // PKCS #1 version 1.5 leaves no choice.
            #expect(external == [0x00, 0x82, 0x00, 0x00, 0x80] + signature)
        }
        let input = chipKey.compressed + example.bytes("ta_nonce") + terminalKey.compressed
        let algorithm: SignatureAlgorithm = section == "dh" ? .rsaPKCS1(.sha1) : .plainECDSA(.sha512)
        for candidate in [signature, Array(external.dropFirst(5))] {
            #expect(
                try key.publicKey.verify(signature: candidate, of: input, algorithm: algorithm), "\(candidate.count)")
        }
    }

    /// PACE with the PIN 123456 and elliptic curves; the example's exponents for DH are longer than the order.
    @Test func `PACE with a PIN runs byte for byte`() throws {
        let example = try Example("ecdh")
        func object(_ tag: Octets.Tag, _ name: String) -> [UInt8] {
            TLV.encode(0x7C, TLV.encode(tag, example.bytes(name)))
        }
        func step(_ cla: UInt8, _ data: [UInt8], _ answer: [UInt8]) -> ScriptedLink.Line {
            let command = CommandAPDU(cla: cla, ins: 0x86, data: data, expected: .asMuchAsPossible)
            return .init(command: command.encoded(command.shortestForm) ?? [], answer: answer + [0x90, 0x00])
        }
        let keys = SessionKeys(
            cipher: .aes128, encryption: SecretBytes(example.bytes("k_enc")),
            authentication: SecretBytes(example.bytes("k_mac")))
        var terminal = SecureMessagingCodec(keys: keys)
        var chip = terminal
        let select = CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: example.bytes("d1"))
        let protected = try terminal.protect(select)
        // E1 and A1 of the example: the reference under secure messaging, and the answer to it.
        #expect(Array(protected.data.prefix(3)) == [0x87, 0x11, 0x01])
        #expect(Array(protected.data.dropFirst(3).prefix(16)) == example.bytes("e1"))
        _ = try chip.unprotect(command: protected)
        let answer = try chip.protect(response: ResponseAPDU(status: 0x9000))
        #expect(answer.data == example.bytes("ad1") + [0x8E, 0x08] + example.bytes("a1"))
        let link = ScriptedLink([
            .init(command: hex("0022C1A412800A04007F0007020204020283010384010D"), answer: [0x90, 0x00]),
            step(0x10, [0x7C, 0x00], object(0x80, "nonce_enc")),
            step(0x10, object(0x81, "map_pcd_pub_key"), object(0x82, "map_picc_pub_key")),
            step(0x10, object(0x83, "pcd_pub_key"), object(0x84, "picc_pub_key")),
            step(0x00, object(0x85, "authentication_token_pcd"), object(0x86, "authentication_token_picc")),
            .init(command: protected.encoded(.short) ?? [], answer: answer.encoded),
        ])
        let infos = try EFCardAccess(parsing: example.bytes("ef_cardaccess")).securityInfos
        let configuration = try #require(PACEConfiguration.usable(in: infos).first)
        let access = PACE(
            configuration: configuration, password: .pin, secret: SecretBytes("123456".utf8),
            random: .scripted(["map_pcd_priv_key", "pcd_priv_key"].map { Array(example.bytes($0).suffix(32)) }))
        let opened = try access.open(LinkChannel(link))
        #expect(opened.chipPublicKey?.octets == example.bytes("picc_pub_key"))
        #expect(opened.terminalPublicKey?.octets == example.bytes("pcd_pub_key"))
        #expect(try opened.channel.transmit(select).status == 0x9000)
        #expect(link.isFinished)
    }
}
