public import CardCrypto

/// What kind of key signs: the chip's in Active Authentication, the terminal's in Terminal Authentication.
public enum SignatureKeyKind: Hashable, Sendable {
    /// RSA with a modulus of so many bits.
    case rsa(bits: Int)
    /// ECDSA.
    case curve(NamedCurve)

    /// What a settings text takes.
    static let expectation = "rsa1024 to rsa4096 or a curve (\(NamedCurve.names))"

    /// From a word of a settings text: `rsa2048`, `bp256`.
    init?(settingsName word: String) {
        if let curve = NamedCurve(settingsName: word) {
            self = .curve(curve)
            return
        }
        guard word.hasPrefix("rsa"), let bits = Int(word.dropFirst(3)), (1024...4096).contains(bits),
            bits.isMultiple(of: 8)
        else { return nil }
        self = .rsa(bits: bits)
    }

    /// In a sentence, with the digest.
    func title(_ digest: DigestAlgorithm) -> String {
        switch self {
        case .rsa(let bits): "RSA of \(bits) bits and \(digest.name)"
        case .curve(let curve): "ECDSA on \(curve.name) and \(digest.name)"
        }
    }
}
