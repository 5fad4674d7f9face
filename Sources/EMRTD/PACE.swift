package import CardCrypto
package import ISO7816
package import InlaySeams
package import LDS
import Octets
import SecureMessaging

/// Password Authenticated Connection Establishment (9303-11 §4.4, with the worked example in appendix G).
package struct PACE: AccessProtocol {
    private let configuration: PACEConfiguration
    private let password: PACEPassword
    private let secret: SecretBytes
    /// What a terminal with certificates may do, so that the chip names the authorities it trusts.
    private let authorization: CertificateHolderAuthorization?
    /// Send a PIN or PUK also when one try is left (Docs/rules.md 8).
    private let mayUseLastTry: Bool
    private let random: RandomSource

    package init(
        configuration: PACEConfiguration, password: PACEPassword, secret: SecretBytes,
        authorization: CertificateHolderAuthorization? = nil, mayUseLastTry: Bool = false,
        random: RandomSource = .system
    ) {
        self.configuration = configuration
        self.password = password
        self.secret = secret
        self.authorization = authorization
        self.mayUseLastTry = mayUseLastTry
        self.random = random
    }

    package var name: String { configuration.description(password).name }
    package var establishes: AccessSummary.Established { .pace(configuration.description(password)) }
    package var needsApplication: Bool { false }

    package func open(_ channel: any CardChannel) throws(CardError) -> OpenedAccess {
        try open(channel, over: channel)
    }

    /// Runs PACE on `channel`, which may be a session already; the new session lies directly over `base`.
    package func open(_ channel: any CardChannel, over base: any CardChannel) throws(CardError) -> OpenedAccess {
        let deviation = try select(on: channel)
        let exchange = GeneralAuthenticate(channel: channel, password: password)
        let nonce = try decryptedNonce(try exchange.step(1, sending: nil).value(0x80))
        let domain = try withCryptography(during: "PACE: domain parameters") { () throws(CryptoError) in
            try configuration.parameters.domain()
        }
        let mapped =
            switch configuration.info.mapping {
            case .generic, .chipAuthentication: try mapGenerically(nonce, on: domain, with: exchange)
            case .integrated: try mapIntegrated(nonce, on: domain, with: exchange)
            }
        var opened = try agree(on: mapped, with: exchange, over: base)
        opened.deviations = [deviation].compactMap(\.self)
        return opened
    }

    // MARK: - MSE:Set AT (9303-11 §4.4.4.1)

    /// The state of a password that can block, which spends no try: PACE is chosen and not run (TR-03110-3 §B.11).
    package func status(on channel: any CardChannel) throws(CardError) -> PasswordStatus {
        PasswordStatus(password, try choose(on: channel).status)
    }

    private func select(on channel: any CardChannel) throws(CardError) -> ReadingDeviation? {
        let (status, deviation) = try choose(on: channel)
        guard password.isCounted else {
            guard status == .success || status.triesLeft ?? 0 > 1 else { throw refusal(status) }
            return deviation
        }
        // One try that is left, and a counter that cannot be read, are not risked.
        let found = PasswordStatus(password, status)
        switch found.state {
        case _ where found.allowsTry: break
        case .suspended where status.triesLeft != nil, .unknown where status.sw1 == 0x62 || status.sw1 == 0x63:
            guard mayUseLastTry else { throw refusal(status, isWithheld: true) }
        default: throw refusal(status)
        }
        return deviation
    }

    /// The first answer that is no complaint about the form of the command; the first of all when there is none.
    ///
    /// DO84 is sent whenever the id is known; chips exist that need it and chips that refuse it. A chip should ignore
    /// objects that it does not know (9303-11 §4.4.4.1); one that does not is asked without 7F4C.
    private func choose(
        on channel: any CardChannel
    ) throws(CardError) -> (status: StatusWord, ReadingDeviation?) {
        let plain: [(CommandAPDU, without: UInt16?)] = [
            (setAT(withParameterID: true), authorization == nil ? nil : 0x7F4C), (setAT(withParameterID: false), 0x84),
        ]
        let forms = authorization.map { [(setAT(withParameterID: true, $0), nil)] + plain } ?? plain
        var complaint: StatusWord?
        for (form, left) in forms {
            let status = try channel.transmit(form).status
            guard [0x6A80, 0x6A87, 0x6A88].contains(status.rawValue) else {
                let deviation = complaint.flatMap { refused in left.map { ($0, refused) } }
                return (status, deviation.map { .dataObjectRefused($0, $1) })
            }
            complaint = complaint ?? status
        }
        return (complaint ?? 0x6A80, nil)
    }

    private func setAT(
        withParameterID: Bool, _ authorization: CertificateHolderAuthorization? = nil
    ) -> CommandAPDU {
        var data = TLV.encode(0x80, configuration.info.protocolOID.contents)
        data += TLV.encode(0x83, [password.rawValue])
        if let id = configuration.info.parameterID, withParameterID {
            data += TLV.encode(0x84, shortestOctets(id))
        }
        if let authorization { data += authorization.encoded }
        return CommandAPDU(ins: 0x22, p1: 0xC1, p2: 0xA4, data: data)
    }

    private func refusal(_ status: StatusWord, isWithheld: Bool = false) -> CardError {
        AccessRefusal(status, at: .selectPassword, password: password, isWithheld: isWithheld).error()
    }

    // MARK: - Steps of GENERAL AUTHENTICATE (9303-11 §4.4.4.2)

    private func decryptedNonce(_ encrypted: [UInt8]) throws(CardError) -> SecretBytes {
        let step: Step = "PACE step 1: nonce"
        let cipher = configuration.cipher
        guard (1...4).contains(encrypted.count / cipher.blockSize), encrypted.count.isMultiple(of: cipher.blockSize)
        else { throw CardError(.malformedResponse, during: step, detail: "the nonce has no valid length") }
        return try withCryptography(during: step) { () throws(CryptoError) in
            let key = try KeyDerivation.key(from: password.encoded(secret), for: .password, cipher: cipher)
            var plain = try cipher.decryptCBC(
                encrypted, key: key, iv: [UInt8](repeating: 0, count: cipher.blockSize))
            defer { plain.wipe() }
            return SecretBytes(plain)
        }
    }

    /// Domain parameters of this session, and the chip's public key of the mapping where there is one.
    private struct Mapped {
        let domain: any KeyAgreementDomain
        var chipPublicKey: [UInt8]?
    }

    /// 9303-11 §4.4.3.3.1, also the mapping of PACE-CAM.
    private func mapGenerically(
        _ nonce: SecretBytes, on domain: any KeyAgreementDomain, with exchange: GeneralAuthenticate
    ) throws(CardError) -> Mapped {
        let step: Step = "PACE step 2: map nonce"
        let own = try withCryptography(during: step) { () throws(CryptoError) in try domain.keyPair(random) }
        let theirs = try exchange.step(2, sending: (0x81, own.publicKey)).value(0x82)
        guard !domain.areEqual(own.publicKey, theirs) else {
            throw CardError(.cryptographyRefused, during: step, detail: "the chip sends our own key back")
        }
        return try withCryptography(during: step) { () throws(CryptoError) in
            Mapped(
                domain: try domain.genericMapping(nonce: nonce, secret: own.secret, publicKey: theirs),
                chipPublicKey: theirs)
        }
    }

    /// 9303-11 §4.4.3.3.2.
    private func mapIntegrated(
        _ nonce: SecretBytes, on domain: any KeyAgreementDomain, with exchange: GeneralAuthenticate
    ) throws(CardError) -> Mapped {
        let own = random.bytes(configuration.cipher.keyLength)
        _ = try exchange.step(2, sending: (0x81, own))
        return try withCryptography(during: "PACE step 2: map nonce") { () throws(CryptoError) in
            let octets = try PseudoRandomFunction.octets(
                nonce: nonce, terminalNonce: own, cipher: configuration.cipher, fieldBits: domain.fieldBits)
            return Mapped(domain: try domain.integratedMapping(octets))
        }
    }

    private func agree(
        on mapped: Mapped, with exchange: GeneralAuthenticate, over base: any CardChannel
    ) throws(CardError) -> OpenedAccess {
        let step: Step = "PACE step 3: key agreement"
        let domain = mapped.domain
        let own = try withCryptography(during: step) { () throws(CryptoError) in try domain.keyPair(random) }
        let theirs = try exchange.step(3, sending: (0x83, own.publicKey)).value(0x84)
        // 9303-11 §4.4.1: the ephemeral public keys must differ.
        guard !domain.areEqual(own.publicKey, theirs) else {
            throw CardError(.cryptographyRefused, during: step, detail: "the chip sends our own key back")
        }
        let keys = try withCryptography(during: step) { () throws(CryptoError) in
            try SessionKeys(seed: domain.sharedSecret(own.secret, with: theirs), cipher: configuration.cipher)
        }
        let tokenStep: Step = "PACE step 4: mutual authentication"
        let (ours, due) = try withCryptography(during: tokenStep) { () throws(CryptoError) in
            (
                try token(over: theirs, tag: Tag(domain.publicKeyTag), keys: keys),
                try token(over: own.publicKey, tag: Tag(domain.publicKeyTag), keys: keys)
            )
        }
        let answer = try exchange.step(4, sending: (0x85, ours), last: true)
        guard ConstantTime.equal(try answer.value(0x86), due) else {
            throw CardError(.cryptographyRefused, during: tokenStep, detail: "the chip's authentication token is wrong")
        }
        var access = OpenedAccess(
            channel: SecureChannel(over: base, codec: SecureMessagingCodec(keys: keys)),
            chipPublicKey: EphemeralPublicKey(theirs, configuration.info.keyAgreement),
            terminalPublicKey: EphemeralPublicKey(own.publicKey, configuration.info.keyAgreement))
        access.authorityReferences = [answer.optional(0x87), answer.optional(0x88)].compactMap(\.self)
        if configuration.info.mapping == .chipAuthentication, let mappingKey = mapped.chipPublicKey {
            access.mapping = PACECAMEvidence(
                parameterID: configuration.info.parameterID ?? configuration.parameters.standardizedID,
                mappingPublicKey: mappingKey,
                chipAuthenticationData: answer.optional(0x8A).flatMap { chipAuthenticationData($0, keys: keys) })
        }
        return access
    }

    /// CA_IC from A_IC (9303-11 §4.4.3.5): AES-CBC with IV = E(KS_enc, FF…FF), padding method 2.
    private func chipAuthenticationData(_ encrypted: [UInt8], keys: SessionKeys) -> [UInt8]? {
        let ones = [UInt8](repeating: 0xFF, count: keys.cipher.blockSize)
        guard let iv = try? keys.cipher.encryptBlock(ones, key: keys.encryption),
            let plain = try? keys.cipher.decryptCBC(encrypted, key: keys.encryption, iv: iv)
        else { return nil }
        return try? PaddingMethod2.remove(plain)
    }

    /// 9303-11 §4.4.3.4: a MAC over the other side's public key; AES without padding, 3DES with padding method 2.
    private func token(over publicKey: [UInt8], tag: Tag, keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        let data = TLV.encode(0x7F49, parts: [DER.encode(configuration.info.protocolOID), TLV.encode(tag, publicKey)])
        guard keys.cipher != .tripleDES else {
            return try MessageAuthenticationCode.retail(
                PaddingMethod2.add(data, blockSize: 8), key: keys.authentication)
        }
        let mac = try MessageAuthenticationCode.cmac(data, cipher: keys.cipher, key: keys.authentication)
        return Array(mac.prefix(8))
    }
}

/// A number in as few octets as possible, at least one.
package func shortestOctets(_ number: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = max(number, 0)
    repeat {
        octets.insert(UInt8(rest & 0xFF), at: 0)
        rest >>= 8
    } while rest > 0
    return octets
}
