package import CardCrypto
package import ISO7816
package import InlaySeams
package import LDS
import SecureMessaging

/// Active Authentication (9303-11 §6.1): the chip signs a challenge with a key that EF.DG15 names. The signature is
/// judged offline.
package struct ActiveAuthentication {
    private let signatureCount: Int
    private let random: RandomSource

    /// `publicKey` tells how long the answer will be.
    package init(publicKey: PublicKey, random: RandomSource = .system) {
        signatureCount =
            switch publicKey.kind {
            case .rsa(let bits, _): (bits + 7) / 8
            // r and s; the DER form is a little longer.
            default: publicKey.curve.map { 2 * $0.orderByteCount + 9 } ?? 141
            }
        self.random = random
    }

    /// Asks the chip; a refusal is evidence, too. Throws what the channel throws.
    package func run(on channel: any CardChannel) throws(CardError) -> ActiveAuthenticationEvidence {
        let challenge = random.bytes(8)
        var expected: CommandAPDU.Expected = .asMuchAsPossible
        if signatureCount > capacity(of: channel), channel.limits.allowExtendedLength {
            expected = .upTo(max(signatureCount, 257))
        }
        var response = try ask(challenge, expected, on: channel)
        if response.status == 0x6700, expected != .asMuchAsPossible {
            response = try ask(challenge, .asMuchAsPossible, on: channel)
        }
        if let length = response.status.correctLength, response.data.isEmpty {
            response = try ask(challenge, .upTo(length), on: channel)
        }
        var signature = response.data
        var rounds = 0
        while let available = response.status.bytesAvailable, rounds < 8 {
            rounds += 1
            response = try channel.transmit(
                CommandAPDU(ins: 0xC0, expected: available == 256 ? .asMuchAsPossible : .upTo(available)))
            signature += response.data
        }
        guard response.status == .success, !signature.isEmpty, signature.count <= 2048 else {
            return ActiveAuthenticationEvidence(
                challenge: challenge, signature: nil, refusal: response.status.description)
        }
        return ActiveAuthenticationEvidence(challenge: challenge, signature: signature)
    }

    private func ask(
        _ challenge: [UInt8], _ expected: CommandAPDU.Expected, on channel: any CardChannel
    ) throws(CardError) -> ResponseAPDU {
        try channel.transmit(CommandAPDU(ins: 0x88, data: challenge, expected: expected))
    }

    private func capacity(of channel: any CardChannel) -> Int {
        (channel as? SecureChannel).map { SecureMessagingCodec.shortAnswerCapacity($0.cipher) } ?? 256
    }
}
