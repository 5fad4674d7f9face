/// A habit of a reader that a program has to know or a user to hear of.
public enum ReaderQuirk: String, Hashable, Sendable, CaseIterable {
    /// Its driver's list calls it unsupported; it works with limits.
    case listedAsUnsupported
    /// Beeps for every card, again after each loss of power.
    case beeps
    /// Activates cards again by its own polling.
    case polls
    /// Silent for up to a second after it was plugged in.
    case startsSlowly
    /// Copies and board revisions under the same name behave differently.
    case hasClones
    /// Another reader has the same USB identifier.
    case sharesIdentifier
    /// Some firmware refuses extended length although the descriptor allows it.
    case refusesExtendedLength
    /// Has a slot for a SAM beside the antenna.
    case samSlot
    /// Has a slot with contacts beside the antenna, as a reader of its own.
    case contactSlot
    /// Has no escape channel.
    case noEscape
    /// Takes escape commands without the driver's permission bit.
    case freeEscape
    /// Gives no Type 2 tag memory above page 0F through FF B0.
    case pageLimit
    /// Is a PC/SC reader on its USB cable only, not over Bluetooth.
    case cableOnly
    /// The contactless half needs a driver of the vendor's.
    case closedDriver
    /// Gives no badge number in the answer to reset.
    case noBadgeNumber
    /// A card must sometimes be lifted and laid on again.
    case needsSecondTap
    /// Its radio is off on Linux until a tool of its community switches it on.
    case radioOff

    /// In words, as the end of a sentence about the reader.
    public var words: String {
        switch self {
        case .listedAsUnsupported: "its driver lists it as unsupported"
        case .beeps: "beeps for every card"
        case .polls: "activates cards again by its own polling"
        case .startsSlowly: "is silent for up to a second after it was plugged in"
        case .hasClones: "has copies and board revisions that behave differently"
        case .sharesIdentifier: "shares its USB identifier with a contact reader"
        case .refusesExtendedLength: "refuses extended length with some firmware"
        case .samSlot: "has a SAM slot that appears as a reader of its own"
        case .contactSlot: "has a contact slot that appears as a reader of its own"
        case .noEscape: "has no escape channel"
        case .freeEscape: "takes escape commands without the driver's permission"
        case .pageLimit: "reads Type 2 tags up to page 0F only"
        case .cableOnly: "works over its USB cable only"
        case .closedDriver: "needs the vendor's closed driver for cards without contacts"
        case .noBadgeNumber: "does not tell badge numbers in the answer to reset"
        case .needsSecondTap: "sometimes needs a card lifted and laid on again"
        case .radioOff: "keeps its radio off on Linux"
        }
    }
}
