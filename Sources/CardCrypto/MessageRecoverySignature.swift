import Octets

/// RSA signatures with partial message recovery (ISO/IEC 9796-2, scheme 1), as Active Authentication uses them
/// (9303-11 §6.1.2, App. B and F).
public struct MessageRecoverySignature: Hashable, Sendable {
    /// The hash function that the trailer names.
    public let digest: DigestAlgorithm
    /// The trailer: BC, or 33CC to 38CC.
    public let trailer: [UInt8]
    /// The signature is the smaller of s and n - s (production function B.4 instead of B.6).
    public let isComplement: Bool

    /// Verifies `signature` over the unrecoverable part `message`; nil when it does not hold.
    ///
    /// A signature shorter than the modulus is filled with leading zeros, which some chips leave out. Throws when the
    /// key is not RSA or cannot be used.
    public init?(_ signature: [UInt8], over message: [UInt8], key: PublicKey) throws(CryptoError) {
        guard case .rsa(let bits, _) = key.kind else { throw .unusableKey("it is not an RSA key") }
        let count = (bits + 7) / 8
        guard signature.count <= count, !signature.isEmpty else { return nil }
        let whole = [UInt8](repeating: 0, count: count - signature.count) + signature
        guard let recovered = try? key.recovered(fromRSASignature: whole) else { return nil }
        if let found = Self.open(recovered, message) {
            (digest, trailer) = found
            isComplement = false
        } else if let modulus = key.modulus, modulus.count == count,
            let found = Self.open(Self.subtract(recovered, from: modulus), message)
        {
            (digest, trailer) = found
            isComplement = true
        } else {
            return nil
        }
    }

    /// F = 6A ‖ M1 ‖ H(M1 ‖ M2) ‖ trailer.
    private static func open(_ block: [UInt8], _ message: [UInt8]) -> (DigestAlgorithm, [UInt8])? {
        guard block.first == 0x6A, let last = block.last else { return nil }
        let digest: DigestAlgorithm
        let trailer: [UInt8]
        if last == 0xBC {
            digest = .sha1
            trailer = [last]
        } else if last == 0xCC, let identifier = block.dropLast().last, let known = hashIdentifiers[identifier] {
            digest = known
            trailer = [identifier, last]
        } else {
            return nil
        }
        let body = block.dropFirst().dropLast(trailer.count)
        guard body.count >= digest.byteCount else { return nil }
        let recovered = Array(body.dropLast(digest.byteCount))
        guard ConstantTime.equal(digest.hash(recovered + message), Array(body.suffix(digest.byteCount))) else {
            return nil
        }
        return (digest, trailer)
    }

    /// ISO/IEC 10118 hash function identifiers.
    private static let hashIdentifiers: [UInt8: DigestAlgorithm] = [
        0x33: .sha1, 0x34: .sha256, 0x35: .sha512, 0x36: .sha384, 0x38: .sha224,
    ]

    /// `modulus` - `value`, both of the same length and value < modulus.
    private static func subtract(_ value: [UInt8], from modulus: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var borrow = 0
        for (minuend, subtrahend) in zip(modulus.reversed(), value.reversed()) {
            let difference = Int(minuend) - Int(subtrahend) - borrow
            borrow = difference < 0 ? 1 : 0
            result.append(UInt8(truncatingIfNeeded: difference))
        }
        return result.reversed()
    }
}

extension PublicKey {
    /// The modulus of an RSA key without leading zeros (RFC 8017 §A.1.1); nil for other keys.
    public var modulus: [UInt8]? {
        guard case .rsa = kind else { return nil }
        var reader = TLVReader(subjectPublicKey, in: "RSAPublicKey", rules: .ber)
        guard var parts = try? reader.next(.sequence).contents("RSAPublicKey") else { return nil }
        return try? parts.next(.integer).unsigned("RSAPublicKey")
    }
}
