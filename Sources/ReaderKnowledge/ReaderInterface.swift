/// One CCID interface of a reader and what it takes at once.
public struct ReaderInterface: Hashable, Sendable {
    /// How commands travel (CCID §5.1, dwFeatures).
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Blocks of the card's own protocol.
        case tpdu
        /// APDUs of short length only.
        case shortAPDU
        /// APDUs of short and extended length.
        case extendedAPDU

        /// From `dwFeatures`; nil for character level.
        public init?(features: UInt32) {
            switch features & 0x70000 {
            case 0x10000: self = .tpdu
            case 0x20000: self = .shortAPDU
            case 0x40000: self = .extendedAPDU
            default: return nil
            }
        }
    }

    /// How commands travel.
    public let level: Level
    /// The largest CCID message in bytes, its header of 10 among them.
    public let largestMessage: Int

    /// From its descriptor.
    public init(_ level: Level, _ largestMessage: Int) {
        self.level = level
        self.largestMessage = largestMessage
    }

    /// The largest command in bytes that fits one message. A driver may send longer ones in parts when the level is
    /// extended; otherwise they never leave.
    public var largestCommand: Int { max(0, largestMessage - 10) }
}
