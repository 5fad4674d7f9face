/// A system of a simulated chip: a card of its own within the card, with its own IDm.
public struct FeliCaSystem: Hashable, Sendable {
    /// System code.
    public var code: UInt16
    /// Services, in ascending order of their codes.
    public var services: [FeliCaService]
    /// Areas with the last code in them; area 0000 holds all.
    public var areas: [(first: UInt16, last: UInt16)] { [(0x0000, 0xFFFE)] }

    /// A system.
    public init(_ code: UInt16, _ services: [FeliCaService]) {
        self.code = code
        self.services = services.sorted { $0.code < $1.code }
    }
}
