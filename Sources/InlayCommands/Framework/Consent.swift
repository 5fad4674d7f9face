/// Consent to a write or an irreversible act: typed at a terminal, or `--confirm` as the refusal spells it
/// (Docs/cli.md). It is asked for before a byte is sent.
enum Consent {
    static let option = CommandOption.value(
        "confirm", "TEXT", "consent to a write or an irreversible act, as the refusal spells it")

    /// Returns when the user agreed to `act`: words that name what is done and to which card, so that consent to one
    /// is none to another. Throws `consent-missing` (exit 2) otherwise.
    static func require(
        _ act: String, because reason: String, likely: String = "", _ arguments: Arguments, _ house: House
    ) throws(Failure) {
        if arguments.value(option) == act { return }
        if !arguments.has(option),
            try house.input.askSecretly("\(reason).\nType \"\(act)\" to go on (not shown): ") == act
        {
            return
        }
        throw missing(act, because: reason, likely: likely)
    }

    /// The refusal, which spells what has to be confirmed.
    static func missing(_ act: String, because reason: String, likely: String = "") -> Failure {
        .usage(
            "consent-missing", "\(reason) and needs your consent", likely: likely,
            remedy: "add --confirm \"\(act)\"; nothing of it was sent")
    }
}
