import LDS
import Trust

/// What a check means, for people who have never heard of certificates.
struct CheckMeaning: Hashable, Sendable {
    /// What is looked at, and why.
    let purpose: String
    /// What it means that the check failed.
    let failure: String
    /// The same in a few words, without a full stop, to stand behind "do not trust".
    let headline: String
    /// What it means that the check was not made; nil where its reason says all.
    var absence: String?

    init(purpose: String, failure: String, headline: String? = nil, absence: String? = nil) {
        self.purpose = purpose
        self.failure = failure
        self.headline = headline ?? (failure.first?.lowercased() ?? "") + failure.dropFirst().prefix { $0 != "." }
        self.absence = absence
    }

    /// The meaning of the check with this identifier.
    static func of(_ identifier: String) -> CheckMeaning {
        if let number = identifier.firstRange(of: "digest.dg").flatMap({ Int(identifier[$0.upperBound...]) }) {
            return digest(of: FileID(dataGroupNumber: number))
        }
        return known[identifier] ?? CheckMeaning(purpose: "", failure: "Something here is not as it must be.")
    }

    /// Of several failures the one with the lowest number is told first: what it shows makes the others worthless.
    static func gravity(_ check: ReportedCheck) -> Int {
        if check.isDigest { return order.count }
        return order.firstIndex(of: check.identifier).map { $0 < 2 ? $0 : $0 + order.count } ?? 2 * order.count
    }

    private static let order = [
        Check.securityObject, .signature, .chain, .issuingState, .revocation, .certificateUse, .usagePeriod,
        .documentType, .cardSecurity, .chipMapping, .chipAuthentication, .activeAuthentication, .printedZone,
        .accessInformation, .dataGroupList, .validity,
    ].map(\.identifier)

    private static func digest(of file: FileID?) -> CheckMeaning {
        let what = file.map(PlainWords.part) ?? "a part"
        let verb = file.map(PlainWords.isPlural) ?? false ? "are" : "is"
        let explained = file == .dg1 ? "\(what) (the machine readable zone)" : what
        let isKey = file == .dg14 || file == .dg15
        return CheckMeaning(
            purpose:
                "Each part of what is on the chip has a check number in the signed list. Here the check number of the "
                + "part as it is now was compared with the one in the list.",
            failure: (isKey
                ? "The part that would show that the chip is the original (\(what)) is not what was signed: "
                : PlainWords.capitalized(explained) + " on the chip \(verb) not what was signed: ")
                + "somebody changed this part after the document was issued, or took it from another document. Do not "
                + "believe it.",
            headline: isKey
                ? "the part that would show that the chip is the original was changed or exchanged"
                : "\(what) on the chip \(verb) not what was signed, but changed or exchanged afterwards",
            absence: "So nothing is known about this part: \(what).")
    }

    private static let known: [String: CheckMeaning] = [
        Check.securityObject.identifier: CheckMeaning(
            purpose:
                "The chip carries a signed list with a check number for each part of what is on it (EF.SOD). All else rests "
                + "on this list: here it was looked at whether it is there and well made.",
            failure:
                "The signed list is damaged or not of the kind that the standard describes, so nothing on the chip can be "
                + "relied upon.",
            headline: "the signed list on the chip is damaged, or none that the standard knows",
            absence: "Without the list nobody can tell whether what is on the chip is genuine."),
        Check.signature.identifier: CheckMeaning(
            purpose:
                "The list of check numbers is sealed with an electronic signature. Changing a single bit of the list "
                + "breaks the seal.",
            failure: "The seal is broken: the list was changed, or was never signed by the one it names.",
            headline: "the seal on the chip is broken, so that anybody may have written what is on it",
            absence: "Whether the seal is whole is not known."),
        Check.chain.identifier: CheckMeaning(
            purpose: "Anybody can make a seal. A genuine one belongs to a document signer that was appointed by the "
                + "authority of a state (CSCA). Here it was looked for among the authorities whose official certificates are on "
                + "this computer.",
            failure: "The signer only claims to be appointed by that authority: its appointment is forged or damaged.",
            headline: "whoever sealed it was not appointed by the authority that is named",
            absence:
                "No authority whose certificate is on this computer stands behind this signer, so the seal could be "
                + "anybody's."),
        Check.validity.identifier: CheckMeaning(
            purpose: "Certificates are valid for a time, like the documents themselves.",
            failure: "A certificate was not in force on the day for which the document was judged.",
            headline: "a certificate behind its seal was not in force on the day for which it was judged",
            absence: "This matters only once it is known who the signer is."),
        Check.certificateUse.identifier: CheckMeaning(
            purpose: "A certificate says what its key may be used for: signing documents, signing other certificates.",
            failure: "A key was used for something that it is not made for.",
            headline: "it was sealed with a key that is not made for this",
            absence: "This matters only once it is known who the signer is."),
        Check.usagePeriod.identifier: CheckMeaning(
            purpose: "Document signers use each of their keys for some months only.",
            failure:
                "The document was signed when the signer's key was not in use: too early, or after it was retired.",
            headline: "it was sealed when the signer's key was not in use",
            absence: "When the document was signed cannot be compared with that time."),
        Check.revocation.identifier: CheckMeaning(
            purpose: "When a signer's key is stolen, its state says so in a public list of withdrawals (CRL).",
            failure: "The state has withdrawn this signer's certificate: documents signed with it must not be trusted.",
            headline: "the state has withdrawn the certificate of whoever sealed it",
            absence:
                "Whether the state has withdrawn the signer's certificate is not known. Its current list can be given "
                + "with inlay trust import."),
        Check.issuingState.identifier: CheckMeaning(
            purpose: "Each authority may sign for its own state only.",
            failure: "The document says that one state issued it, but another one signed it.",
            headline: "the document says that one state issued it, but another one signed it",
            absence: "The two could not be compared."),
        Check.documentType.identifier: CheckMeaning(
            purpose: "A signer may be appointed for certain kinds of documents only.",
            failure: "The signer may not sign documents of this kind."),
        Check.printedZone.identifier: CheckMeaning(
            purpose: "The lines of letters that are printed on the document must be the same as those in its chip.",
            failure: "The printed page and the chip tell different stories: one of them is not genuine, or the chip is "
                + "another document's.",
            headline: "the printed page and the chip tell different stories"),
        Check.dataGroupList.identifier: CheckMeaning(
            purpose: "The chip also has an unsigned table of contents (EF.COM), which must agree with the signed list.",
            failure: "The two lists contradict each other.",
            headline: "the signed and the unsigned list on the chip contradict each other"),
        Check.accessInformation.identifier: CheckMeaning(
            purpose: "Before it is opened, the chip says which locks it has. The signed contents repeat that, so that "
                + "nobody can talk a reader into using a weaker lock.",
            failure: "The chip's offer was changed: somebody may be trying to have a weaker lock used.",
            absence: "The offer could not be compared with the signed contents."),
        Check.cardSecurity.identifier: CheckMeaning(
            purpose: "A second signed file (EF.CardSecurity) holds keys of the chip.",
            failure: "That file is not what was signed; its keys must not be used.",
            headline: "a second signed file on the chip (EF.CardSecurity) is not what was signed"),
        Check.chipMapping.identifier: chip,
        Check.chipAuthentication.identifier: chip,
        Check.activeAuthentication.identifier: chip,
        "access": CheckMeaning(
            purpose: "A chip is opened only for those who have seen the printed page, and what is said is encrypted.",
            failure: "The chip was not opened as it should be."),
        "terminalAuthentication": CheckMeaning(
            purpose: "Fingerprints and irises are shown only to readers that the state has authorised.",
            failure: "The chip did not accept this reader."),
        "checkDigits": CheckMeaning(
            purpose: "The lines of letters have check digits against misreading.",
            failure: "The lines contradict themselves."),
        "expiry": CheckMeaning(
            purpose: "Whether the date of expiry is over.", failure: "The document has expired."),
    ]

    private static let chip = CheckMeaning(
        purpose:
            "What is on a chip can be copied, a secret key inside of it cannot. The chip was asked for something "
            + "that only the owner of that key can do.",
        failure: "The chip is most likely a copy: it could not do what only the original can.",
        headline: "the chip is most likely a copy",
        absence: "The chip did not show that it is the original.")
}
