package import CardCrypto
package import InlaySeams

/// A private key and the way in which it signs.
package struct SigningKey: Sendable {
    let key: PrivateKey
    let algorithm: SignatureAlgorithm
    /// Salts of RSASSA-PSS.
    let random: RandomSource

    /// `key` signing with `algorithm`.
    package init(_ key: PrivateKey, _ algorithm: SignatureAlgorithm, _ random: RandomSource = .system) {
        self.key = key
        self.algorithm = algorithm
        self.random = random
    }

    var publicKey: PublicKey { key.publicKey }

    /// SHA-1 of the key's octets (RFC 5280 §4.2.1.2).
    var identifier: [UInt8] { CertificateBuilder.keyIdentifier(publicKey) }

    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try key.sign(message, algorithm: algorithm, random: random)
    }
}
