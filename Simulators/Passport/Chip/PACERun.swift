import CardCrypto
import InlaySeams
import Octets
import SecureMessaging

/// One run of PACE as the chip sees it, with any mapping (9303-11 §4.4.2).
struct PACERun {
    /// What the next GENERAL AUTHENTICATE must bring.
    private enum Stage {
        case nonceRequested
        case mapping(nonce: SecretBytes)
        /// `secret` is the private key of the mapping.
        case ephemeralKey(generator: AgreementGroup.Element, secret: SecretBytes?)
        case token(Agreement, secret: SecretBytes?)
    }

    /// What key agreement left behind.
    struct Agreement {
        let keys: SessionKeys
        let ownKey: AgreementGroup.Element
        let terminalKey: AgreementGroup.Element
    }

    /// What a step gives back.
    enum Answer {
        /// The data object that goes into the answer's dynamic authentication data.
        case dataObject([UInt8])
        /// The last ones, and the session that begins behind them.
        case established([UInt8], Session)
    }

    /// What a run that succeeded leaves behind.
    struct Session {
        /// The keys.
        let keys: SessionKeys
        /// Comp of the chip's ephemeral key, which identifies the chip in Terminal Authentication (9303-11 §7.1).
        let chipIdentifier: [UInt8]
        /// Comp of the terminal's ephemeral key.
        let terminalKey: [UInt8]
        /// The chip proved its static key, too.
        let isChipAuthenticated: Bool
    }

    /// What a chip brings into a run besides its random numbers.
    struct Secrets {
        /// Which password it is.
        let reference: UInt8
        /// The password f(π).
        let password: SecretBytes
        /// What the terminal says it is.
        var terminal: TerminalAuthorization?
        /// The static key for Chip Authentication Mapping.
        var chipKey: ChipKey?
        /// Names of trust anchors for Terminal Authentication, the newest first (9303-11 §4.4.4.2).
        var authorityReferences: [[UInt8]] = []
        /// The shared secret is to begin with a zero octet.
        var seeksLeadingZero = false
    }

    private let offer: PACEOffer
    private let group: AgreementGroup
    private let passwordKey: SecretBytes
    let secrets: Secrets
    private var stage = Stage.nonceRequested

    /// True before the first step.
    var isFirst: Bool { if case .nonceRequested = stage { true } else { false } }

    /// A run that begins.
    init(_ offer: PACEOffer, _ secrets: Secrets) throws(CryptoError) {
        self.offer = offer
        self.secrets = secrets
        group = try AgreementGroup(offer.parameters)
        passwordKey = try KeyDerivation.key(from: secrets.password, for: .password, cipher: offer.cipher)
    }

    /// True when the command that is due is the last one of the chain.
    var isLast: Bool { if case .token = stage { true } else { false } }

    /// Takes the one data object of a command, nil when there is none. Throws what the chip answers.
    mutating func step(_ object: TLV?, random: RandomSource) throws(Refusal) -> Answer {
        let value = Array(object?.value ?? [])
        do {
            switch (stage, object?.tag.rawValue) {
            case (.nonceRequested, nil):
                return .dataObject(try sendNonce(random))
            case (.mapping(let nonce), 0x81):
                return .dataObject(
                    offer.mapping == .integrated ? try integrate(value, nonce) : try map(value, nonce, random))
            case (.ephemeralKey(let generator, let secret), 0x83):
                return .dataObject(try agree(value, generator, secret, random))
            case (.token(let agreement, let secret), 0x85):
                return try confirm(value, agreement, secret)
            case (_, nil), (_, 0x81), (_, 0x83), (_, 0x85):
                throw Refusal.conditionsOfUse
            default:
                throw Refusal.incorrectData
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch let failure as CryptoError {
            throw Refusal(failure)
        } catch {
            throw .noDiagnosis
        }
    }

    // MARK: - Steps

    /// z = E(K_π, s). For generic mapping every cipher has a nonce of 16 octets, a multiple of each block size.
    private mutating func sendNonce(_ random: RandomSource) throws(CryptoError) -> [UInt8] {
        let count = offer.mapping == .integrated ? IntegratedMapping.nonceLength(offer.cipher) : 16
        let nonce = random.bytes(count)
        let iv = [UInt8](repeating: 0, count: offer.cipher.blockSize)
        let encrypted = try offer.cipher.encryptCBC(nonce, key: passwordKey, iv: iv)
        stage = .mapping(nonce: SecretBytes(nonce))
        return TLV.encode(0x80, encrypted)
    }

    /// Ĝ = s·G + H, or ĝ = g^s · h (9303-11 §4.4.3.3.1).
    private mutating func map(
        _ terminalKey: [UInt8], _ nonce: SecretBytes, _ random: RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let theirs = try group.element(decoding: terminalKey)
        let secret = try group.randomSecret(random)
        let own = try group.raise(group.generator, by: secret)
        let shared = try group.raise(theirs, by: secret)
        let generator = try group.combine(group.raise(group.generator, by: nonce), shared)
        stage = .ephemeralKey(generator: generator, secret: secret)
        return TLV.encode(0x82, try group.encoded(own))
    }

    /// Ĝ = f_G(R_p(s, t)) with the terminal's nonce t (9303-11 §4.4.3.3.2).
    private mutating func integrate(_ terminalNonce: [UInt8], _ nonce: SecretBytes) throws -> [UInt8] {
        guard terminalNonce.count == offer.cipher.keyLength else { throw Refusal.incorrectData }
        let number = try IntegratedMapping.pseudorandom(
            nonce, terminalNonce, cipher: offer.cipher, fieldBits: group.fieldBits)
        stage = .ephemeralKey(generator: try group.generator(encoding: number), secret: nil)
        return TLV.encode(0x82, [])
    }

    /// Key agreement on the mapped generator.
    private mutating func agree(
        _ terminalKey: [UInt8], _ generator: AgreementGroup.Element, _ mappingSecret: SecretBytes?,
        _ random: RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let theirs = try group.element(decoding: terminalKey)
        var secret = try group.randomSecret(random)
        var shared = try group.sharedSecret(group.raise(theirs, by: secret))
        // One in 256 does; a limit keeps a bad source of randomness from holding the chip.
        var tries = 0
        while secrets.seeksLeadingZero, tries < 10_000, shared.exposed().first != 0 {
            tries += 1
            secret = try group.randomSecret(random)
            shared = try group.sharedSecret(group.raise(theirs, by: secret))
        }
        let own = try group.raise(generator, by: secret)
        // 9303-11 §4.4.2: both sides check that the keys differ.
        guard own != theirs else { throw .invalidPoint("both sides have the same key") }
        let keys = try SessionKeys(seed: shared, cipher: offer.cipher)
        stage = .token(Agreement(keys: keys, ownKey: own, terminalKey: theirs), secret: mappingSecret)
        return TLV.encode(0x84, try group.encoded(own))
    }

    private func confirm(_ token: [UInt8], _ agreement: Agreement, _ mappingSecret: SecretBytes?) throws -> Answer {
        guard token.count == 8 else { throw Refusal.incorrectData }
        guard ConstantTime.equal(token, try self.token(over: agreement.ownKey, agreement.keys)) else {
            throw Refusal.authenticationFailed
        }
        var objects = [TLV.encode(0x86, try self.token(over: agreement.terminalKey, agreement.keys))]
        objects += zip([0x87, 0x88] as [Tag], secrets.authorityReferences).map { TLV.encode($0, $1) }
        let isMapped = offer.mapping == .chipAuthentication
        if isMapped {
            guard let key = secrets.chipKey, let mappingSecret else { throw Refusal.noDiagnosis }
            objects.append(
                TLV.encode(0x8A, try ChipAuthenticationMapping.data(key, mappingSecret, keys: agreement.keys)))
        }
        let session = Session(
            keys: agreement.keys, chipIdentifier: try group.compressed(agreement.ownKey),
            terminalKey: try group.compressed(agreement.terminalKey), isChipAuthenticated: isMapped)
        return .established(Array(objects.joined()), session)
    }

    /// MAC over the public key data object of the other side (9303-11 §4.4.3.4, §9.4.3).
    private func token(over key: AgreementGroup.Element, _ keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        let object = TLV.encode(group.publicKeyTag, try group.encoded(key))
        let message = TLV.encode(0x7F49, DER.encode(offer.identifier) + object)
        guard offer.cipher != .tripleDES else {
            return try MessageAuthenticationCode.retail(
                PaddingMethod2.add(message, blockSize: 8), key: keys.authentication)
        }
        return Array(
            try MessageAuthenticationCode.cmac(message, cipher: offer.cipher, key: keys.authentication).prefix(8))
    }
}

extension Refusal {
    /// 9303-11 §4.4.4.2, §6.2: 6A80 for a key that is not acceptable, 6300 when the step failed otherwise.
    init(_ failure: CryptoError) {
        switch failure {
        case .invalidPoint, .invalidLength: self = .incorrectData
        case .identity, .invalidScalar: self = .authenticationFailed
        default: self = .noDiagnosis
        }
    }
}
