import InlaySeams
import Testing

@testable import CardCrypto

/// A signature from the field that other programs took for broken code (emrtd-hard-cases 48): key, digest and signature of
/// a Lithuanian EF.SOD, as reported in gmrtd/gmrtd #130. The content is not known, only its digest.
struct LithuanianSignatureTests {
    private let point: [UInt8]
    private let digest: [UInt8]
    private let signature: [UInt8]

    init() throws {
        point = try hex(
            "0457d501cbae62f598dd1b3e4fbd8436f1c6369e909c2f03db3b0f3675"
                + "db2edd2c28150fd88d19b88f54203862864b8a48ec119f983e84047f")
        digest = try hex("dfc359a1af40d3d1f49c478c4a320d7f40c57239565b840915840121")
        signature = try hex(
            "303e021d00f455246ca17c5e781747863ebcc3de01f9f309de065675b53f13859e"
                + "021d008e1538e9a81410afa667ce45c5807ab26f78914117a6d421872e311d")
    }

    private static let settings = PublicKeyHandle.Settings(digest: Int32(DigestAlgorithm.sha224.bits))

    @Test func `48: the key is on secp224r1 and on no other curve of its size`() throws {
        _ = try ECGroup(.secp224r1).point(decoding: point)
        #expect(throws: CryptoError.self) { try ECGroup(.brainpoolP224r1).point(decoding: point) }
    }

    @Test func `48: the signature is well formed and not valid, the key usable`() throws {
        let key = try PublicKey(ECGroup(.secp224r1).point(decoding: point), on: .secp224r1)
        try key.checkUsable()
        #expect(key.label == "secp224r1")
        #expect(try !key.verify(signature, ofDigest: digest, Self.settings))
        // A longer digest counts with its first 224 bits, so what stands behind them changes nothing.
        for algorithm in [DigestAlgorithm.sha256, .sha512] {
            let longer = digest + [UInt8](repeating: 0xA5, count: algorithm.byteCount - digest.count)
            let settings = PublicKeyHandle.Settings(digest: Int32(algorithm.bits))
            #expect(try !key.verify(signature, ofDigest: longer, settings))
        }
    }

    /// That the same way says yes where it should; SHA-256 is longer than the order.
    @Test(arguments: [DigestAlgorithm.sha224, .sha256, .sha512])
    func `48: a key of that curve verifies what it signed, by DER and by the plain form`(algorithm: DigestAlgorithm)
        throws
    {
        let key = try PrivateKey(.secp224r1, random: .seeded(48))
        let message = Array("P-224".utf8)
        let own = try key.sign(message, algorithm: .ecdsa(algorithm))
        #expect(own.first == 0x30)
        let settings = PublicKeyHandle.Settings(digest: Int32(algorithm.bits))
        #expect(try key.publicKey.verify(own, ofDigest: algorithm.hash(message), settings))
        #expect(try !key.publicKey.verify(signature, ofDigest: algorithm.hash(message), settings))
        let plain = try key.sign(message, algorithm: .plainECDSA(algorithm))
        #expect(plain.count == 56)
        #expect(try key.publicKey.verify(signature: plain, of: message, algorithm: .plainECDSA(algorithm)))
        #expect(try !key.publicKey.verify(signature: plain, of: message, algorithm: .ecdsa(algorithm)))
    }
}
