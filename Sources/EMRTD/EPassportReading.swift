public import ISO7816
public import LDS

/// What was read from a document, and how. Raw files only: parsing and judging happen afterwards, offline.
///
/// Personal data: nothing of it belongs in a log.
public struct EPassportReading: Sendable {
    /// What became of SELECT for the LDS1 application.
    public enum Application: Hashable, Sendable {
        /// Not tried, because an earlier step ended the read.
        case notTried
        /// It is there.
        case selected
        /// The card has no such application; the status word it answered.
        case absent(StatusWord)
    }

    /// What was tried to open the chip.
    public var access = AccessSummary()
    /// What became of SELECT for the LDS1 application.
    public var application = Application.notTried
    /// Applications that are no passport and were found when the LDS1 application was missing.
    public var otherApplications: [String] = []
    /// Files exactly as read: digests need those bytes.
    public var files = LDSFiles()
    /// Files that were wanted and could not be read, with the reason.
    public var skipped: [FileID: SkipReason] = [:]
    /// Why the read ended early; nil when it came to its end.
    public var interruption: CardError?
    /// What the chip did that the standard does not allow, and what the reader did about it.
    public var deviations: [ReadingDeviation] = []
    /// What the chip did to show that it is genuine.
    public var evidence = ChipEvidence()
    /// What Terminal Authentication did; nil when it was not asked for, or the read ended before it.
    public var terminalAuthentication: TerminalAuthenticationReport?
    /// READ BINARY commands per file.
    public var reads: [FileID: Int] = [:]

    /// Nothing read yet.
    public init() {}

    /// True when the read came to its end.
    public var isComplete: Bool { interruption == nil }
}
