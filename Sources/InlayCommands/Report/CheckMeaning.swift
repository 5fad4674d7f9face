import LDS
import Trust

/// What a check means, for people who have never heard of certificates.
struct CheckMeaning: Hashable, Sendable {
    /// What is looked at, and why.
    let purpose: String
    /// What it means that the check failed.
    let failure: String
    /// What it means that the check was not made; nil where its reason says all.
    var absence: String?

    /// The meaning of the check with this identifier.
    static func of(_ identifier: String) -> CheckMeaning {
        if let number = identifier.firstRange(of: "digest.dg").flatMap({ Int(identifier[$0.upperBound...]) }) {
            return digest(of: FileID(dataGroupNumber: number))
        }
        return known[identifier] ?? CheckMeaning(purpose: "", failure: "Something here is not as it must be.")
    }

    private static func digest(of file: FileID?) -> CheckMeaning {
        let (what, verb) = contents(of: file)
        return CheckMeaning(
            purpose:
                "Each part of the chip's contents has a fingerprint in the signed list. Here the fingerprint of the "
                + "part as it is now was compared with the one in the list.",
            failure:
                "\(what) in the chip \(verb) not what was signed: somebody changed this part after the document was "
                + "issued, or took it from another document. Do not believe it.",
            absence: "\(what) could not be compared, so nothing is known about this part.")
    }

    /// What a data group holds, as the beginning of a sentence, with its verb.
    private static func contents(of file: FileID?) -> (what: String, verb: String) {
        switch file {
        case .dg1: ("Name, numbers and dates (the machine readable zone)", "are")
        case .dg2: ("The portrait", "is")
        case .dg3: ("The fingerprints", "are")
        case .dg4: ("The irises", "are")
        case .dg5: ("The displayed portrait", "is")
        case .dg7: ("The displayed signature", "is")
        case .dg11: ("Further details about the person", "are")
        case .dg12: ("Further details about the document", "are")
        case .dg14: ("The chip's security options and keys", "are")
        case .dg15: ("The chip's key", "is")
        case .dg16: ("The persons to notify", "are")
        default: ("This part", "is")
        }
    }

    private static let known: [String: CheckMeaning] = [
        Check.securityObject.identifier: CheckMeaning(
            purpose:
                "The chip carries a signed list with the fingerprints of everything in it (EF.SOD). All else rests "
                + "on this list: here it was looked at whether it is there and well made.",
            failure:
                "The list is damaged or not of the kind that the standard describes, so nothing in the chip can be "
                + "relied upon.",
            absence: "Without the list nobody can tell whether the chip's contents are genuine."),
        Check.signature.identifier: CheckMeaning(
            purpose:
                "The list of fingerprints is sealed with an electronic signature. Changing a single bit of the list "
                + "breaks the seal.",
            failure: "The seal is broken: the list was changed, or was never signed by the one it names.",
            absence: "Whether the seal is whole is not known."),
        Check.chain.identifier: CheckMeaning(
            purpose: "Anybody can make a seal. A genuine one belongs to a document signer that was appointed by the "
                + "authority of a state (CSCA). Here it was looked for among the authorities that you trust.",
            failure: "The signer only claims to be appointed by that authority: its appointment is forged or damaged.",
            absence: "Inlay does not know the authority behind this signer, so the seal could be anybody's. Get the "
                + "state's CSCA certificate or a master list, and give it with inlay trust import."),
        Check.validity.identifier: CheckMeaning(
            purpose: "Certificates are valid for a time, like the documents themselves.",
            failure: "A certificate was not in force on the day for which the document was judged.",
            absence: "This matters only once it is known who the signer is."),
        Check.certificateUse.identifier: CheckMeaning(
            purpose: "A certificate says what its key may be used for: signing documents, signing other certificates.",
            failure: "A key was used for something that it is not made for.",
            absence: "This matters only once it is known who the signer is."),
        Check.usagePeriod.identifier: CheckMeaning(
            purpose: "Document signers use each of their keys for some months only.",
            failure:
                "The document was signed when the signer's key was not in use: too early, or after it was retired.",
            absence: "When the document was signed cannot be compared with that time."),
        Check.revocation.identifier: CheckMeaning(
            purpose: "When a signer's key is stolen, its state says so in a public list (CRL).",
            failure: "The state has withdrawn this signer's certificate: documents signed with it must not be trusted.",
            absence:
                "Whether the state has withdrawn the signer's certificate is not known. Its current list can be given "
                + "with inlay trust import."),
        Check.issuingState.identifier: CheckMeaning(
            purpose: "Each authority may sign for its own state only.",
            failure: "The document says that one state issued it, but another one signed it.",
            absence: "The two could not be compared."),
        Check.documentType.identifier: CheckMeaning(
            purpose: "A signer may be appointed for certain kinds of documents only.",
            failure: "The signer may not sign documents of this kind."),
        Check.printedZone.identifier: CheckMeaning(
            purpose: "The lines of letters that are printed on the document must be the same as those in its chip.",
            failure: "The printed page and the chip tell different stories: one of them is not genuine, or the chip is "
                + "another document's."),
        Check.dataGroupList.identifier: CheckMeaning(
            purpose: "The chip also has an unsigned table of contents (EF.COM), which must agree with the signed list.",
            failure: "The two lists contradict each other."),
        Check.accessInformation.identifier: CheckMeaning(
            purpose: "Before it is opened, the chip says which locks it has. The signed contents repeat that, so that "
                + "nobody can talk a reader into using a weaker lock.",
            failure: "The chip's offer was changed: somebody may be trying to have a weaker lock used.",
            absence: "The offer could not be compared with the signed contents."),
        Check.cardSecurity.identifier: CheckMeaning(
            purpose: "A second signed file (EF.CardSecurity) holds keys of the chip.",
            failure: "That file is not what was signed; its keys must not be used."),
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
            "The contents of a chip can be copied, a secret key inside of it cannot. The chip was asked for something "
            + "that only the owner of that key can do.",
        failure: "The chip could not do what only the original can: it is most likely a copy.",
        absence: "The chip did not show that it is the original.")
}
