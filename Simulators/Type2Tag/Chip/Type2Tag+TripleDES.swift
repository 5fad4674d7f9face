import CardCrypto
import ISO7816
import InlaySeams

/// AUTHENTICATE of Ultralight C (MF0ICU2 §7.5.5): two-key 3DES in CBC mode, both sides in one chain.
extension Type2Tag {
    /// Each half of the key is stored with its last byte first.
    private var key: SecretBytes {
        SecretBytes(activeKey.prefix(8).reversed() + activeKey.dropFirst(8).reversed())
    }

    func challenge() -> FrameAnswer {
        let drawn = random.bytes(8)
        guard
            let sent = try? BlockCipher.tripleDES.encryptCBC(drawn, key: key, iv: [UInt8](repeating: 0, count: 8))
        else { return Self.refused }
        pending = .challenge(drawn: drawn, sent: sent)
        return .bytes([0xAF] + sent)
    }

    func answerChallenge(_ received: [UInt8], drawn: [UInt8], sent: [UInt8]) -> FrameAnswer {
        guard let plain = try? BlockCipher.tripleDES.decryptCBC(received, key: key, iv: sent), plain.count == 16,
            Array(plain.suffix(8)) == Self.rotated(drawn),
            let proof = try? BlockCipher.tripleDES.encryptCBC(
                Self.rotated(Array(plain.prefix(8))), key: key, iv: Array(received.suffix(8)))
        else { return Self.refused }
        state = .authenticated
        return .bytes([0x00] + proof)
    }

    /// The first byte goes to the end.
    private static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst() + bytes.prefix(1)) }
}
