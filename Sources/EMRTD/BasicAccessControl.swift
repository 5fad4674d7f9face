package import CardCrypto
package import ISO7816
package import InlaySeams
import SecureMessaging

/// Basic Access Control (9303-11 §4.3, with the worked example in appendix D).
package struct BasicAccessControl: AccessProtocol {
    private let mrzInformation: SecretBytes
    private let random: RandomSource

    package init(mrzInformation: SecretBytes, random: RandomSource = .system) {
        self.mrzInformation = mrzInformation
        self.random = random
    }

    package var name: String { "BAC" }
    package var establishes: AccessSummary.Established { .bac }
    package var needsApplication: Bool { true }

    private static let challengeStep: Step = "BAC: GET CHALLENGE"
    private static let authenticateStep: Step = "BAC: EXTERNAL AUTHENTICATE"

    package func open(_ channel: any CardChannel) throws(CardError) -> OpenedAccess {
        let keys = try withCryptography(during: "BAC: derive keys") { () throws(CryptoError) in
            // 9303-11 §9.7.2: only 16 of the 20 bytes.
            var hash = DigestAlgorithm.sha1.hash(mrzInformation).exposed()
            defer { hash.wipe() }
            return try SessionKeys(seed: SecretBytes(hash.prefix(16)), cipher: .tripleDES)
        }
        do {
            return try run(on: channel, keys: keys, expected: .upTo(40))
        } catch {
            // Quirk (seen by several readers): Le = 28 is refused, Le = 00 works. The challenge is used up.
            guard error.code == .unexpectedStatus(0x6700), error.step == Self.authenticateStep else { throw error }
            var opened = try run(on: channel, keys: keys, expected: .asMuchAsPossible)
            opened.deviations = [.expectedLengthRefused(0x6700)]
            return opened
        }
    }

    private func run(
        on channel: any CardChannel, keys: SessionKeys, expected: CommandAPDU.Expected
    ) throws(CardError) -> OpenedAccess {
        let offer = try channel.transmit(CommandAPDU(ins: 0x84, expected: .upTo(8)))
        guard offer.status == .success else {
            throw AccessRefusal(offer.status, at: .basicAccessChallenge, password: .machineReadableZone).error()
        }
        let challenge = offer.data
        guard challenge.count == 8 else {
            throw CardError(.malformedResponse, during: Self.challengeStep, detail: "a challenge has 8 bytes")
        }
        let nonce = random.bytes(8)
        let keyPart = SecretBytes(random.bytes(16))
        let cryptogram = try withCryptography(during: Self.authenticateStep) { () throws(CryptoError) in
            var plain = nonce + challenge + keyPart.exposed()
            defer { plain.wipe() }
            return try Self.seal(plain, keys)
        }
        let response = try channel.transmit(CommandAPDU(ins: 0x82, data: cryptogram, expected: expected))
        guard response.status == .success else { throw Self.refusal(response.status) }
        let sealed = response.data
        guard sealed.count == 40 else {
            throw CardError(.malformedResponse, during: Self.authenticateStep, detail: "an answer of 40 bytes is due")
        }
        let answer = try withCryptography(during: Self.authenticateStep) { () throws(CryptoError) in
            try Self.unseal(sealed, keys)
        }
        guard var plain = answer else {
            throw CardError(.cryptographyRefused, during: Self.authenticateStep, detail: "the chip's MAC is wrong")
        }
        defer { plain.wipe() }
        // 9303-11 §4.3.1: the chip proves that it read RND.IFD; RND.IC is compared as well.
        guard ConstantTime.equal(Array(plain[8..<16]), nonce), ConstantTime.equal(Array(plain[..<8]), challenge) else {
            throw CardError(
                .cryptographyRefused, during: Self.authenticateStep, detail: "the chip answers other random numbers")
        }
        let sessionKeys = try withCryptography(during: "BAC: derive session keys") { () throws(CryptoError) in
            var chipPart = Array(plain[16...])
            var own = keyPart.exposed()
            defer {
                chipPart.wipe()
                own.wipe()
            }
            return try SessionKeys(seed: SecretBytes(zip(chipPart, own).map { $0 ^ $1 }), cipher: .tripleDES)
        }
        // 9303-11 §9.8.6.3: the four low bytes of each random number.
        let codec = SecureMessagingCodec(keys: sessionKeys, counter: challenge.suffix(4) + nonce.suffix(4))
        return OpenedAccess(channel: SecureChannel(over: channel, codec: codec))
    }

    private static func seal(_ plain: [UInt8], _ keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        let cryptogram = try BlockCipher.tripleDES.encryptCBC(
            plain, key: keys.encryption, iv: [UInt8](repeating: 0, count: 8))
        return cryptogram + (try mac(cryptogram, keys))
    }

    /// Nil when the MAC is wrong; else 32 bytes.
    private static func unseal(_ sealed: [UInt8], _ keys: SessionKeys) throws(CryptoError) -> [UInt8]? {
        let cryptogram = Array(sealed.prefix(32))
        guard ConstantTime.equal(try mac(cryptogram, keys), Array(sealed.suffix(8))) else { return nil }
        return try BlockCipher.tripleDES.decryptCBC(
            cryptogram, key: keys.encryption, iv: [UInt8](repeating: 0, count: 8))
    }

    private static func mac(_ cryptogram: [UInt8], _ keys: SessionKeys) throws(CryptoError) -> [UInt8] {
        try MessageAuthenticationCode.retail(
            PaddingMethod2.add(cryptogram, blockSize: 8), key: keys.authentication)
    }

    /// 9303-11 leaves the codes open; these are what chips do.
    private static func refusal(_ status: StatusWord) -> CardError {
        let refusal = AccessRefusal(status, at: .basicAccessAuthenticate, password: .machineReadableZone)
        let isSecret = status == 0x6300 || status == 0x6983 || status.triesLeft != nil
        return refusal.error(isSecret ? .authenticationFailed : nil)
    }
}
