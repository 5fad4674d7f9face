public import CommandPresets
public import ISO7816

/// What happens while a script runs, in order.
public struct ScriptEvent: Sendable {
    /// What happened.
    public enum Kind: Sendable {
        /// A command of the script and its answer, in plain form.
        case exchange(ScriptExchange)
        /// What passed over the link for it, where that is something else: protected commands, reader commands around a
        /// frame, reading of files. What belongs to the opening of the chip holds what its key can be found from.
        case wire(Exchange, isOpening: Bool)
        /// A raw frame and its answer, and how the reader was spoken to.
        case frame([UInt8], ReplyPattern.Reply, dialect: String)
        /// An expectation, in words, and whether it was met.
        case expectation(String, isMet: Bool)
        /// The card was restarted.
        case reset(ResetKind, AnswerToReset)
        /// Commands travel otherwise from now on.
        case secure(SecureMode)
        /// A variable got its value from a reply.
        case captured(String, [UInt8])
        /// Text to show.
        case text(String)
        /// A statement that found nothing to do, and why.
        case nothingDone(String)
        /// A folder was selected.
        case entered(CardFolder)
        /// The files of a folder, and other folders that this card may have.
        case folder(CardFolder, others: [CardFolder])
        /// Somebody asked the card what it is, and it was restarted afterwards: what was selected before is selected again,
        /// or (false) it is not as it was.
        case cameBack(to: CardFolder?, isAsBefore: Bool)
        /// A card lies on the reader again.
        case returned(CardReturn)
        /// A sentence about what happens.
        case remark(String)
        /// A file that was read.
        case file(CardFile, [UInt8])
        /// A step of a preset.
        case preset(String, PresetRun.StepResult)
        /// A transcript was written.
        case saved(String)
    }

    /// Line of the statement.
    public let line: Int
    /// What happened.
    public let kind: Kind
}

/// A command of a script and its answer.
public struct ScriptExchange: Hashable, Sendable {
    /// As it was written, plain.
    public let command: [UInt8]
    /// The answer, plain.
    public let response: ResponseAPDU
    /// From sending to the answer.
    public let duration: Duration
    /// It travelled protected.
    public let isProtected: Bool
}
