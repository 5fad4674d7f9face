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

/// Chip Authentication version 1, recomputed in Python from 9303-11 §6.2 (Tests/Foreign/make_vectors.py).
struct RecomputedChipAuthenticationTests {
    private static let ciphers: [String: SessionCipher] = [
        "3des": .tripleDES, "aes128": .aes128, "aes192": .aes192, "aes256": .aes256,
    ]

    @Test func `every curve, group, cipher and key id runs byte for byte`() throws {
        let lines = vectorFile("chip-authentication.txt")
        #expect(lines.count > 250)
        var refused = 0
        for line in lines {
            let infos = try securityInfos(line)
            let key = try #require(ChipAuthenticationKey.usable(in: infos).first, "\(line)")
            #expect(key.protocolOID.contents == line.bytes("oid"), "\(line)")
            var script: [ScriptedLink.Line] = []
            if line.text("variant") == "kat" {
                script.append(.init(command: line.bytes("command1"), answer: [0x90, 0x00]))
            } else {
                // With 3DES the reader asks for MSE:Set KAT first, which such a chip does not know.
                if key.cipher == .tripleDES {
                    let reference = Int(line.text("keyid")).map { TLV.encode(0x84, [UInt8($0)]) } ?? []
                    let setKAT = CommandAPDU(
                        ins: 0x22, p1: 0x41, p2: 0xA6, data: TLV.encode(0x91, line.bytes("pkifd")) + reference)
                    script.append(
                        .init(command: setKAT.encoded(setKAT.shortestForm) ?? [], answer: [0x6A, 0x86]))
                }
                script.append(.init(command: line.bytes("command1"), answer: [0x90, 0x00]))
                script.append(.init(command: line.bytes("command2"), answer: [0x7C, 0x00, 0x90, 0x00]))
            }
            script.append(.init(command: line.bytes("protected"), answer: line.bytes("protectedresponse")))
            let channel = LinkChannel(ScriptedLink(script))
            let run = ChipAuthentication(key, random: .scripted([line.bytes("skifd")]))
            guard case .agreed(let agreed) = try? run.run(on: channel, over: channel) else {
                Issue.record("not agreed: \(line)")
                continue
            }
            #expect(agreed.terminalPublicKey.octets == line.bytes("pkifd"), "\(line)")
            let command = try CommandAPDU(parsing: line.bytes("command"))
            if line.text("expected") == "accepted" {
                #expect(try agreed.channel.transmit(command).encoded == line.bytes("response"), "\(line)")
            } else {
                refused += 1
                let error = #expect(throws: CardError.self, "\(line)") { try agreed.channel.transmit(command) }
                #expect(error?.code == .secureMessagingBroken)
            }
        }
        #expect(refused > 20)
    }

    /// EF.DG14 of the line, or one with the key on standardized parameters where the line gives none.
    private func securityInfos(_ line: VectorLine) throws -> SecurityInfos {
        if line.text("dg14") != "-" { return try EFDG14(parsing: line.bytes("dg14")).securityInfos }
        let id = try #require(Int(line.text("id")))
        let cipher = try #require(Self.ciphers[line.text("cipher")])
        let agreement: KeyAgreement = id < 3 ? .dh : .ecdh
        let keyID = Int(line.text("keyid"))
        let point = line.bytes("pkic")
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(standardizedDomainParameters: id),
            publicKey: agreement == .dh ? DER.encode(unsigned: point) : point)
        return SecurityInfos([
            ChipAuthenticationInfo(keyAgreement: agreement, cipher: cipher, keyID: keyID).securityInfo,
            ChipAuthenticationPublicKeyInfo(keyAgreement: agreement, publicKey: key, keyID: keyID).securityInfo,
        ])
    }
}

struct ChipAuthenticationKeyTests {
    /// Field report B37: of two entries the one with a key is used, with that key's id.
    @Test func `an entry without a key is passed over`() throws {
        let infos = try EFDG14(
            parsing: hex(
                """
                6E81963181933012060A04007F000702020302010201010201073012060A04007F00070202030204020101020109
                3069060904007F0007020201023059301306072A8648CE3D020106082A8648CE3D03010703420004515C3D6EB9E3
                96B904D3FECA7F54FDCD0CC1E997BF375DCA515AD0A6C3B4035F4536BE3A50F318FBF9A5475902A221502BEF0D57
                E08C53B2CC0A56F17D9F9354020109
                """)
        ).securityInfos
        let keys = ChipAuthenticationKey.usable(in: infos)
        #expect(keys.map(\.cipher) == [.aes256])
        #expect(keys.map(\.keyID) == [9])
        let link = try ScriptedLink([("002241A40F800A04007F00070202030204840109", "6A88")])
        let key = try #require(keys.first)
        let channel = LinkChannel(link)
        guard case .refused(let step, let status) = try ChipAuthentication(key).run(on: channel, over: channel) else {
            Issue.record("a refused key was used")
            return
        }
        #expect(step == "Chip Authentication: MSE:Set AT" && status == 0x6A88)
    }

    @Test func `a key without a protocol is used with 3DES`() throws {
        let group = try ECGroup(.secp256r1)
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(standardizedDomainParameters: 12), publicKey: group.encoded(group.generator))
        let infos = SecurityInfos([
            ChipAuthenticationPublicKeyInfo(keyAgreement: .ecdh, publicKey: key).securityInfo
        ])
        let usable = ChipAuthenticationKey.usable(in: infos)
        #expect(usable.map(\.isInferred) == [true] && usable.map(\.cipher) == [.tripleDES])
    }

    @Test func `a key that is no point of its curve is not used`() throws {
        let group = try ECGroup(.secp256r1)
        var point = group.encoded(group.generator)
        point[64] ^= 1
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(standardizedDomainParameters: 12), publicKey: point)
        let infos = SecurityInfos([
            ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes128).securityInfo,
            ChipAuthenticationPublicKeyInfo(keyAgreement: .ecdh, publicKey: key).securityInfo,
        ])
        #expect(ChipAuthenticationKey.usable(in: infos).isEmpty)
    }
}
