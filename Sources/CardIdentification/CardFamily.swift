/// A family of cards: what a card speaks, or which applications it carries. A card can be of several at once.
///
/// The raw value is the word that options and preset files use.
public enum CardFamily: String, Hashable, Sendable, CaseIterable {
    /// Not a card: the contactless reader itself, which answers pseudo-APDUs of class FF (PC/SC part 3).
    case reader
    /// ISO/IEC 7816-4 commands.
    case iso7816
    /// Electronic passport or travel document (9303-10).
    case emrtd
    /// Identity card with the German eID application (TR-03110, TR-03127).
    case eid
    /// Personal Identity Verification (SP 800-73).
    case piv
    /// OpenPGP card.
    case openpgp
    /// FIDO authenticator (CTAP over NFC or ISO 7816).
    case fido
    /// Payment card (EMV).
    case emv
    /// A card manager of GlobalPlatform.
    case globalplatform
    /// SIM or USIM (TS 51.011, TS 102.221, TS 31.102).
    case sim
    /// NDEF in a Type 4 tag application.
    case ndef
    /// MIFARE DESFire and its relatives.
    case desfire
    /// NTAG 424 DNA.
    case ntag424
    /// NFC Forum Type 2 tag: four-byte pages, READ and WRITE.
    case type2
    /// NTAG 210 to 216 and their variants.
    case ntag21x
    /// MIFARE Ultralight EV1.
    case ultralightEV1 = "ul-ev1"
    /// MIFARE Ultralight C.
    case ultralightC = "ul-c"
    /// MIFARE Classic.
    case classic
    /// Chips of EM Microelectronic.
    case em
    /// ISO/IEC 15693 vicinity card.
    case iso15693
    /// NXP ICODE.
    case icode
    /// FeliCa, NFC Forum Type 3 tag.
    case felica

    /// The name for people.
    public var title: String {
        switch self {
        case .reader: "contactless reader"
        case .iso7816: "ISO 7816 card"
        case .emrtd: "passport (eMRTD)"
        case .eid: "eID card"
        case .piv: "PIV card"
        case .openpgp: "OpenPGP card"
        case .fido: "FIDO authenticator"
        case .emv: "payment card (EMV)"
        case .globalplatform: "GlobalPlatform card"
        case .sim: "SIM"
        case .ndef: "Type 4 tag (NDEF)"
        case .desfire: "MIFARE DESFire"
        case .ntag424: "NTAG 424 DNA"
        case .type2: "Type 2 tag"
        case .ntag21x: "NTAG 21x"
        case .ultralightEV1: "MIFARE Ultralight EV1"
        case .ultralightC: "MIFARE Ultralight C"
        case .classic: "MIFARE Classic"
        case .em: "EM Microelectronic chip"
        case .iso15693: "ISO 15693 card"
        case .icode: "NXP ICODE"
        case .felica: "FeliCa"
        }
    }

    /// One of it, in a sentence: `an ISO 7816 card`, `a FeliCa card`.
    public var withArticle: String {
        let isBare = [.desfire, .classic, .ultralightC, .ultralightEV1, .felica].contains(self)
        let noun = title + (isBare ? " card" : [.ntag21x, .ntag424, .icode].contains(self) ? " tag" : "")
        // By its sound: an I, an E, an N as a letter, an O.
        return ("EIONe".contains(title.prefix(1)) ? "an " : "a ") + noun
    }
}
