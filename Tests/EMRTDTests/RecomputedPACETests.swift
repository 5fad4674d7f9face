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

/// PACE with generic mapping, recomputed in Python from 9303-11 §4.4 (Tests/Foreign/make_vectors.py).
struct RecomputedPACETests {
    private static let ciphers: [String: SessionCipher] = [
        "3des": .tripleDES, "aes128": .aes128, "aes192": .aes192, "aes256": .aes256,
    ]

    @Test func `every curve and cipher runs byte for byte`() throws {
        let lines = vectorFile("pace-gm.txt")
        #expect(lines.count > 100)
        for line in lines { try run(line) }
    }

    private func run(_ line: VectorLine) throws {
        let cipher = try #require(Self.ciphers[line.text("cipher")])
        let id = try #require(Int(line.text("id")))
        let info = try #require(
            PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: cipher, parameterID: id))
        let configuration = try #require(PACEConfiguration(info))
        let secret = line.text("password").split(separator: ":", maxSplits: 1)
        let password: PACEPassword = secret.first == "mrz" ? .machineReadableZone : .cardAccessNumber

        func template(_ tag: Octets.Tag, _ value: [UInt8]) -> [UInt8] { TLV.encode(0x7C, TLV.encode(tag, value)) }
        func command(_ cla: UInt8, _ data: [UInt8]) -> [UInt8] {
            [cla, 0x86, 0, 0, UInt8(truncatingIfNeeded: data.count)] + data + [0]
        }
        let setup =
            TLV.encode(0x80, info.protocolOID.contents) + TLV.encode(0x83, [password.rawValue])
            + TLV.encode(0x84, [UInt8(id)])
        var script: [ScriptedLink.Line] = [
            .init(command: [0x00, 0x22, 0xC1, 0xA4, UInt8(setup.count)] + setup, answer: [0x90, 0x00]),
            .init(command: command(0x10, [0x7C, 0x00]), answer: template(0x80, line.bytes("z")) + [0x90, 0x00]),
            .init(
                command: command(0x10, template(0x81, line.bytes("pkmapifd"))),
                answer: template(0x82, line.bytes("pkmapic")) + [0x90, 0x00]),
            .init(
                command: command(0x10, template(0x83, line.bytes("pkifd"))),
                answer: template(0x84, line.bytes("pkic")) + [0x90, 0x00]),
            .init(
                command: command(0x00, template(0x85, line.bytes("tifd"))),
                answer: template(0x86, line.bytes("tic")) + [0x90, 0x00]),
        ]
        // The session that follows must have the keys of the vector.
        var codec = SecureMessagingCodec(
            keys: SessionKeys(
                cipher: configuration.cipher, encryption: SecretBytes(line.bytes("ksenc")),
                authentication: SecretBytes(line.bytes("ksmac"))))
        let read = CommandAPDU(ins: 0xB0, expected: .upTo(4))
        let protected = try codec.protect(read)
        _ = codec
        var chip = SecureMessagingCodec(
            keys: SessionKeys(
                cipher: configuration.cipher, encryption: SecretBytes(line.bytes("ksenc")),
                authentication: SecretBytes(line.bytes("ksmac"))))
        _ = try chip.unprotect(command: protected)
        let answer = try chip.protect(response: ResponseAPDU(data: [1, 2, 3, 4], status: 0x9000)).encoded
        script.append(.init(command: protected.encoded(.short) ?? [], answer: answer))

        let access = PACE(
            configuration: configuration, password: password,
            secret: SecretBytes(secret.last.map { Array($0.utf8) } ?? []),
            random: .scripted([line.bytes("skmapifd"), line.bytes("skifd")]))
        let channel = try access.open(LinkChannel(ScriptedLink(script)))
        #expect(try channel.transmit(read).data == [1, 2, 3, 4], "\(line)")
    }
}
