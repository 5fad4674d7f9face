import CardCrypto
package import LDS

/// An ephemeral public key as a command or an answer carried it.
package struct EphemeralPublicKey: Hashable, Sendable {
    /// An uncompressed point, or a number.
    package let octets: [UInt8]
    /// The key agreement that it is for.
    package let agreement: KeyAgreement

    package init(_ octets: [UInt8], _ agreement: KeyAgreement) {
        self.octets = octets
        self.agreement = agreement
    }

    /// Comp of 9303-11 §7.1.2: the x coordinate in the length of the field, or SHA-1 of the number.
    package var compressed: [UInt8] {
        switch agreement {
        case .ecdh: Array(octets.dropFirst().prefix((octets.count - 1) / 2))
        case .dh: DigestAlgorithm.sha1.hash(octets)
        }
    }
}
