/// The counters of a PIN, in memory that outlives a session (TR-03110-2 §2.2).
struct PINCounter: Hashable, Sendable {
    /// The PIN in data object 83 and in P2.
    static let pinReference: UInt8 = 0x03
    /// The PUK in data object 83.
    static let pukReference: UInt8 = 0x04
    private static let initial = 3

    /// Tries that are left.
    private(set) var tries: Int
    /// How often the PUK may still unblock it.
    private(set) var unblockings: Int
    /// It may be used.
    let isActive: Bool

    /// The counters of a new card.
    init(_ settings: PassportSettings) {
        tries = settings.pinTries
        unblockings = settings.pukUses
        isActive = settings.pinIsActive
    }

    /// Wrong as often as may be.
    var isBlocked: Bool { tries == 0 }
    /// One try is left: the card access number must come first.
    var isSuspended: Bool { tries == 1 }
    /// No wrong try yet.
    var isUntouched: Bool { tries == Self.initial }

    /// The PIN was right.
    mutating func succeed() { tries = Self.initial }

    /// The PIN was wrong.
    mutating func fail() { tries = max(tries - 1, 0) }

    /// The PUK unblocks it; false when that was done too often.
    mutating func unblock() -> Bool {
        guard unblockings > 0 else { return false }
        unblockings -= 1
        tries = Self.initial
        return true
    }
}
