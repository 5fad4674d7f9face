import CardIdentification
import ISO7816

/// `inlay passport read`.
enum PassportReadCommand {
    static let command = Command(
        "passport", "read", summary: "read a passport or identity card, and judge it",
        discussion: [
            "The chip is opened with the key that is printed on the document: the machine readable zone, or the card "
                + "access number. A simulator without a key is opened with its own.",
            "The report says what was established and what was not. Without --trust nobody vouches for the signer, so "
                + "exit code 0 means what --require says (default: signature).",
            "With --loop documents are read one after another, each opened with a zone from standard input: lines as a "
                + "swipe reader or scanner types them. Ctrl-D or Ctrl-C ends; the exit code is the worst of all documents.",
        ],
        groups: [
            PassportOptions.key, PassportOptions.reading, PassportOptions.judging, PassportOptions.saving,
            TerminalOptions.group, PassportOptions.showing, CommonOptions.card,
        ],
        output: CommonOptions.stream,
        examples: [
            ("inlay passport read --reader sim:passport", "reads a simulated passport; no reader and no card needed"),
            ("inlay passport read --mrz-file zone.txt --trust csca/", "reads and judges against CSCA certificates"),
            ("inlay passport read --can 123456 --out saved/", "opens with the card access number and saves everything"),
            ("inlay passport read --loop --jsonl > today.jsonl", "a tray of documents, one line of JSON each"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        // Everything that can be wrong with the command line is found before a card is touched.
        let isLoop = arguments.has(PassportOptions.loop)
        if isLoop { try PassportTray.check(arguments) }
        let round = try PassportRound(arguments, house)
        if isLoop, output.format == .json {
            throw .usage(
                "contradiction", "--json is one document, and --loop reads many",
                remedy: "use --jsonl: one document on each line")
        }
        let tray = isLoop ? try PassportTray(arguments, house, round) : nil
        let saving = try PassportSaving(arguments, house)
        for remark in round.trustRemarks { output.detail(StyledText(remark)) }
        if let tray { return try tray.run(output) }
        var given = try AccessKeyOptions.given(arguments, house)
        let card = try CardOptions(arguments, house)
        // Nobody looks for the zone of a card that cannot be a passport.
        if let answer = try card.lookAhead(house), let storage = StorageCard(answer), !storage.mayTakeCommands {
            throw .noPassport("the reader calls it \(storage.nameWords ?? storage.standardWords)")
        }
        if given == nil, !card.isSimulator { given = try AccessKeyOptions.asked(house) }
        return saving.finish(try round.report(given, output), output)
    }
}
