import CardCrypto
import InlaySeams
import Octets
import SecureMessaging

/// One run of PACE with Generic Mapping over an elliptic curve, as the chip sees it (9303-11 §4.4.2).
struct PACERun {
    /// What the next GENERAL AUTHENTICATE must bring.
    private enum Stage {
        case nonceRequested
        case mappingKey(nonce: SecretBytes)
        case ephemeralKey(generator: ECPoint)
        case token(keys: SessionKeys, ownKey: [UInt8], terminalKey: [UInt8])
    }

    /// What a step gives back.
    enum Answer {
        /// The data object that goes into the answer's dynamic authentication data.
        case dataObject([UInt8])
        /// The last one, and the keys of the session that begins behind it.
        case established([UInt8], SessionKeys)
    }

    /// Length of the nonce for every cipher: a multiple of each block size (9303-11 §4.4.3.3).
    private static let nonceLength = 16

    private let offer: PACEOffer
    private let group: ECGroup
    private let passwordKey: SecretBytes
    private var stage = Stage.nonceRequested

    /// A run with the password f(π).
    init(_ offer: PACEOffer, password: SecretBytes) throws(CryptoError) {
        self.offer = offer
        group = try ECGroup(offer.curve)
        passwordKey = try KeyDerivation.key(from: password, for: .password, cipher: offer.cipher)
    }

    /// True when the command that is due is the last one of the chain.
    var isLast: Bool { if case .token = stage { true } else { false } }

    /// Takes the one data object of a command, nil when there is none. Throws what the chip answers.
    mutating func step(_ object: TLV?, random: RandomSource) throws(Refusal) -> Answer {
        do {
            switch (stage, object?.tag.rawValue) {
            case (.nonceRequested, nil):
                return .dataObject(try sendNonce(random))
            case (.mappingKey(let nonce), 0x81):
                return .dataObject(try map(Array(object?.value ?? []), nonce, random))
            case (.ephemeralKey(let generator), 0x83):
                return .dataObject(try agree(Array(object?.value ?? []), generator, random))
            case (.token(let keys, let ownKey, let terminalKey), 0x85):
                return try confirm(Array(object?.value ?? []), keys, ownKey, terminalKey)
            case (_, nil), (_, 0x81), (_, 0x83), (_, 0x85):
                throw Refusal.conditionsOfUse
            default:
                throw Refusal.incorrectData
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch let failure as CryptoError {
            throw Self.refusal(failure)
        } catch {
            throw .noDiagnosis
        }
    }

    // MARK: - Steps

    /// z = E(K_π, s).
    private mutating func sendNonce(_ random: RandomSource) throws(CryptoError) -> [UInt8] {
        let nonce = random.bytes(Self.nonceLength)
        let iv = [UInt8](repeating: 0, count: offer.cipher.blockSize)
        let encrypted = try offer.cipher.encryptCBC(nonce, key: passwordKey, iv: iv)
        stage = .mappingKey(nonce: SecretBytes(nonce))
        return TLV.encode(0x80, encrypted)
    }

    /// Ĝ = s·G + H (9303-11 §4.4.3.3.1).
    private mutating func map(
        _ terminalKey: [UInt8], _ nonce: SecretBytes, _ random: RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let theirs = try group.point(decoding: terminalKey)
        let secret = try group.randomScalar(random)
        let own = try group.multiply(group.generator, by: secret)
        let shared = try group.multiply(theirs, by: secret)
        let generator = try group.add(group.multiply(group.generator, by: nonce), shared)
        stage = .ephemeralKey(generator: generator)
        return TLV.encode(0x82, group.encoded(own))
    }

    /// Key agreement on the mapped generator.
    private mutating func agree(
        _ terminalKey: [UInt8], _ generator: ECPoint, _ random: RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let theirs = try group.point(decoding: terminalKey)
        let secret = try group.randomScalar(random)
        let own = group.encoded(try group.multiply(generator, by: secret))
        // 9303-11 §4.4.2: both sides check that the keys differ.
        guard own != terminalKey else { throw .invalidPoint("both sides have the same key") }
        let shared = group.x(try group.multiply(theirs, by: secret))
        let keys = try SessionKeys(seed: shared, cipher: offer.cipher)
        stage = .token(keys: keys, ownKey: own, terminalKey: terminalKey)
        return TLV.encode(0x84, own)
    }

    private func confirm(
        _ token: [UInt8], _ keys: SessionKeys, _ ownKey: [UInt8], _ terminalKey: [UInt8]
    ) throws -> Answer {
        guard token.count == 8 else { throw Refusal.incorrectData }
        guard ConstantTime.equal(token, try self.token(over: ownKey, keys)) else {
            throw Refusal.authenticationFailed
        }
        return .established(TLV.encode(0x86, try self.token(over: terminalKey, keys)), keys)
    }

    /// MAC over the public key data object of the other side (9303-11 §4.4.3.4, §9.4.3).
    private func token(over key: [UInt8], _ keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        let message = TLV.encode(0x7F49, DER.encode(offer.identifier) + TLV.encode(0x86, key))
        guard offer.cipher != .tripleDES else {
            return try MessageAuthenticationCode.retail(
                PaddingMethod2.add(message, blockSize: 8), key: keys.authentication)
        }
        return Array(
            try MessageAuthenticationCode.cmac(message, cipher: offer.cipher, key: keys.authentication).prefix(8))
    }

    /// 9303-11 §4.4.4.2: 6A80 for a key that is not acceptable, 6300 when the step failed otherwise.
    private static func refusal(_ failure: CryptoError) -> Refusal {
        switch failure {
        case .invalidPoint, .invalidLength: .incorrectData
        case .identity, .invalidScalar: .authenticationFailed
        default: .noDiagnosis
        }
    }
}
