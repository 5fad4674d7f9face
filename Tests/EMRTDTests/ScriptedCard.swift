import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import LDS
import Octets
import SecureMessaging
import TestSupport
import Testing

/// Writes the script of a conversation with a card that has PACE, from values recomputed in Python; what comes after PACE
/// is protected with the keys of the vector.
struct ScriptedCard {
    private(set) var script: [ScriptedLink.Line] = []
    private var codec: SecureMessagingCodec?
    let vector: VectorLine
    /// Random numbers that the terminal needs, in order.
    private(set) var random: [[UInt8]] = []

    /// A card with the CAN, PIN or PUK 123456.
    init() throws {
        vector = try #require(
            vectorFile("pace-gm.txt").first { $0.text("name") == "plain-brainpoolP256r1-aes128" })
        #expect(vector.text("password") == "can:123456")
    }

    static let secret = SecretBytes("123456".utf8)

    /// EF.CardAccess with the one PACEInfo of the vector.
    var cardAccess: [UInt8] {
        TLV.encode(
            0x31,
            TLV.encode(0x30, TLV.encode(0x06, vector.bytes("oid")) + hex("020102") + DER.encode(integer: 13)))
    }

    mutating func readCardAccess() { add(CommandAPDU(ins: 0xB0, p1: 0x9C, expected: .upTo(256)), cardAccess) }

    mutating func add(_ command: CommandAPDU, _ data: [UInt8] = [], _ status: StatusWord = 0x9000) {
        let answer = ResponseAPDU(data: data, status: status)
        guard var terminal = codec, var chip = codec,
            let protected = try? terminal.protect(command), (try? chip.unprotect(command: protected)) != nil,
            let protectedAnswer = try? chip.protect(response: answer)
        else {
            script.append(.init(command: command.encoded(command.shortestForm) ?? [], answer: answer.encoded))
            return
        }
        script.append(
            .init(command: protected.encoded(protected.shortestForm) ?? [], answer: protectedAnswer.encoded))
        codec = chip
    }

    /// MSE:Set AT for `password`.
    mutating func select(
        _ password: PACEPassword, _ status: StatusWord = 0x9000, authorization: [UInt8] = [], withID: Bool = true
    ) {
        let data =
            TLV.encode(0x80, vector.bytes("oid")) + [0x83, 0x01, password.rawValue]
            + (withID ? [0x84, 0x01, 0x0D] : [])
            + authorization
        add(CommandAPDU(ins: 0x22, p1: 0xC1, p2: 0xA4, data: data), [], status)
    }

    /// The four steps of GENERAL AUTHENTICATE; `status` answers the last.
    mutating func authenticate(_ status: StatusWord = 0x9000, references: [[UInt8]] = []) {
        func step(_ tag: Octets.Tag?, _ value: String, _ answer: Octets.Tag, _ field: String) {
            let body = tag.map { TLV.encode($0, vector.bytes(value)) } ?? []
            add(
                CommandAPDU(cla: 0x10, ins: 0x86, data: TLV.encode(0x7C, body), expected: .asMuchAsPossible),
                TLV.encode(0x7C, TLV.encode(answer, vector.bytes(field))))
        }
        random += [vector.bytes("skmapifd"), vector.bytes("skifd")]
        step(nil, "", 0x80, "z")
        step(0x81, "pkmapifd", 0x82, "pkmapic")
        step(0x83, "pkifd", 0x84, "pkic")
        let token = TLV.encode(0x7C, TLV.encode(0x85, vector.bytes("tifd")))
        let named = zip([0x87, 0x88] as [Octets.Tag], references).flatMap { TLV.encode($0, $1) }
        let answer = TLV.encode(0x7C, TLV.encode(0x86, vector.bytes("tic")) + named)
        add(
            CommandAPDU(ins: 0x86, data: token, expected: .asMuchAsPossible), status == .success ? answer : [], status)
        guard status == .success else { return }
        codec = SecureMessagingCodec(
            keys: SessionKeys(
                cipher: .aes128, encryption: SecretBytes(vector.bytes("ksenc")),
                authentication: SecretBytes(vector.bytes("ksmac"))))
    }

    /// The whole of PACE.
    mutating func open(_ password: PACEPassword, _ status: StatusWord = 0x9000) {
        select(password, status)
        authenticate()
    }
}
