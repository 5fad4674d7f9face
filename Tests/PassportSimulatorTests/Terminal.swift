import CardCrypto
import ChipSimulation
import ISO7816
import InlaySeams
import Octets
import SecureMessaging
import TestSupport

@testable import PassportSimulator

/// A terminal as small as the standard allows, to talk to the chip in tests.
final class Terminal {
    struct Unexpected: Error {
        let command: String
        let answer: String
    }

    let chip: PassportChip
    var codec: SecureMessagingCodec?
    let random = RandomSource.seeded(7)

    init(_ chip: PassportChip) {
        self.chip = chip
        chip.powerUp()
    }

    /// Takes power away and gives it back.
    func restart() {
        chip.powerUp()
        codec = nil
    }

    /// Sends bytes as they are.
    func send(_ command: [UInt8]) -> ResponseAPDU {
        let bytes = chip.handle(command: command)
        return ResponseAPDU(
            data: Array(bytes.dropLast(2)),
            status: StatusWord(bytes.suffix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }))
    }

    /// Sends bytes as they are and gives the status word.
    func status(_ command: String) -> StatusWord { send(hex(command)).status }

    /// Sends a plain command that must succeed.
    @discardableResult
    func expectSuccess(_ command: CommandAPDU, _ form: CommandAPDU.LengthForm? = nil) throws -> [UInt8] {
        let bytes = command.encoded(form ?? command.shortestForm) ?? []
        let answer = send(bytes)
        guard answer.status == .success else {
            throw Unexpected(command: Hex.string(bytes.prefix(5)), answer: answer.status.description)
        }
        return answer.data
    }

    /// Sends a command protected; throws when the answer is not.
    func protected(_ command: CommandAPDU, _ form: CommandAPDU.LengthForm? = nil) throws -> ResponseAPDU {
        guard var codec else { throw Unexpected(command: "no session", answer: "") }
        var protected = try codec.protect(command)
        if form == .extended { protected.expected = .upTo(65_536) }
        let answer = send(protected.encoded(form ?? protected.shortestForm) ?? [])
        let plain = try codec.unprotect(answer)
        self.codec = codec
        return plain
    }

    /// The bytes of a protected command, without sending them. The counter rises as if they were sent.
    func protectedBytes(_ command: CommandAPDU) throws -> [UInt8] {
        guard var codec else { throw Unexpected(command: "no session", answer: "") }
        let protected = try codec.protect(command)
        self.codec = codec
        return protected.encoded(protected.shortestForm) ?? []
    }

    // MARK: - 9303-10

    static let selectApplication = CommandAPDU(
        ins: 0xA4, p1: 0x04, p2: 0x0C, data: hex("A0000002471001"))

    static func select(_ identifier: UInt16) -> CommandAPDU {
        CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)])
    }

    static func read(_ offset: Int, _ expected: CommandAPDU.Expected) -> CommandAPDU {
        CommandAPDU(ins: 0xB0, p1: UInt8(offset >> 8), p2: UInt8(offset & 0xFF), expected: expected)
    }

    static func read(shortIdentifier: UInt8, offset: UInt8 = 0, _ expected: CommandAPDU.Expected) -> CommandAPDU {
        CommandAPDU(ins: 0xB0, p1: 0x80 | shortIdentifier, p2: offset, expected: expected)
    }

    static func readOdd(_ p1p2: UInt16, offset: Int, _ expected: CommandAPDU.Expected) -> CommandAPDU {
        let octets = offset == 0 ? [0] : Tag(UInt32(offset)).bytes
        return CommandAPDU(
            ins: 0xB1, p1: UInt8(p1p2 >> 8), p2: UInt8(p1p2 & 0xFF), data: TLV.encode(0x54, octets),
            expected: expected)
    }

    // MARK: - 9303-11 §4.3

    /// The command data of EXTERNAL AUTHENTICATE and what is needed to go on.
    struct BasicAccess {
        let command: CommandAPDU
        let challenge: [UInt8]
        let ownChallenge: [UInt8]
        let keyMaterial: [UInt8]
        let encryption: SecretBytes
        let authentication: SecretBytes
    }

    func basicAccess(_ information: String, challenge: [UInt8]) throws -> BasicAccess {
        let seed = SecretBytes(DigestAlgorithm.sha1.hash(Array(information.utf8)).prefix(16))
        let encryption = try KeyDerivation.key(from: seed, for: .encryption, cipher: .tripleDES)
        let authentication = try KeyDerivation.key(from: seed, for: .authentication, cipher: .tripleDES)
        let own = random.bytes(8)
        let material = random.bytes(16)
        let cryptogram = try BlockCipher.tripleDES.encryptCBC(
            own + challenge + material, key: encryption, iv: [UInt8](repeating: 0, count: 8))
        let mac = try MessageAuthenticationCode.retail(
            PaddingMethod2.add(cryptogram, blockSize: 8), key: authentication)
        return BasicAccess(
            command: CommandAPDU(ins: 0x82, data: cryptogram + mac, expected: .upTo(40)), challenge: challenge,
            ownChallenge: own, keyMaterial: material, encryption: encryption, authentication: authentication)
    }

    /// Selects the application and runs BAC.
    func openWithBasicAccess(_ information: String) throws {
        try expectSuccess(Self.selectApplication)
        let challenge = try expectSuccess(CommandAPDU(ins: 0x84, expected: .upTo(8)))
        let run = try basicAccess(information, challenge: challenge)
        let answer = try expectSuccess(run.command)
        let mac = try MessageAuthenticationCode.retail(
            PaddingMethod2.add(Array(answer.prefix(32)), blockSize: 8), key: run.authentication)
        guard Array(answer.dropFirst(32)) == mac else { throw Unexpected(command: "82", answer: "wrong MAC") }
        let message = try BlockCipher.tripleDES.decryptCBC(
            Array(answer.prefix(32)), key: run.encryption, iv: [UInt8](repeating: 0, count: 8))
        guard Array(message.prefix(16)) == challenge + run.ownChallenge else {
            throw Unexpected(command: "82", answer: "wrong challenges")
        }
        let seed = SecretBytes(zip(message.dropFirst(16), run.keyMaterial).map { $0 ^ $1 })
        codec = SecureMessagingCodec(
            keys: try SessionKeys(seed: seed, cipher: .tripleDES),
            counter: Array(challenge.suffix(4) + run.ownChallenge.suffix(4)))
    }

    // MARK: - Whole files

    /// Reads a file of the current directory by SELECT and READ BINARY, protected when there is a session.
    func readFile(_ identifier: UInt16, blockSize: Int = 200) throws -> [UInt8] {
        _ = try success(Self.select(identifier))
        var bytes: [UInt8] = []
        while true {
            let command =
                bytes.count < 0x8000
                ? Self.read(bytes.count, .upTo(blockSize))
                : Self.readOdd(0, offset: bytes.count, .upTo(blockSize))
            let answer = codec == nil ? send(command.encoded(.short) ?? []) : try protected(command)
            guard answer.status == .success || answer.status == 0x6282 else {
                if answer.status == 0x6B00 { return bytes }
                throw Unexpected(command: "READ BINARY", answer: answer.status.description)
            }
            if command.ins == 0xB1 {
                var reader = TLVReader(answer.data, in: "answer")
                bytes += try reader.next(0x53).value
            } else {
                bytes += answer.data
            }
            if answer.status == 0x6282 { return bytes }
        }
    }

    /// Sends a command that must succeed, protected when there is a session.
    @discardableResult
    func success(_ command: CommandAPDU) throws -> [UInt8] {
        guard codec != nil else { return try expectSuccess(command) }
        let answer = try protected(command)
        guard answer.status == .success else {
            throw Unexpected(command: command.name, answer: answer.status.description)
        }
        return answer.data
    }
}

extension PACESetting {
    /// f(π) of 9303-11 table 14 for the machine readable zone.
    static func secret(of document: PassportDocument) -> SecretBytes {
        SecretBytes(DigestAlgorithm.sha1.hash(Array(document.mrzInformation.utf8)))
    }
}
