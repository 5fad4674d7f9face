import CardCrypto
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isThere, Corpus.notice))
struct PrivateKeyCorpusTests {
    private func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(
            Corpus.files("emrtd/bin/bsi_tr03105_5").first { $0.lastPathComponent == name })
        return try Corpus.bytes(file)
    }

    // BSI TR-03105-5: the keys of a specimen, explicit parameters of brainpoolP224r1 and RSA with 1024 bits.
    @Test(arguments: [
        ("DG14", PublicKey.Kind.ellipticCurve(.brainpoolP224r1, .explicit)), ("DG15", .rsa(bits: 1024, onlyPSS: false)),
    ])
    func `a private key of the reference data set belongs to its public key`(
        name: String, kind: PublicKey.Kind
    ) throws {
        let key = try PrivateKey(pkcs8: bytes("\(name)_sk.pkcs8"))
        let published = try PublicKey(subjectPublicKeyInfo: bytes("\(name)_pk.bin"))
        #expect(key.publicKey.kind == kind && published.kind == kind)
        #expect(key.publicKey.subjectPublicKey == published.subjectPublicKey)
        let algorithm: SignatureAlgorithm = key.scalar == nil ? .rsaPKCS1(.sha256) : .ecdsa(.sha256)
        let signature = try key.sign([1, 2, 3], algorithm: algorithm)
        #expect(try published.verify(signature: signature, of: [1, 2, 3], algorithm: algorithm))
    }
}
