/// Options that several commands share.
enum CommonOptions {
    static let help = CommandOption.flag("help", "show this page")
    static let json = CommandOption.flag("json", "exactly one JSON document on standard output (Docs/json.md)")
    static let jsonLines = CommandOption.flag("jsonl", "one JSON document on each line, for streams and batches")
    static let quiet = CommandOption.flag("quiet", "no notes and no progress, only the result")
    static let verbose = CommandOption.flag("verbose", "also what is usually left out")
    static let noColor = CommandOption.flag("no-color", "no colours (so does the environment variable NO_COLOR)")

    static let reader = CommandOption.value(
        "reader", "NAME",
        "reader: its name, a unique part of it, sim:NAME for a simulator without PC/SC, or replay:FILE for a trace; "
            + "INLAY_READER says the same")
    static let timeout = CommandOption.value(
        "timeout", "SECONDS", "most time for each wait for reader, card or answer (default 30)")
    static let wait = CommandOption.flag("wait", "wait for a card to be put on the reader")
    static let trace = CommandOption.value(
        "trace", "FILE", "write every exchange to FILE; only what is known to be harmless is kept")
    static let traceSecrets = CommandOption.flag(
        "trace-secrets", "keep everything in the trace: it then holds the document and its keys")
    static let force = CommandOption.flag("force", "overwrite files that exist")

    /// What every command has.
    static let output = OptionGroup(title: "Output", options: [json, quiet, verbose, noColor, help])
    /// What commands have whose results may be many.
    static let stream = OptionGroup(title: "Output", options: [json, jsonLines, quiet, verbose, noColor, help])
    /// What every command with a card has.
    static let card = OptionGroup(
        title: "Card and reader", options: [reader, wait, timeout, trace, traceSecrets, force])
}
