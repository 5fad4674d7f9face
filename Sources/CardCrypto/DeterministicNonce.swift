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
        let seed = SecretBytes(joining: [scalar, Self.reduced(Self.leftmost(SecretBytes(hash), draw), order: order)])
        try update(0x00, seed)
        try update(0x01, seed)
    }

    /// The next nonce, from 1 to n - 1.
    mutating func next() throws(CryptoError) -> SecretBytes {
        // Steps h: each round succeeds with a probability above one half.
        for _ in 0..<128 {
            var octets = SecretBytes([])
            while octets.count < draw.order.count {
                value = try MessageAuthenticationCode.hmac(value, digest: digest, key: key)
                octets = SecretBytes(joining: [octets, value])
            }
            let candidate = Self.leftmost(octets, draw)
            try update(0x00, SecretBytes([]))
            if draw.isInRange(candidate) { return candidate }
        }
        throw .unusableRandomness
    }

    private mutating func update(_ separator: UInt8, _ seed: SecretBytes) throws(CryptoError) {
        let message = SecretBytes(joining: [value, SecretBytes([separator]), seed])
        key = try MessageAuthenticationCode.hmac(message, digest: digest, key: key)
        value = try MessageAuthenticationCode.hmac(value, digest: digest, key: key)
    }

    /// bits2int: the leftmost bits, as many as the order has, as a number of its length (RFC 6979 §2.3.2).
    private static func leftmost(_ octets: SecretBytes, _ draw: ScalarDraw) -> SecretBytes {
        let count = draw.order.count
        // A digest shorter than the order is a number as it is.
        let padding = max(0, count - octets.count)
        let shift = padding == 0 ? UInt8(count * 8 - draw.bits) : 0
        return SecretBytes(count: count) { result in
            octets.withBytes { octets in
                var carry: UInt8 = 0
                for index in padding..<count {
                    let octet = octets[index - padding]
                    result[index] = octet >> shift | carry
                    carry = shift == 0 ? 0 : octet << (8 - shift)
                }
            }
        }
    }

    /// bits2octets: a number below twice the order, modulo the order (RFC 6979 §2.3.4).
    private static func reduced(_ number: SecretBytes, order: [UInt8]) -> SecretBytes {
        let difference = SecretBytes(count: order.count) { result in
            number.withBytes { number in
                var borrow = 0
                for index in order.indices.reversed() {
                    let value = Int(number[index]) - Int(order[index]) - borrow
                    borrow = value < 0 ? 1 : 0
                    result[index] = UInt8(truncatingIfNeeded: value)
                }
            }
        }
        let isBelow = number.withBytes { number in
            order.indices.first { number[$0] != order[$0] }.map { number[$0] < order[$0] } ?? false
        }
        return isBelow ? number : difference
    }
}
