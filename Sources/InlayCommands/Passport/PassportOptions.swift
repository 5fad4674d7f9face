/// Options of commands that read or judge a passport.
enum PassportOptions {
    static let mrz = CommandOption.value(
        "mrz", "LINES", "the machine readable zone as one text; lines separated by spaces, / or line breaks")
    static let mrzFile = CommandOption.value("mrz-file", "FILE", "the same from a file or a pipe; - is standard input")
    static let mrzEnvironment = CommandOption.value(
        "mrz-env", "NAME", "the same from the environment variable NAME")
    static let number = CommandOption.value(
        "number", "N", "document number, with --birth and --expiry instead of the zone")
    static let birth = CommandOption.value("birth", "DATE", "date of birth, YYYY-MM-DD or YYMMDD")
    static let expiry = CommandOption.value("expiry", "DATE", "date of expiry, YYYY-MM-DD or YYMMDD")
    static let can = CommandOption.value("can", "N", "card access number, six digits")
    static let canEnvironment = CommandOption.value("can-env", "NAME", "the same from the environment variable NAME")
    static let pin = CommandOption.value(
        "pin", "N", "PIN of an eID card; with --can a suspended one is resumed")
    static let pinEnvironment = CommandOption.value("pin-env", "NAME", "the same from the environment variable NAME")
    static let puk = CommandOption.value("puk", "N", "PUK of an eID card")
    static let pukEnvironment = CommandOption.value("puk-env", "NAME", "the same from the environment variable NAME")
    static let lastTry = CommandOption.flag("last-try", "send the PIN or PUK also when one try is left")

    static let access = CommandOption.value(
        "access", "auto|pace|bac", "how the chip is opened (default auto: PACE where it is offered, else BAC)")
    static let allowBAC = CommandOption.flag(
        "allow-bac-after-pace-failure", "answer a failed PACE with BAC; the report says so")
    static let inspectionSystem = CommandOption.flag(
        "inspection-system", "ask as an inspection system: some identity cards hide their passport from anybody else")
    static let files = CommandOption.value(
        "files", "LIST|all|none",
        "files to read, such as dg1,dg2; EF.COM and EF.SOD come along, without them nothing can be judged (default all)"
    )

    static let loop = CommandOption.flag(
        "loop", "read documents one after another, each with a zone from standard input")
    static let timing = CommandOption.flag(
        "timing", "where the time went: card, wire and this computer, measured and predicted for contactless chips")

    static let trust = CommandOption.repeated(
        "trust", "PATH",
        "whom to trust: CSCA certificates, master lists and revocation lists in PEM, DER or LDIF; a file, a folder, or "
            + "sim:NAME for a simulator's state")
    static let acceptLists = CommandOption.flag(
        "accept-lists", "take master lists at their word, whoever signed them")
    static let at = CommandOption.value("at", "DATE", "judge as on this day, YYYY-MM-DD (default today)")
    static let require = CommandOption.value(
        "require", "LEVEL", "what must hold for exit code 0: authentic, signature, hashes or none")

    static let out = CommandOption.value("out", "DIR", "save the raw files and report.json in DIR")
    static let portrait = CommandOption.value(
        "portrait", "FILE",
        "save the portrait: as PNG when FILE ends in .png, otherwise as it is stored, under the ending of its format")
    static let redact = CommandOption.flag(
        "redact", "leave names, numbers, dates and images out of report and folder")

    static let key = OptionGroup(
        title: "Key (without one you are asked; a value typed here can be seen by other users of the machine)",
        options: [
            mrz, mrzFile, mrzEnvironment, number, birth, expiry, can, canEnvironment, pin, pinEnvironment, lastTry,
        ])
    /// For the commands that send PIN or PUK, which `options` give.
    static func password(_ options: CommandOption...) -> OptionGroup {
        OptionGroup(
            title: "Secrets (without them you are asked; a value typed here can be seen by other users of the machine)",
            options: options + [can, canEnvironment, lastTry])
    }
    static let reading = OptionGroup(title: "Reading", options: [access, allowBAC, inspectionSystem, files, loop])
    static let judging = OptionGroup(title: "Judging", options: [trust, acceptLists, at, require])
    static let saving = OptionGroup(title: "Saving", options: [out, ReportFile.option, portrait, redact])
    static let showing = OptionGroup(title: "Showing", options: [PortraitDisplay.option, timing])
}
