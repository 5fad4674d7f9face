/// What is known about a model of reader.
public struct ReaderModel: Hashable, Sendable {
    /// Maker and model.
    public let name: String
    /// The USB identifiers it comes with; empty for boards behind a serial bridge.
    public let identifiers: [USBIdentifier]
    /// PC/SC drivers that list it; empty where there is none, so that it is no PC/SC reader on Linux.
    public let drivers: [ReaderDriver]
    /// Its CCID interfaces; empty where that is not known.
    public let interfaces: [ReaderInterface]
    /// Which cards it reaches. What is not in it is unknown.
    let technologies: [ContactlessTechnology: Knowledge]
    /// Ways of sending frames that it is said to speak, the best first; empty where that is not known.
    public let dialects: [ReaderDialect]
    /// Habits.
    public let quirks: [ReaderQuirk]
    /// Kernel modules that can take it away from PC/SC.
    public let kernelModules: [String]
    /// Programs beside PC/SC that can use it.
    public let otherWays: [String]
    /// Parts of PC/SC reader names that mean this model, in capitals.
    let nameParts: [String]

    init(
        _ name: String, _ identifiers: [UInt32], _ drivers: [ReaderDriver], _ interfaces: [ReaderInterface] = [],
        yes: Set<ContactlessTechnology> = [], no: Set<ContactlessTechnology> = [], dialects: [ReaderDialect] = [],
        quirks: [ReaderQuirk] = [], kernel: [String] = [], otherWays: [String] = [], names: [String] = []
    ) {
        self.name = name
        self.identifiers = identifiers.map {
            USBIdentifier(vendor: UInt16(truncatingIfNeeded: $0 >> 16), product: UInt16(truncatingIfNeeded: $0))
        }
        self.drivers = drivers
        self.interfaces = interfaces
        var known: [ContactlessTechnology: Knowledge] = [:]
        for technology in yes { known[technology] = .yes }
        for technology in no { known[technology] = .no }
        technologies = known
        self.dialects = dialects
        self.quirks = quirks
        kernelModules = kernel
        self.otherWays = otherWays
        nameParts = names
    }

    /// True when some PC/SC driver for Linux lists it.
    public var isPCSC: Bool { !drivers.isEmpty }

    /// Whether it reaches cards of a technology.
    public func reaches(_ technology: ContactlessTechnology) -> Knowledge { technologies[technology] ?? .unknown }

    /// Whether commands of extended length leave the computer; unknown where no descriptor was read.
    ///
    /// The firmware may still refuse them (`ReaderQuirk.refusesExtendedLength`). A reader with several interfaces
    /// counts by its best one.
    public var carriesExtendedLength: Knowledge {
        guard !interfaces.isEmpty else { return .unknown }
        return interfaces.contains { $0.level != .shortAPDU } ? .yes : .no
    }
}
