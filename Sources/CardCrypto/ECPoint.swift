/// A point of an elliptic curve in affine coordinates; never the identity. `ECGroup` makes and checks them.
public struct ECPoint: Hashable, Sendable {
    /// The uncompressed encoding: 04, x, y.
    let encoded: [UInt8]

    init(encoded: [UInt8]) { self.encoded = encoded }

    /// The abscissa, as long as the field.
    public var x: [UInt8] { Array(encoded.dropFirst().prefix(encoded.count / 2)) }

    /// The ordinate, as long as the field.
    public var y: [UInt8] { Array(encoded.suffix(encoded.count / 2)) }
}
