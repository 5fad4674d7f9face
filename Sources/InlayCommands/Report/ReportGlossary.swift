/// The words of a report that are not common.
enum ReportGlossary {
    /// The last section of a page.
    static var section: HTML {
        .element(
            "section", "",
            [
                .element("h2", "", [.text("Words used here")]),
                .element(
                    "dl", "words",
                    entries.flatMap { entry -> [HTML] in
                        [.element("dt", "", [.text(entry.word)]), .element("dd", "", [.text(entry.meaning)])]
                    }),
            ])
    }

    /// Each word with its meaning.
    static let entries: [(word: String, meaning: String)] = [
        ("chip", "What is on it is a copy of the printed page, a portrait, and a seal over both."),
        ("seal, signature", "A number that only the owner of a key can make, and everybody can check."),
        (
            "signed list (EF.SOD)",
            "Document security object: the sealed list on the chip, with a check number for each part of what is on it."
        ),
        (
            "check number, hash, digest",
            "A short number made from data, which changes when a single bit of the data changes."
        ),
        (
            "EF.DG1, EF.DG2, …",
            "Data groups: the parts of what is on the chip. DG1: the printed lines. DG2: the portrait. DG3: fingerprints. "
                + "DG11: further details about the person. DG12: about the document. DG14: security options and keys. "
                + "DG15: a key of the chip."
        ),
        (
            "printed lines, machine readable zone (MRZ)",
            "The two or three lines of letters and < at the foot of the page with the photo. TD1, TD2 and TD3 are their "
                + "sizes: card, larger card, passport."
        ),
        ("EF.COM", "The unsigned table of contents of the chip."),
        ("certificate", "A signed statement that a key belongs to somebody."),
        ("document signer", "The office whose key signs documents, appointed by its state."),
        ("CSCA", "Country Signing Certification Authority: the authority of a state that appoints document signers."),
        (
            "official certificate",
            "The certificate of a CSCA. Whoever looks after this computer decides which are on it."
        ),
        ("chain", "The way from the document signer's certificate to that of a CSCA."),
        ("master list", "A signed list of CSCA certificates of many states."),
        ("revoked, revocation list (CRL)", "Withdrawn by its state, and the list that says so."),
        (
            "PACE, BAC, access control",
            "How a chip is opened, with what is printed on the document, and how what is said is encrypted."
        ),
        (
            "chip authentication, active authentication, PACE-CAM",
            "Three ways in which a chip can show that it is the original and no copy."
        ),
        (
            "Terminal Authentication",
            "How a reader shows that its state allows it to read fingerprints."
        ),
        ("CMS, LDS", "The forms in which the seal and the parts of the chip are stored."),
        ("passed, FAILED", "The check was made, and it holds or does not hold. One failed check is enough."),
        ("warning", "The check holds, with something that is not as it should be."),
        ("not offered", "The document does not have what would be checked; older ones often do not."),
        ("recorded", "A saved answer of the chip is right, but anybody can copy a saved answer."),
        ("not done", "The check could not be made, for the reason beside it. It shows nothing, good or bad."),
    ]
}
