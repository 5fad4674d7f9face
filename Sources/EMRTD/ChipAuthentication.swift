import CardCrypto
package import ISO7816
package import InlaySeams
import LDS
import Octets
package import SecureMessaging

/// Chip Authentication version 1 (9303-11 §6.2): a key agreement with the chip's static key, after which secure
/// messaging starts again with keys that only a genuine chip can have.
package struct ChipAuthentication {
    private let key: ChipAuthenticationKey
    private let random: RandomSource

    package init(_ key: ChipAuthenticationKey, random: RandomSource = .system) {
        self.key = key
        self.random = random
    }

    /// The new channel, and the terminal's public key, to which Terminal Authentication binds.
    package struct Agreed {
        package let channel: SecureChannel
        package let terminalPublicKey: EphemeralPublicKey
    }

    /// What became of a run.
    package enum Outcome {
        case agreed(Agreed)
        case refused(step: Step, StatusWord)
    }

    /// Runs the protocol on `channel`; the new channel lies directly over `base`.
    ///
    /// A refusal leaves the old session as it is (9303-11 §6.2.4). Throws what the channel throws.
    package func run(on channel: any CardChannel, over base: any CardChannel) throws(CardError) -> Outcome {
        let own = try withCryptography(during: "Chip Authentication: key pair") { () throws(CryptoError) in
            try key.domain.keyPair(random)
        }
        let refusal = try send(own.publicKey, on: channel)
        if let refusal { return refusal }
        let keys = try withCryptography(during: "Chip Authentication: key agreement") { () throws(CryptoError) in
            try SessionKeys(seed: key.domain.sharedSecret(own.secret, with: key.publicKey), cipher: key.cipher)
        }
        return .agreed(
            Agreed(
                channel: SecureChannel(over: base, codec: SecureMessagingCodec(keys: keys)),
                terminalPublicKey: EphemeralPublicKey(own.publicKey, key.agreement)))
    }

    private func send(_ publicKey: [UInt8], on channel: any CardChannel) throws(CardError) -> Outcome? {
        guard key.cipher == .tripleDES else { return try setAT(publicKey, on: channel) }
        // MSE:Set KAT is for 3DES only, and a chip with 3DES must have it (9303-11 §6.2.3).
        let step: Step = "Chip Authentication: MSE:Set KAT"
        let response = try channel.transmit(
            CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA6, data: TLV.encode(0x91, publicKey) + key.reference))
        guard response.status != .success else { return nil }
        // Quirk: chips with 3DES exist that only know MSE:Set AT; a refusal leaves the session alive.
        guard !key.isInferred else { return .refused(step: step, response.status) }
        if try setAT(publicKey, on: channel) == nil { return nil }
        return .refused(step: step, response.status)
    }

    private func setAT(_ publicKey: [UInt8], on channel: any CardChannel) throws(CardError) -> Outcome? {
        let select = try channel.transmit(
            CommandAPDU(
                ins: 0x22, p1: 0x41, p2: 0xA4, data: TLV.encode(0x80, key.protocolOID.contents) + key.reference))
        guard select.status == .success else {
            return .refused(step: "Chip Authentication: MSE:Set AT", select.status)
        }
        let response = try channel.transmitLong(
            CommandAPDU(
                ins: 0x86, data: TLV.encode(0x7C, TLV.encode(0x80, publicKey)), expected: .asMuchAsPossible))
        guard response.status == .success else {
            return .refused(step: "Chip Authentication: GENERAL AUTHENTICATE", response.status)
        }
        return nil
    }
}
