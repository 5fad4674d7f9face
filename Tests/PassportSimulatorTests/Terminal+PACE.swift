import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging
import TestSupport

@testable import PassportSimulator

/// PACE and Chip Authentication from the terminal's side (9303-11 §4.4, §6.2).
extension Terminal {
    /// MSE:Set AT as 9303-11 §4.4.4.1 has it.
    static func setTemplate(
        _ setting: PACESetting, password: UInt8, parameter: Bool = true, chat: [UInt8] = []
    ) -> CommandAPDU {
        let offer = PACEOffer(setting)
        let number = parameter ? offer.parameterID : nil
        return CommandAPDU(
            ins: 0x22, p1: 0xC1, p2: 0xA4,
            data: TLV.encode(0x80, offer.identifier.contents) + TLV.encode(0x83, [password])
                + (number.map { TLV.encode(0x84, [UInt8($0)]) } ?? []) + chat)
    }

    /// GENERAL AUTHENTICATE with one object in the template, or none.
    static func authenticate(_ tag: Tag?, _ value: [UInt8] = [], isLast: Bool = false) -> CommandAPDU {
        CommandAPDU(
            cla: isLast ? 0x00 : 0x10, ins: 0x86, data: TLV.encode(0x7C, tag.map { TLV.encode($0, value) } ?? []),
            expected: .asMuchAsPossible)
    }

    /// What a run of PACE tells besides the keys.
    struct PACEResult {
        /// Objects of the last answer by their tags.
        var objects: [Tag: [UInt8]]
        /// The chip's key of the mapping; empty for integrated mapping.
        var mappingKey: [UInt8] = []
        /// The chip's ephemeral key.
        var chipKey: [UInt8]
        /// The terminal's ephemeral key.
        var ownKey: [UInt8]
        var group: AgreementGroup
    }

    /// Runs PACE, inside the present session if there is one.
    @discardableResult
    func openWithPACE(
        _ setting: PACESetting, password: UInt8, secret: SecretBytes, parameter: Bool = true, chat: [UInt8] = [],
        selection: StatusWord = .success
    ) throws -> PACEResult {
        let command = Self.setTemplate(setting, password: password, parameter: parameter, chat: chat)
        let status = codec == nil ? send(command.encoded(.short) ?? []).status : try protected(command).status
        guard status == selection else { throw Unexpected(command: "22", answer: status.description) }
        return try continuePACE(setting, secret: secret)
    }

    /// The four steps behind MSE:Set AT.
    @discardableResult
    func continuePACE(_ setting: PACESetting, secret: SecretBytes) throws -> PACEResult {
        let cipher = setting.cipher
        let group = try AgreementGroup(setting.parameters)
        let passwordKey = try KeyDerivation.key(from: secret, for: .password, cipher: cipher)
        let encrypted = try object(0x80, in: success(Self.authenticate(nil)))
        let nonce = SecretBytes(
            try cipher.decryptCBC(encrypted, key: passwordKey, iv: [UInt8](repeating: 0, count: cipher.blockSize)))

        var chipMappingKey: [UInt8] = []
        let generator: AgreementGroup.Element
        if setting.mapping == .integrated {
            let own = random.bytes(cipher.keyLength)
            guard try object(0x82, in: success(Self.authenticate(0x81, own))).isEmpty else {
                throw Unexpected(command: "86", answer: "data in 82")
            }
            generator = try group.generator(
                encoding: IntegratedMapping.pseudorandom(nonce, own, cipher: cipher, fieldBits: group.fieldBits))
        } else {
            let mapping = try group.randomSecret(random)
            let mappingKey = try group.encoded(group.raise(group.generator, by: mapping))
            chipMappingKey = try object(0x82, in: success(Self.authenticate(0x81, mappingKey)))
            generator = try group.combine(
                group.raise(group.generator, by: nonce),
                group.raise(group.element(decoding: chipMappingKey), by: mapping))
        }

        let ephemeral = try group.randomSecret(random)
        let ownKey = try group.encoded(group.raise(generator, by: ephemeral))
        let chipKey = try object(0x84, in: success(Self.authenticate(0x83, ownKey)))
        let shared = try group.sharedSecret(group.raise(group.element(decoding: chipKey), by: ephemeral))
        let keys = try SessionKeys(seed: shared, cipher: cipher)

        let token = try Self.token(setting, over: chipKey, keys)
        let objects = try self.objects(in: success(Self.authenticate(0x85, token, isLast: true)))
        guard objects[0x86] == (try Self.token(setting, over: ownKey, keys)) else {
            throw Unexpected(command: "86", answer: "wrong token")
        }
        codec = SecureMessagingCodec(keys: keys)
        var result = PACEResult(
            objects: objects, mappingKey: chipMappingKey, chipKey: chipKey, ownKey: ownKey, group: group)
        if let encrypted = objects[0x8A] {
            let iv = try cipher.encryptBlock([UInt8](repeating: 0xFF, count: 16), key: keys.encryption)
            result.objects[0x8A] = try PaddingMethod2.remove(
                cipher.decryptCBC(encrypted, key: keys.encryption, iv: iv))
        }
        return result
    }

    static func token(_ setting: PACESetting, over key: [UInt8], _ keys: SessionKeys) throws -> [UInt8] {
        let tag: Tag = setting.parameters.curve == nil ? 0x84 : 0x86
        let message = TLV.encode(0x7F49, DER.encode(PACEOffer(setting).identifier) + TLV.encode(tag, key))
        if setting.cipher == .tripleDES {
            return try MessageAuthenticationCode.retail(
                PaddingMethod2.add(message, blockSize: 8), key: keys.authentication)
        }
        return Array(
            try MessageAuthenticationCode.cmac(message, cipher: setting.cipher, key: keys.authentication).prefix(8))
    }

    private func object(_ tag: Tag, in answer: [UInt8]) throws -> [UInt8] {
        let objects = try objects(in: answer)
        guard objects.count == 1, let value = objects[tag] else {
            throw Unexpected(command: "86", answer: "another object")
        }
        return value
    }

    private func objects(in answer: [UInt8]) throws -> [Tag: [UInt8]] {
        var reader = TLVReader(answer, in: "answer")
        var contents = try reader.next(0x7C).contents("answer")
        try reader.expectEnd()
        var objects: [Tag: [UInt8]] = [:]
        while !contents.isAtEnd {
            let object = try contents.next()
            objects[object.tag] = Array(object.value)
        }
        return objects
    }

    // MARK: - Chip Authentication

    /// How a terminal runs Chip Authentication.
    enum ChipAuthenticationCommands { case kat, at }

    /// Runs Chip Authentication with the static key `publicKey`; gives the terminal's ephemeral key.
    @discardableResult
    func authenticateChip(
        _ cipher: BlockCipher, _ parameters: StandardizedDomainParameters, publicKey: [UInt8], keyID: Int? = nil,
        commands: ChipAuthenticationCommands = .at
    ) throws -> [UInt8] {
        let group = try AgreementGroup(parameters)
        let secret = try group.randomSecret(random)
        let own = try group.encoded(group.raise(group.generator, by: secret))
        try startChipAuthentication(cipher, parameters, ownKey: own, keyID: keyID, commands: commands)
        let shared = try group.sharedSecret(group.raise(group.element(decoding: publicKey), by: secret))
        codec = SecureMessagingCodec(keys: try SessionKeys(seed: shared, cipher: cipher))
        return own
    }

    /// The commands of Chip Authentication; the keys stay as they are.
    func startChipAuthentication(
        _ cipher: BlockCipher, _ parameters: StandardizedDomainParameters, ownKey: [UInt8], keyID: Int?,
        commands: ChipAuthenticationCommands
    ) throws {
        let number = keyID.map { TLV.encode(0x84, Tag(UInt32($0)).bytes) } ?? []
        switch commands {
        case .kat:
            try success(CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA6, data: TLV.encode(0x91, ownKey) + number))
        case .at:
            let identifier = ObjectIdentifier.chipAuthentication.appending(parameters.curve == nil ? 1 : 2, cipher.arc)
            try success(
                CommandAPDU(
                    ins: 0x22, p1: 0x41, p2: 0xA4, data: TLV.encode(0x80, identifier.contents) + number))
            guard try success(Self.authenticate(0x80, ownKey, isLast: true)) == hex("7C00") else {
                throw Unexpected(command: "86", answer: "data")
            }
        }
    }
}
