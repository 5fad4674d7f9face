public import ISO7816
import Octets

extension CardFamily {
    /// What a status word means on a card of this family: where the family says more than ISO/IEC 7816-4, its words.
    public func meaning(of status: StatusWord) -> String {
        let own: String? =
            switch self {
            case .desfire, .ntag424: status.sw1 == 0x91 ? FamilyStatusWords.desfire[status.sw2] : nil
            case .reader, .type2, .ntag21x, .ultralightEV1, .ultralightC, .classic, .em, .iso15693, .icode, .felica:
                FamilyStatusWords.reader[status.rawValue]
            case .sim: FamilyStatusWords.sim(status)
            case .globalplatform: FamilyStatusWords.globalPlatform[status.rawValue]
            case .emv: FamilyStatusWords.emv[status.rawValue]
            case .piv: FamilyStatusWords.piv[status.rawValue]
            case .openpgp: FamilyStatusWords.openPGP[status.rawValue]
            case .fido: FamilyStatusWords.fido[status.rawValue]
            case .emrtd, .eid: FamilyStatusWords.travelDocument[status.rawValue]
            case .iso7816, .ndef: nil
            }
        return own ?? status.meaning
    }

    /// The same, in answer to a command with this instruction byte: to SELECT, 6A82 is about an application or a file, not
    /// about what is in it.
    public func meaning(of status: StatusWord, to instruction: UInt8?) -> String {
        guard instruction == 0xA4, status == 0x6A82 else { return meaning(of: status) }
        switch self {
        case .piv, .openpgp, .fido, .emv, .globalplatform, .sim, .ndef, .eid:
            return "no such application or file on this card"
        default: return meaning(of: status)
        }
    }

    /// The families whose words are worth telling for a status word when the card is not known.
    public static func explaining(_ status: StatusWord) -> [(family: CardFamily, words: String)] {
        allCases.compactMap { family in
            let words = family.meaning(of: status)
            return words == status.meaning ? nil : (family, words)
        }
    }
}

/// The words, by family.
private enum FamilyStatusWords {
    /// DESFire puts its status behind 91 (MF3ICD40 §3.4 and later; NT4H2421Gx §9.3).
    static let desfire: [UInt8: String] = [
        0x00: "done", 0x0C: "no change was pending", 0x0E: "not enough memory", 0x1C: "command not known here",
        0x1E: "check sum, MAC or padding is wrong", 0x40: "no such key", 0x6E: "ISO command wrapped wrongly",
        0x7E: "length of the command is wrong", 0x90: "done, with a signature", 0x97: "cryptography refused",
        0x9D: "permission denied", 0x9E: "a parameter is not valid", 0xA0: "application not found",
        0xA1: "application damaged, it is switched off", 0xAD: "authentication is delayed",
        0xAE: "authentication failed, or is needed first", 0xAF: "more follows, send AF",
        0xBE: "beyond the limits of the file", 0xC1: "card damaged, it is switched off",
        0xCA: "the last command was not finished",
        0xCD: "card switched off", 0xCE: "too many applications", 0xDE: "file or application exists already",
        0xEE: "memory could not be written", 0xF0: "file not found", 0xF1: "file damaged, it is switched off",
    ]

    /// What readers say for memory cards (PC/SC part 3 §3.2.2).
    static let reader: [UInt16: String] = [
        0x6281: "part of the data may be damaged", 0x6282: "the card gave less than Le, or nothing",
        0x6300: "the card said no, or nothing: a refusal, a wrong page and silence look alike here",
        0x6401: "no answer within the time", 0x6581: "memory could not be written",
        0x6800: "the reader does not know this class",
        0x6981: "the command does not fit this card", 0x6982: "authentication is needed first",
        0x6986: "not allowed here", 0x6A81: "the reader or card has no such function",
        0x6A82: "no such page or block, or the reader does not go that far",
    ]

    static func sim(_ status: StatusWord) -> String? {
        switch status.sw1 {
        case 0x91: "done, and a command for the phone of \(count(status.sw2)) waits (FETCH)"
        case 0x92:
            status.sw2 < 0x10 ? "done after \(status.sw2) repetitions" : status.sw2 == 0x40 ? "memory problem" : nil
        case 0x93: "busy with another application"
        case 0x94:
            [
                "00": "no file is selected", "02": "out of range", "04": "file not found",
                "08": "file and command do not fit",
            ][
                Hex.string([status.sw2])]
        case 0x98:
            [
                "02": "there is no secret of this kind", "04": "access not granted, or the secret is wrong",
                "08": "not with this state of the secret", "10": "not with this state", "40": "the secret is blocked",
                "50": "value cannot be raised, the limit is reached", "62": "authentication error",
            ][Hex.string([status.sw2])]
        case 0x9E: "\(count(status.sw2)) can be fetched, an error of data download"
        case 0x9F: "done, \(count(status.sw2)) can be fetched with GET RESPONSE"
        default: nil
        }
    }

    private static func count(_ number: UInt8) -> String { "\(number == 0 ? 256 : Int(number)) bytes" }

    /// GPCS 2.3.1 §11.
    static let globalPlatform: [UInt16: String] = [
        0x6310: "more data: send GET STATUS again with P2 = 01", 0x6283: "the card is locked",
        0x6300: "the card's cryptogram was not confirmed: wrong key", 0x6985: "conditions of use not satisfied",
        0x6982: "authentication is needed first, or the key is blocked", 0x6A88: "no such object, application or key",
        0x6A84: "not enough memory", 0x9484: "algorithm not supported", 0x9485: "key check value is wrong",
    ]

    /// EMV book 3 §6.3.5 and the commands of §6.5.
    static let emv: [UInt16: String] = [
        0x6283: "the application is blocked", 0x6983: "the PIN is blocked", 0x6984: "the PIN or its data is not valid",
        0x6985: "conditions of use not satisfied: another order of commands, or the payment is declined",
        0x6A81: "the card is blocked, or the function is not there", 0x6A83: "no more records",
        0x9303: "blocked for ever", 0x9302: "MAC is wrong",
    ]

    /// SP 800-73-4 part 2 §3.
    static let piv: [UInt16: String] = [
        0x6982: "the PIN is needed first, or this needs contacts", 0x6983: "the PIN is blocked",
        0x6A80: "the data is not as the command wants it", 0x6A82: "the data object is not on this card",
        0x6A88: "no such secret or key",
    ]

    /// OpenPGP card 3.4 §7.
    static let openPGP: [UInt16: String] = [
        0x6285: "the card is terminated", 0x6982: "the password is needed first", 0x6983: "the password is blocked",
        0x6985: "conditions of use not satisfied", 0x6A88: "no such object or key",
    ]

    /// U2F raw messages §3.3; CTAP over NFC.
    static let fido: [UInt16: String] = [
        0x6985: "a touch is needed", 0x6A80: "the key handle is not of this authenticator",
        0x9100: "still at work, ask again",
    ]

    /// 9303-11 §4; TR-03110-3 §B.
    static let travelDocument: [UInt16: String] = [
        0x6300: "the secret is wrong", 0x63C0: "the secret is blocked",
        0x63C1: "one try left; a PIN is suspended and wants the CAN",
        0x6283: "the secret is deactivated", 0x6982: "the chip must be opened first, or the file is protected",
        0x6983: "the secret is blocked", 0x6985: "another step must come before",
        0x6A82: "no such file or application on this chip",
        0x6A88: "no such key: the document wants another way, PACE in place of BAC",
    ]
}
