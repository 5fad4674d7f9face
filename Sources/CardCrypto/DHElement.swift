/// An element of a multiplicative group of prime order, other than 1. `DHGroup` makes and checks them.
public struct DHElement: Hashable, Sendable {
    /// The number in the full length of the prime.
    let octets: [UInt8]

    init(octets: [UInt8]) { self.octets = octets }
}
