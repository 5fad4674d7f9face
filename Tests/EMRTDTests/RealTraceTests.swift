import CardCrypto
import ChipSimulation
import EMRTD
import Foundation
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing
import Trust

/// Conversations with real chips, from the folder that INLAY_CORPUS names.
@Suite(.enabled(if: TraceFolder.traces != nil, "INLAY_CORPUS names no folder with emrtd/vectors"))
struct RealTraceTests {
    private func codec(_ keys: JSON, counter: [UInt8]? = nil) -> SecureMessagingCodec {
        let encryption = keys["KS_enc"].bytes
        let cipher: BlockCipher =
            keys["alg"].text == "TDES"
            ? .tripleDES : [16: .aes128, 24: .aes192, 32: .aes256][encryption.count] ?? .aes128
        return SecureMessagingCodec(
            keys: SessionKeys(
                cipher: cipher, encryption: SecretBytes(encryption), authentication: SecretBytes(keys["KS_mac"].bytes)),
            counter: counter ?? keys["SSC"].bytes)
    }

    /// Malaysia's chip is left out: it was asked by MSE:Set AT with 3DES, where this reader asks by MSE:Set KAT first.
    @Test(arguments: ["AT", "DE", "FR"])
    func `Chip Authentication of a real chip runs byte for byte`(state: String) throws {
        let trace = try #require(TraceFolder.traces)["ca"][state]
        let infos = try EFDG14(parsing: trace["DG14"].bytes).securityInfos
        let key = try #require(ChipAuthenticationKey.usable(in: infos).first)
        let link = ScriptedLink(
            trace["apdus"].list.map { .init(command: $0.list[0].bytes, answer: $0.list[1].bytes) })
        let base = LinkChannel(link)
        let old = SecureChannel(over: base, codec: codec(trace["pre"]))
        let run = ChipAuthentication(key, random: .scripted([trace["sk_ifd"].bytes]))
        guard case .agreed(let agreed) = try run.run(on: old, over: base) else {
            Issue.record("the chip refused")
            return
        }
        // The first command under the new keys selects EF.DG14 again.
        let select = CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [0x01, 0x0E])
        #expect(try agreed.channel.transmit(select).status == 0x9000)
        #expect(link.isFinished)
    }

    @Test func `the RSA signature of a real chip is opened`() throws {
        let trace = try #require(TraceFolder.traces)["aa_rsa_1792"]
        let key = try PublicKey(
            subjectPublicKeyInfo: EFDG15(parsing: trace["DG15"].bytes).publicKey.encoded)
        let opened = try #require(
            try MessageRecoverySignature(trace["signature"].bytes, over: trace["RND_IFD"].bytes, key: key))
        #expect(opened.digest == .sha256 && opened.trailer == [0x34, 0xCC])
    }

    @Test func `constructed signatures with every trailer are opened, in both forms`() throws {
        let constructed = try #require(TraceFolder.json("aa-constructed-bsi-key.json"))
        let path = try #require(TraceFolder.folder) + constructed["dg15_file"].text
        let file = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let key = try PublicKey(subjectPublicKeyInfo: EFDG15(parsing: file).publicKey.encoded)
        let vectors = constructed["vectors"].list
        #expect(vectors.count == 6)
        for vector in vectors {
            for (form, isComplement) in [("signature", false), ("signature_n_minus_s_variant", true)] {
                let opened = try MessageRecoverySignature(
                    vector[form].bytes, over: vector["RND_IFD"].bytes, key: key)
                #expect(opened?.isComplement == isComplement, "\(vector["name"].text)")
            }
            #expect(try MessageRecoverySignature(vector["signature"].bytes, over: [0], key: key) == nil)
        }
    }

    @Test func `the files of a German passport come out of its PACE-CAM session, and its mapping data fits`() throws {
        let trace = try #require(TraceFolder.traces)["pace_cam_ecdh_aes128_DE"]
        var codec = codec(trace, counter: [UInt8](repeating: 0, count: 16))
        let lines = trace["apdus"].list.map { (command: $0.list[0].bytes, answer: $0.list[1].bytes) }
        let opening = lines.prefix { $0.command.first != 0x0C }
        var file: [UInt8] = []
        for line in lines.dropFirst(opening.count) {
            _ = try codec.unprotect(command: try CommandAPDU(parsing: line.command))
            var terminal = codec
            let answer = try ResponseAPDU(parsing: line.answer, during: "trace")
            let plain = try terminal.unprotect(answer)
            codec = terminal
            if line.command.dropFirst().first == 0xB0 { file += plain.data }
        }
        let contents = try SignedData(parsing: EFCardSecurity(parsing: file).contentInfo)
        let infos = try SecurityInfos(parsing: try #require(contents.content), in: "EF.CardSecurity")
        let keyInfo = try #require(infos.chipAuthenticationPublicKeys.first { $0.keyID == 13 })
        let staticKey = try PublicKey(subjectPublicKeyInfo: keyInfo.publicKey.encoded)

        // DO8A of the last answer of PACE, decrypted with the session's key (9303-11 §4.4.3.5).
        func object(_ tag: Octets.Tag, in line: (command: [UInt8], answer: [UInt8])) throws -> [UInt8] {
            var outer = TLVReader(Array(line.answer.dropLast(2)), in: "trace")
            var inner = try outer.next(0x7C).contents("trace")
            return Array(try #require(try inner.all().first { $0.tag == tag }).value)
        }
        let steps = Array(opening)
        let key = SecretBytes(trace["KS_enc"].bytes)
        let iv = try BlockCipher.aes128.encryptBlock([UInt8](repeating: 0xFF, count: 16), key: key)
        let data = try PaddingMethod2.remove(
            BlockCipher.aes128.decryptCBC(object(0x8A, in: steps[4]), key: key, iv: iv))
        let mappingKey = try object(0x82, in: steps[2])
        #expect(MappingData.fits(data, mappingKey: mappingKey, staticKey: staticKey))
        #expect(!MappingData.fits(data.reversed(), mappingKey: mappingKey, staticKey: staticKey))
    }
}

private enum TraceFolder {
    static let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"].map { $0 + "/emrtd/" }
    static var traces: JSON? { json("gmrtd-traces.json") }

    static func json(_ name: String) -> JSON? {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "vectors/" + name) else {
            return nil
        }
        return (try? JSONSerialization.jsonObject(with: data)).map(JSON.init)
    }
}

/// Untyped JSON of a test.
struct JSON {
    private let value: Any?
    init(_ value: Any?) { self.value = value }
    subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
    var list: [JSON] { (value as? [Any] ?? []).map(JSON.init) }
    var text: String { value as? String ?? "" }
    var bytes: [UInt8] { hex(text) }
}
