import ISO7816
import InlayConsole

/// `inlay console`.
enum ConsoleCommand {
    static let command = Command(
        "console", summary: "talk to a card: commands, presets, named files, line by line",
        discussion: [
            "What is typed in hexadecimal is sent as it is, once; the answer is shown and explained. help explains every "
                + "word, Tab completes, the arrows and Ctrl-R go through the history. The language is that of scripts "
                + "(Docs/console.md).",
            "Only presets are guarded: they go to cards that they are for, and ask before a write. Any other command is sent "
                + "exactly as it is typed, whatever it does.",
            "The history is kept in memory only, and holds no line with data that could be a secret. Ctrl-C begins a new "
                + "line; while something runs it ends that, and a second one right after ends the console.",
            "Without a terminal lines come from standard input; a line that fails does not end it, and the exit code is "
                + "that of the first that failed. With --json what was done and answered comes as one document at the end, "
                + "with --jsonl line by line.",
        ],
        groups: [
            OptionGroup(title: "Consent", options: [Consent.option, PresetGate.anyway]), PassportOptions.key,
            CommonOptions.card,
        ], output: CommonOptions.stream,
        examples: [
            ("inlay console", "on the card that lies on the only reader"),
            ("inlay console --reader sim:passport", "on a simulated passport"),
            ("echo 'cat EF.CardAccess' | inlay console --reader sim:passport", "without a terminal"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let session = try CardSession(arguments, house, keepsTranscript: true)
        let host = ConsoleHost(session, arguments, house, catalog: PresetFile.catalogue(house, output))
        defer {
            host.closeFrames()
            session.close(reset: host.wasOpened, output)
        }
        return try ConsoleSession(session, host, house, output).run()
    }
}
