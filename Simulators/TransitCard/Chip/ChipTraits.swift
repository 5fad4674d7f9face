/// How a simulated FeliCa chip behaves, where products differ.
public struct ChipTraits: Hashable, Sendable {
    /// How the first status flag names an entry of a list.
    public enum FlagEncoding: String, Hashable, Sendable, CaseIterable {
        /// The number of the entry, from 1.
        case number
        /// A bit for the entry, which two entries can share.
        case bit
    }

    /// IC type, the second octet of PMm.
    public var icType: UInt8 = 0x31
    /// Most blocks in one Read Without Encryption.
    public var blockLimit = 12
    /// Most services in one Read Without Encryption.
    public var serviceLimit = 16
    /// How status flag 1 is written.
    public var flagEncoding = FlagEncoding.number
    /// True when it knows Request System Code and Search Service Code; FeliCa Lite does not.
    public var tellsStructure = true
    /// True when a polling must name the system: wildcards are not answered.
    public var needsExplicitPolling = false
    /// True when a polling that asks for the system code is not answered.
    public var refusesRequestCode = false
    /// Octets 3 to 7 of PMm: how long it says that it may take.
    public var timeParameters: [UInt8] = [0x06, 0x01, 0x4B, 0x02, 0x4F]
    /// Time beyond that, which a chip in a weak field needs.
    public var delay = Duration.zero

    /// A chip of today.
    public init() {}

    /// PMm: ROM type, IC type, time parameters, and one octet that is not used.
    var parameters: [UInt8] {
        [0x01, icType] + (timeParameters + [0, 0, 0, 0, 0]).prefix(5) + [0xFF]
    }

    /// The time that the chip says it may take: A in bits 1 to 3, B in bits 4 to 6, E in bits 7 and 8 of the parameter at
    /// `index` of PMm, in units of 4096 periods of the carrier (JIS X 6319-4).
    func declaredTime(_ index: Int, count: Int) -> Duration {
        let parameter = Int(parameters[index])
        let units = ((parameter >> 3 & 7) + 1) * count + (parameter & 7) + 1
        return .nanoseconds(302_065 * (units << (2 * (parameter >> 6))))
    }
}
