import Octets

/// The two numbers of an ECDSA signature, each in the full length of the order.
struct ECDSASignature: Hashable, Sendable {
    let r: [UInt8]
    let s: [UInt8]

    /// Splits r and s side by side (TR-03111 §5.2.1); nil when the length is another.
    init?(plain signature: [UInt8], curve: NamedCurve) {
        guard signature.count == 2 * curve.orderByteCount else { return nil }
        r = Array(signature.prefix(curve.orderByteCount))
        s = Array(signature.suffix(curve.orderByteCount))
    }

    /// r and s side by side.
    var plainEncoded: [UInt8] { r + s }

    /// SEQUENCE { r, s } (X9.62).
    var derEncoded: [UInt8] { DER.sequence([DER.encode(unsigned: r), DER.encode(unsigned: s)]) }
}
