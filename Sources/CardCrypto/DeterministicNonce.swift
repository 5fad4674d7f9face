/// The nonces of deterministic ECDSA (RFC 6979 §3.2): the simulator issues the same document from the same seed.
struct DeterministicNonce {
    private let digest: DigestAlgorithm
    private let draw: ScalarDraw
    private var key: SecretBytes
    private var value: SecretBytes

    /// Begins the sequence of nonces for signing the digest `hash` with `scalar`.
    init(
        _ digest: DigestAlgorithm, hash: [UInt8], privateKey scalar: SecretBytes, order: [UInt8], bits: Int
    ) throws(CryptoError) {
        self.digest = digest
        draw = ScalarDraw(order: order, bits: bits)
        key = SecretBytes([UInt8](repeating: 0, count: digest.byteCount))
        value = SecretBytes([UInt8](repeating: 1, count: digest.byteCount))
        let seed = SecretBytes(taking: scalar.exposed() + Self.reduced(Self.leftmost(hash, draw), order: order))
        try update(0x00, seed)
        try update(0x01, seed)
    }

    /// The next nonce, from 1 to n - 1.
    mutating func next() throws(CryptoError) -> SecretBytes {
        // Steps h: each round succeeds with a probability above one half.
        for _ in 0..<128 {
            var octets: [UInt8] = []
            while octets.count < draw.order.count {
                value = try MessageAuthenticationCode.hmac(value, digest: digest, key: key)
                octets += value.exposed()
            }
            let candidate = SecretBytes(taking: Self.leftmost(octets, draw))
            try update(0x00, SecretBytes([]))
            if draw.isInRange(candidate) { return candidate }
        }
        throw .unusableRandomness
    }

    private mutating func update(_ separator: UInt8, _ seed: SecretBytes) throws(CryptoError) {
        let message = SecretBytes(taking: value.exposed() + [separator] + seed.exposed())
        key = try MessageAuthenticationCode.hmac(message, digest: digest, key: key)
        value = try MessageAuthenticationCode.hmac(value, digest: digest, key: key)
    }

    /// bits2int: the leftmost bits, as many as the order has, as a number of its length (RFC 6979 §2.3.2).
    private static func leftmost(_ octets: [UInt8], _ draw: ScalarDraw) -> [UInt8] {
        let count = draw.order.count
        guard octets.count >= count else { return [UInt8](repeating: 0, count: count - octets.count) + octets }
        let shift = count * 8 - draw.bits
        var carry: UInt8 = 0
        return octets.prefix(count).map { octet in
            defer { carry = shift == 0 ? 0 : octet << UInt8(8 - shift) }
            return octet >> UInt8(shift) | carry
        }
    }

    /// bits2octets: a number below twice the order, modulo the order (RFC 6979 §2.3.4).
    private static func reduced(_ number: [UInt8], order: [UInt8]) -> [UInt8] {
        guard !number.lexicographicallyPrecedes(order) else { return number }
        var borrow = 0
        var result = number
        for index in number.indices.reversed() {
            let difference = Int(number[index]) - Int(order[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}
