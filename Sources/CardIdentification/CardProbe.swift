/// Something that identification asks a card or reader: the whole list is here, and nothing else is ever sent.
///
/// Every probe reads only; none spends a try of a secret, none moves a counter of the card but the NFC counter that
/// counts any reading.
public struct CardProbe: Hashable, Sendable {
    /// How it travels.
    public enum Way: String, Hashable, Sendable {
        /// To the reader, which answers for the card (PC/SC part 3).
        case reader
        /// To the card, as a command APDU.
        case command
        /// To the card, as a raw frame through the reader's dialect.
        case frame
    }

    /// When it is sent.
    public enum Condition: String, Hashable, Sendable {
        /// To cards without contacts.
        case contactless
        /// To cards with contacts.
        case contact
        /// To cards that take commands.
        case commands
        /// To memory cards of ISO 14443 A.
        case memory14443A = "memory card, ISO 14443 A"
        /// To memory cards of ISO 15693.
        case memory15693 = "memory card, ISO 15693"
        /// To FeliCa cards.
        case felica = "FeliCa"
    }

    /// In the words of the standard: "SELECT PIV application".
    public var name: String
    /// How it travels.
    public var way: Way
    /// When it is sent.
    public var condition: Condition
    /// Exactly these bytes.
    public var command: [UInt8]

    init(_ name: String, _ way: Way, _ condition: Condition, _ command: [UInt8]) {
        self.name = name
        self.way = way
        self.condition = condition
        self.command = command
    }
}

extension CardProbe {
    /// All probes, in the order in which they are sent.
    public static let all: [CardProbe] = [
        identifier, desfireVersion, desfireMore, desfireRest, cardAccess, unknownApplication, emrtd, eid, piv, openpgp,
        fido, ndef, proximityPayment, contactPayment, usim, gsm, cardManager, type2Read, type2Version, type2Page2C,
        type2Page30, type2Page2B, type2Page29, type2Page0F, readerPages, vicinityInformation, felicaSystem,
        felicaTransit, felicaSystems,
    ]

    static let identifier = CardProbe(
        "GET DATA, UID of the card", .reader, .contactless, [0xFF, 0xCA, 0x00, 0x00, 0x00])
    // Before any SELECT: some chips take wrapped native commands only as long as nothing was selected.
    static let desfireVersion = CardProbe("DESFire GetVersion", .command, .contactless, [0x90, 0x60, 0, 0, 0])
    static let desfireMore = CardProbe(
        "DESFire GetVersion, second part", .command, .contactless, [0x90, 0xAF, 0, 0, 0])
    static let desfireRest = CardProbe("DESFire GetVersion, third part", .command, .contactless, [0x90, 0xAF, 0, 0, 0])
    // Before the passport application is selected: inside of it the same short identifier means another file.
    static let cardAccess = CardProbe("READ BINARY EF.CardAccess", .command, .commands, [0x00, 0xB0, 0x9C, 0x00, 0x00])
    /// An application that no card has: one that says yes to it says yes to everything.
    static let unknownApplication = CardProbe(
        "SELECT an application that does not exist", .command, .commands,
        select([0xF0, 0x49, 0x4E, 0x4C, 0x41, 0x59, 0x00, 0x00]))
    static let emrtd = CardProbe(
        "SELECT eMRTD application", .command, .commands,
        [0x00, 0xA4, 0x04, 0x0C, 0x07, 0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01])
    static let eid = CardProbe(
        "SELECT eID application", .command, .commands,
        [0x00, 0xA4, 0x04, 0x0C, 0x09, 0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02])
    static let piv = CardProbe(
        "SELECT PIV application", .command, .commands,
        select([0xA0, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x10, 0x00]))
    static let openpgp = CardProbe(
        "SELECT OpenPGP application", .command, .commands, select([0xD2, 0x76, 0x00, 0x01, 0x24, 0x01]))
    static let fido = CardProbe(
        "SELECT FIDO application", .command, .commands, select([0xA0, 0x00, 0x00, 0x06, 0x47, 0x2F, 0x00, 0x01]))
    static let ndef = CardProbe(
        "SELECT NDEF application", .command, .commands, select([0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]))
    static let proximityPayment = CardProbe(
        "SELECT proximity payment system environment", .command, .commands, select(Array("2PAY.SYS.DDF01".utf8)))
    static let contactPayment = CardProbe(
        "SELECT payment system environment", .command, .contact, select(Array("1PAY.SYS.DDF01".utf8)))
    static let usim = CardProbe(
        "SELECT USIM application", .command, .contact,
        [0x00, 0xA4, 0x04, 0x04, 0x07, 0xA0, 0x00, 0x00, 0x00, 0x87, 0x10, 0x02, 0x00])
    static let gsm = CardProbe(
        "SELECT master file of a GSM SIM", .command, .contact, [0xA0, 0xA4, 0x00, 0x00, 0x02, 0x3F, 0x00])
    static let cardManager = CardProbe(
        "SELECT card manager", .command, .commands, [0x00, 0xA4, 0x04, 0x00, 0x00])
    static let type2Read = CardProbe("READ page 0", .frame, .memory14443A, [0x30, 0x00])
    static let type2Version = CardProbe("GET_VERSION", .frame, .memory14443A, [0x60])
    // Where the memory ends tells chips without GET_VERSION from each other. READ changes nothing on any of them.
    static let type2Page2C = CardProbe("READ page 2C", .frame, .memory14443A, [0x30, 0x2C])
    static let type2Page30 = CardProbe("READ page 30", .frame, .memory14443A, [0x30, 0x30])
    static let type2Page2B = CardProbe("READ page 2B", .frame, .memory14443A, [0x30, 0x2B])
    static let type2Page29 = CardProbe("READ page 29", .frame, .memory14443A, [0x30, 0x29])
    static let type2Page0F = CardProbe("READ page 0F", .frame, .memory14443A, [0x30, 0x0F])
    static let vicinityInformation = CardProbe("Get system information", .frame, .memory15693, [0x02, 0x2B])
    static let felicaSystem = CardProbe("Polling, any system", .frame, .felica, [0x06, 0x00, 0xFF, 0xFF, 0x01, 0x00])
    /// A phone answers for a system that it is asked for by name, and not for any.
    static let felicaTransit = CardProbe(
        "Polling, system of transit cards", .frame, .felica, [0x06, 0x00, 0x00, 0x03, 0x01, 0x00])
    static let felicaSystems = CardProbe("Request System Code", .frame, .felica, [0x0A, 0x0C])

    private static func select(_ name: [UInt8]) -> [UInt8] {
        [0x00, 0xA4, 0x04, 0x00, UInt8(truncatingIfNeeded: name.count)] + name + [0x00]
    }
}
