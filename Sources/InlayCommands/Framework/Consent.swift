/// Consent to a write or an irreversible act: typed at a terminal, or `--confirm` as the refusal spells it
/// (Docs/cli.md). It is asked for before a byte is sent.
enum Consent {
    static let option = CommandOption.value(
        "confirm", "TEXT", "consent to a write or an irreversible act, as the refusal spells it")

    /// Returns when the user agreed to `act`: words that name what is done and to which card, so that consent to one
    /// is none to another. `details` say what will be written, line by line; they are shown before the question. Throws
    /// `consent-missing` where nobody could be asked, `consent-declined` where somebody did not agree (exit 2 both).
    static func require(
        _ act: String, because reason: String, likely: String = "", details: [String] = [], _ arguments: Arguments,
        _ house: House
    ) throws(Failure) {
        if arguments.value(option) == act { return }
        guard !arguments.has(option) else { throw missing(act, because: reason, likely: likely) }
        guard let typed = try house.input.ask(question(act, reason, likely, details)) else {
            throw missing(act, because: reason, likely: likely)
        }
        if typed == act || typed == "\"\(act)\"" { return }
        let isEmpty = !typed.contains { !$0.isWhitespace }
        throw .usage(
            "consent-declined", "not sent: " + (isEmpty ? "you did not agree" : "what you typed is another text"),
            remedy: isEmpty ? "" : "to go on, try again and type the text between the quotation marks")
    }

    /// Columns that every terminal has.
    private static let width = 78

    /// The words to be typed stand on a line of their own, so that none of them is broken.
    private static func question(_ act: String, _ reason: String, _ likely: String, _ details: [String]) -> String {
        let words = [reason + (likely.isEmpty ? "." : ": \(likely)")] + details.map { "  \($0)" }
        let lines = words.flatMap { StyledText($0).wrapped(width, indent: 4).map(\.plain) }
        return (lines + ["To go on, type", "  \"\(act)\"", "Enter alone sends nothing: "]).joined(separator: "\n")
    }

    /// The refusal, which spells what has to be confirmed.
    static func missing(_ act: String, because reason: String, likely: String = "") -> Failure {
        .usage(
            "consent-missing", "\(reason) and needs your consent", likely: likely,
            remedy: "add --confirm \"\(act)\"; nothing of it was sent")
    }
}
