/// A chip of the Type 2 family as its data sheet has it: memory, commands, and what it holds when it is new.
public struct Type2Model: Hashable, Sendable {
    /// Commands that not all of the chips have. READ, WRITE and HLTA are those of all.
    public enum Command: Hashable, Sendable, CaseIterable {
        /// GET_VERSION.
        case version
        /// FAST_READ.
        case fastRead
        /// COMPATIBILITY_WRITE.
        case compatibilityWrite
        /// READ_SIG.
        case signature
        /// PWD_AUTH.
        case password
        /// READ_CNT of one counter that counts readings, at address 02.
        case readCounter
        /// READ_CNT, INCR_CNT and CHECK_TEARING_EVENT of three counters.
        case counters
        /// VCSL.
        case virtualCard
        /// AUTHENTICATE with 3DES.
        case tripleDES
        /// READ_TT_STATUS.
        case tamper
        /// SECTOR_SELECT.
        case sectors
    }

    /// Name, as the maker writes it.
    public let name: String
    /// Answer to GET_VERSION; nil where the chip does not know the command.
    public let version: [UInt8]?
    /// Pages that exist, in sector 0.
    public let pageCount: Int
    /// Pages that READ gives; those behind are never read.
    let readablePages: Int
    /// Pages of sector 1; 0 for one sector.
    var secondSector = 0
    /// Pages that refuse to be written, because what writing does there is not simulated.
    var refusedPages: Set<Int> = []
    /// Capability container, or one-time bits, of a new chip.
    let container: [UInt8]
    /// Data of a new chip from page 04 on.
    let data: [UInt8]
    /// Lock bytes behind the user memory.
    let locks: DynamicLocks?
    /// First of the four configuration pages CFG0, CFG1, PWD and PACK; nil without.
    let configuration: Int?
    /// What these pages hold when the chip is new.
    let configurationData: [UInt8]
    /// Commands besides READ, WRITE and HLTA.
    public let commands: Set<Command>
    /// The one-way counter of 16 bits (MF0ICU2 §7.5.11, NTAG203 §8.5.6); nil without.
    var counterPage: Int?
    /// UID of the sample whose signature is known, or one that was made up.
    let identifier: [UInt8]
    /// Originality signature that belongs to `identifier`; 32 zeros where the chip has none.
    let signature: [UInt8]
    /// False for chips whose first pages hold the UID without check bytes (NT3H2111 §8.3.5).
    var hasCheckBytes = true
    /// True for chips that say NAK to what they do not know; others are silent.
    var refusesAloud = true

    init(
        _ name: String, version: [UInt8]?, pages: Int, readable: Int? = nil, container: [UInt8], data: [UInt8] = [],
        locks: DynamicLocks? = nil, configuration: Int? = nil, configurationData: [UInt8] = [],
        commands: Set<Command>, identifier: [UInt8], signature: [UInt8] = []
    ) {
        self.name = name
        self.version = version
        pageCount = pages
        readablePages = readable ?? pages
        self.container = container
        self.data = data
        self.locks = locks
        self.configuration = configuration
        self.configurationData = configurationData
        self.commands = commands
        self.identifier = identifier
        self.signature = (signature + [UInt8](repeating: 0, count: 32)).prefix(32).map { $0 }
    }
}
