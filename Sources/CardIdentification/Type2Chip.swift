/// A chip of the Type 2 family whose memory map is known: presets and explanations take page numbers from here, because
/// the configuration pages of one chip are user memory on its relatives.
public struct Type2Chip: Hashable, Sendable {
    /// A page with a meaning of its own.
    public enum Page: String, Hashable, Sendable, CaseIterable {
        /// Dynamic lock bytes.
        case dynamicLock = "DYNLOCK"
        /// First configuration page: mirror and AUTH0.
        case configuration0 = "CFG0"
        /// Second configuration page: ACCESS.
        case configuration1 = "CFG1"
        /// Password.
        case password = "PWD"
        /// Password acknowledge.
        case passwordAcknowledge = "PACK"
    }

    /// The name: `NTAG213`.
    public let name: String
    /// The narrowest family it belongs to.
    public let family: CardFamily
    /// Number of pages of four bytes.
    public let pageCount: Int
    /// Pages of user memory.
    public let userPages: ClosedRange<UInt8>
    /// Configuration pages.
    public let pages: [Page: UInt8]

    /// The number of a page; nil where the chip has no such page.
    public func page(_ page: Page) -> UInt8? { pages[page] }
}

extension Type2Chip {
    /// The chips that are known, by the data sheets of NXP.
    public static let all: [Type2Chip] = [
        Type2Chip("MF0UL11", .ultralightEV1, pages: 0x14, user: 0x04...0x0F, lock: nil, configuration: 0x10),
        Type2Chip("MF0UL21", .ultralightEV1, pages: 0x29, user: 0x04...0x23, lock: 0x24, configuration: 0x25),
        Type2Chip("NTAG210", .ntag21x, pages: 0x14, user: 0x04...0x0F, lock: nil, configuration: 0x10),
        Type2Chip("NTAG212", .ntag21x, pages: 0x29, user: 0x04...0x23, lock: 0x24, configuration: 0x25),
        Type2Chip("NTAG213", .ntag21x, pages: 0x2D, user: 0x04...0x27, lock: 0x28, configuration: 0x29),
        Type2Chip("NTAG213F", .ntag21x, pages: 0x2D, user: 0x04...0x27, lock: 0x28, configuration: 0x29),
        Type2Chip("NTAG213TT", .ntag21x, pages: 0x2E, user: 0x04...0x27, lock: 0x28, configuration: 0x29),
        Type2Chip("NTAG215", .ntag21x, pages: 0x87, user: 0x04...0x81, lock: 0x82, configuration: 0x83),
        Type2Chip("NTAG216", .ntag21x, pages: 0xE7, user: 0x04...0xE1, lock: 0xE2, configuration: 0xE3),
        Type2Chip("NTAG216F", .ntag21x, pages: 0xE7, user: 0x04...0xE1, lock: 0xE2, configuration: 0xE3),
    ]

    /// The chip of this name.
    public static func named(_ name: String) -> Type2Chip? { all.first { $0.name == name } }

    /// The four configuration pages follow each other on all of these chips.
    private init(
        _ name: String, _ family: CardFamily, pages: Int, user: ClosedRange<UInt8>, lock: UInt8?, configuration: UInt8
    ) {
        self.name = name
        self.family = family
        pageCount = pages
        userPages = user
        var known: [Page: UInt8] = [
            .configuration0: configuration, .configuration1: configuration + 1, .password: configuration + 2,
            .passwordAcknowledge: configuration + 3,
        ]
        known[.dynamicLock] = lock
        self.pages = known
    }
}
