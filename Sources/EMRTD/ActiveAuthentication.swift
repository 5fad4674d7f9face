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

    /// What asking came to.
    package struct Run {
        package let evidence: ActiveAuthenticationEvidence
        /// What the chip did otherwise than it should.
        package var deviations: [ReadingDeviation] = []
    }

    /// Asks the chip; a refusal is evidence, too. Throws what the channel throws.
    ///
    /// A signature that does not fit into a short answer is asked for in extended form at once where the chip announces
    /// that, else only when the short form did not bring it.
    package func run(
        on channel: any CardChannel, announcesExtendedLength: Bool = false
    ) throws(CardError) -> Run {
        let challenge = random.bytes(8)
        let isLong = signatureCount > capacity(of: channel) && channel.limits.allowExtendedLength
        let long = CommandAPDU.Expected.upTo(max(signatureCount, 257))
        var forms: [CommandAPDU.Expected] = [.asMuchAsPossible]
        if isLong { forms = announcesExtendedLength ? [long, .asMuchAsPossible] : [.asMuchAsPossible, long] }
        var deviations: [ReadingDeviation] = []
        var best = (signature: [UInt8](), status: StatusWord(0x6F00))
        for form in forms {
            let answer = try collect(challenge, form, on: channel)
            let isBetter = answer.status == .success && answer.signature.count >= best.signature.count
            if best.signature.isEmpty || isBetter { best = answer }
            if answer.status == .success, answer.signature.isEmpty { deviations.append(.emptySignature) }
            // Leading zeros may be missing, not more.
            if best.status == .success, best.signature.count + 4 >= signatureCount || !isLong { break }
        }
        guard best.status == .success, !best.signature.isEmpty, best.signature.count <= 2048 else {
            if best.status != .success {
                deviations.append(.evidenceRefused(step: "Active Authentication", best.status))
            }
            return Run(
                evidence: ActiveAuthenticationEvidence(
                    challenge: challenge, signature: nil, refusal: best.status.description),
                deviations: deviations)
        }
        return Run(
            evidence: ActiveAuthenticationEvidence(challenge: challenge, signature: best.signature),
            deviations: deviations)
    }

    /// The signature in one form of the command, with what the chip holds back.
    private func collect(
        _ challenge: [UInt8], _ expected: CommandAPDU.Expected, on channel: any CardChannel
    ) throws(CardError) -> (signature: [UInt8], status: StatusWord) {
        var response = try ask(challenge, expected, on: channel)
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
        return (signature, response.status)
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
