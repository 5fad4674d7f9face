import CardCrypto
import InlaySeams
import Octets

/// The key of Active Authentication inside a chip (9303-11 §6.1).
struct ActiveAuthenticationKey: Sendable {
    let key: PrivateKey
    let digest: DigestAlgorithm
    let form: ActiveAuthenticationSetting.SignatureForm
    /// SHA-1 with a trailer of two octets.
    let longTrailer: Bool

    /// `key` as `setting` uses it.
    init(_ key: PrivateKey, _ setting: ActiveAuthenticationSetting) {
        self.key = key
        digest = setting.digest
        form = setting.form
        longTrailer = setting.longTrailer
    }

    /// The answer to a challenge of the terminal.
    func sign(_ challenge: [UInt8], random: RandomSource) throws(CryptoError) -> [UInt8] {
        guard case .rsa = key.publicKey.kind else {
            return try key.sign(challenge, algorithm: form == .der ? .ecdsa(digest) : .plainECDSA(digest))
        }
        let modulus = try modulus()
        let trailer = trailer
        // ISO/IEC 9796-2 §8, scheme 1 with partial recovery: 6A, M1, hash of M1 and M2, trailer. M2 is the challenge.
        let count = modulus.count - 1 - digest.byteCount - trailer.count
        guard count > 0 else { throw .unusableKey("the modulus is too short for the digest") }
        let own = random.bytes(count)
        let block = [0x6A] + own + digest.hash(own + challenge) + trailer
        let signature = try key.raised(toPrivateExponent: block)
        guard form == .smaller else { return signature }
        let other = Self.difference(modulus, signature)
        return other.lexicographicallyPrecedes(signature) ? other : signature
    }

    /// The octet BC for SHA-1, else the number of the digest in ISO/IEC 10118 and CC.
    private var trailer: [UInt8] {
        switch digest {
        case .sha1: longTrailer ? [0x33, 0xCC] : [0xBC]
        case .sha224: [0x38, 0xCC]
        case .sha256: [0x34, 0xCC]
        case .sha384: [0x36, 0xCC]
        case .sha512: [0x35, 0xCC]
        }
    }

    private func modulus() throws(CryptoError) -> [UInt8] {
        do {
            var reader = TLVReader(key.publicKey.subjectPublicKey, in: "RSAPublicKey", rules: .ber)
            var contents = try reader.next(.sequence).contents("RSAPublicKey")
            return try contents.next(.integer).unsigned("RSAPublicKey")
        } catch {
            throw .malformed(error)
        }
    }

    /// The difference of two numbers of the same length, the first not below the second.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var borrow = 0
        var result = left
        for index in left.indices.reversed() where right.indices.contains(index) {
            let difference = Int(left[index]) - Int(right[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}
