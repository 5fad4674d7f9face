public import CardIdentification
public import ISO7816
import LDS

/// An application with files that have names, or the master file.
public struct CardFolder: Hashable, Sendable {
    /// As `cd` takes it.
    public let name: String
    /// What it is.
    public let title: String
    /// Application identifier; nil for the master file.
    public let application: [UInt8]?
    /// Files that the standard names; a card need not have all of them.
    public let files: [CardFile]
    /// Cards that have it; nil for the master file.
    let family: CardFamily?

    /// All that are known. Nothing is sent to find out which a card has: `cd` does that when it is asked to.
    public static let all: [CardFolder] = [.master, passport, eID, ndef, piv, openPGP]

    /// Those that a standard names for a card of these families; where nothing is known of the card (nil), all that a card
    /// of commands may have. A memory card has none.
    public static func offered(to families: Set<CardFamily>?, _ answer: AnswerToReset) -> [CardFolder] {
        // What a reader calls a memory card takes commands where the SAK says so (as in `CardIdentifier`).
        if let storage = StorageCard(answer), (storage.selectAcknowledge ?? 0) & 0x20 == 0 { return [] }
        guard let families, families.contains(where: { $0 != .reader }) else { return all }
        let memory: Set<CardFamily> = [
            .reader, .type2, .ntag21x, .ultralightEV1, .ultralightC, .classic, .em, .iso15693, .icode, .felica,
        ]
        guard !families.isSubset(of: memory) else { return [] }
        let isDocument = !families.isDisjoint(with: [.emrtd, .eid])
        return [isDocument ? master : plainMaster]
            + all.filter { folder in folder.family.map(families.contains) ?? false }
    }

    /// The master file of a passport or identity card (9303-10 §3.9).
    public static let master = CardFolder(
        name: "/", title: "master file", application: nil,
        files: FileID.allCases.filter(\.isInMasterFile).map(file), family: nil)

    /// The master file of any other card: the files that 7816-4 §8.2.1 names.
    private static let plainMaster = CardFolder(
        name: master.name, title: master.title, application: nil,
        files: [FileID.directory, .atrInfo].map(file), family: nil)

    /// The LDS1 application of a passport (9303-10 §4).
    public static let passport = CardFolder(
        name: "passport", title: "passport application (LDS1)",
        application: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01],
        files: FileID.allCases.filter { !$0.isInMasterFile }.map(file), family: .emrtd)

    /// The eID application of an identity card (TR-03110-2 §3.1.1). Its files are behind Terminal Authentication.
    static let eID = CardFolder(
        name: "eid", title: "eID application of an identity card",
        application: [0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02],
        files: [
            (1, "document type"), (2, "issuing state, region and municipality"), (3, "date of expiry"),
            (4, "given names"), (5, "family names"), (6, "nom de plume"), (7, "academic title"), (8, "date of birth"),
            (9, "place of birth"), (10, "nationality"), (11, "sex"), (12, "optional data"), (13, "birth name"),
            (14, "written signature"), (15, "date of issuance"), (17, "normal place of residence"),
            (18, "municipality ID"), (19, "residence permit I"), (20, "residence permit II"), (21, "phone number"),
            (22, "email address"),
        ].map { number, title in
            CardFile(
                name: "EF.DG\(number)", title: title, place: .transparent(0x0100 | UInt16(number)), contents: .objects)
        }, family: .eid)

    /// NFC Forum Type 4 Tag 1.2 §5.
    static let ndef = CardFolder(
        name: "ndef", title: "NDEF application of a Type 4 tag",
        application: [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
        files: [
            CardFile(name: "CC", title: "capability container", place: .counted(0xE103), contents: .bytes),
            CardFile(
                name: "NDEF", title: "NDEF message, where it usually is", place: .counted(0xE104), contents: .ndef),
        ], family: .ndef)

    /// SP 800-73-4 part 1, table 3.
    static let piv = CardFolder(
        name: "piv", title: "PIV card application",
        application: [0xA0, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x10, 0x00, 0x01, 0x00],
        files: [
            object("Discovery", "what the card uses", [0x7E]),
            object("CCC", "card capability container", [0x5F, 0xC1, 0x07]),
            object("CHUID", "card holder unique identifier", [0x5F, 0xC1, 0x02]),
            object("Cert9A", "certificate for PIV authentication", [0x5F, 0xC1, 0x05]),
            object("Cert9C", "certificate for digital signature", [0x5F, 0xC1, 0x0A]),
            object("Cert9D", "certificate for key management", [0x5F, 0xC1, 0x0B]),
            object("Cert9E", "certificate for card authentication", [0x5F, 0xC1, 0x01]),
            object("Security", "security object", [0x5F, 0xC1, 0x06]),
            object("KeyHistory", "retired keys", [0x5F, 0xC1, 0x0C]),
        ], family: .piv)

    /// OpenPGP card 3.4 §4.4.
    static let openPGP = CardFolder(
        name: "openpgp", title: "OpenPGP application", application: [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01],
        files: [
            simple("Application", "application related data", 0x006E),
            simple("Cardholder", "cardholder related data", 0x0065),
            simple("Login", "login data", 0x005E), simple("URL", "where the public key is", 0x5F50),
            simple("Status", "tries left for the passwords", 0x00C4),
        ], family: .openpgp)

    private static func file(_ file: FileID) -> CardFile {
        CardFile(
            name: file.name, title: file.title, place: .transparent(file.fileIdentifier), contents: .passport(file))
    }

    private static func object(_ name: String, _ title: String, _ tag: [UInt8]) -> CardFile {
        CardFile(name: name, title: title, place: .listedObject(tag), contents: .objects)
    }

    private static func simple(_ name: String, _ title: String, _ tag: UInt16) -> CardFile {
        CardFile(name: name, title: title, place: .simpleObject(tag), contents: .objects)
    }

    /// The folder that `text` means.
    static func named(_ text: String) -> CardFolder? {
        let wanted = text.lowercased()
        if ["/", "..", "mf", "3f00"].contains(wanted) { return master }
        return all.first { $0.name == wanted }
    }

    /// The folder of the application that a SELECT by this name selects; nil where none is known by it. The beginning of a
    /// name selects, too (7816-4 §7.1.1).
    static func holding(_ application: [UInt8]) -> CardFolder? {
        guard application.count >= 5 else { return nil }
        return all.first { folder in
            guard let name = folder.application else { return false }
            return name.starts(with: application) || application.starts(with: name)
        }
    }

    /// The file in it that `text` means.
    func file(_ text: String) -> CardFile? { files.first { $0.isCalled(text) } }
}
