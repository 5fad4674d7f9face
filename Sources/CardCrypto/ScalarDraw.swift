import InlaySeams

/// Random numbers from 1 to `order` - 1, without a bias: out of range means drawing again.
struct ScalarDraw {
    /// Big endian, in full length.
    let order: [UInt8]
    /// Bits of the order.
    let bits: Int

    // Each draw succeeds with a probability above one half.
    private static let drawLimit = 128

    func draw(_ random: RandomSource) throws(CryptoError) -> SecretBytes {
        let excess = UInt8(0xFF) >> UInt8(order.count * 8 - bits)
        for _ in 0..<Self.drawLimit {
            var octets = random.bytes(order.count)
            guard octets.count == order.count, let first = octets.first else { throw .unusableRandomness }
            octets[0] = first & excess
            let scalar = SecretBytes(taking: octets)
            if isInRange(scalar) { return scalar }
        }
        throw .unusableRandomness
    }

    func isInRange(_ scalar: SecretBytes) -> Bool {
        guard scalar.count == order.count else { return false }
        return scalar.withBytes { scalar in
            // The borrow of scalar - order, and whether any bit is set; no branch depends on the value.
            var borrow = 0
            var bits: UInt8 = 0
            for index in scalar.indices.reversed() {
                borrow = (Int(scalar[index]) - Int(order[index]) - borrow) < 0 ? 1 : 0
                bits |= scalar[index]
            }
            return borrow == 1 && bits != 0
        }
    }
}
