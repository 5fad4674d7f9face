package import PCSC

/// What was found on the machine, probe by probe. Rules read it and nothing else.
package struct Facts: Hashable, Sendable {
    /// What brought the user here.
    package var symptom = Symptom.none
    /// The reader that is meant, by name or a part of it.
    package var wantedReader: String?
    /// A simulator is meant: no reader, service or card.
    package var isSimulator = false
    /// A simulator that is meant, and that there is not.
    package var unknownSimulator: String?
    /// A file that could not be used; nil when none is meant.
    package var file: FileFacts?
    /// The card that is meant, as the user calls it.
    package var cardKind: CardKind?
    package var surroundings = SurroundingsFacts()
    package var service = ServiceFacts()
    package var devices: [USBDevice] = []
    package var drivers = DriverFacts()
    package var kernel = KernelFacts()
    package var permission = PermissionFacts()
    /// Programs connected to the service; nil when the kernel does not tell.
    package var clients: [ServiceClient]?
    /// The first words with the service; nil when it was not asked.
    package var answer: ServiceAnswer?
    /// The program that gave the answer, where it can be seen.
    package var answerer: String?
    /// What PC/SC says; nil when it was not asked.
    package var pcsc: PCSCFacts?
    /// What was seen while a card was waited for; nil when nobody waited.
    package var tap: TapFacts?
    /// How connecting to a card ended; nil when it was not asked for.
    package var connection: ConnectionFacts?

    package init() {}
}

/// What brought the user here: what a command, or another program, met.
package enum Symptom: Hashable, Sendable {
    case none
    /// PC/SC said this.
    case code(PCSCError)
    /// The driver did not carry a command of extended length.
    case longCommand
    /// The driver refused to pass a command to the reader itself.
    case escape
    /// A call did not return.
    case hang
    /// A program uses a whole processor, or does not notice new readers.
    case busyLoop
    /// A simulated card could not be plugged in as a virtual one.
    case virtualReader
    /// A file could not be read or written.
    case file(String)
}

/// What kind of card the user holds.
package enum CardKind: String, Hashable, Sendable, CaseIterable {
    case passport
    case transit
    case tag
    case vicinity
    case badge
    case contact
    case phone
    case wallet

    /// For the help.
    package var words: String {
        switch self {
        case .passport: "passport or identity card with a chip behind the paper"
        case .transit: "FeliCa transit card"
        case .tag: "NFC sticker (ISO 14443)"
        case .vicinity: "ISO 15693 tag, such as a library label"
        case .badge: "door badge at 125 kHz"
        case .contact: "card with gold contacts"
        case .phone: "phone or watch"
        case .wallet: "several cards together"
        }
    }
}
