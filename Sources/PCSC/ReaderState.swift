import CPCSC
public import ISO7816

/// What PC/SC knows about a reader without connecting to the card on it.
public struct ReaderState: Hashable, Sendable {
    /// The reader's name.
    public let reader: String
    /// The state bits as `SCardGetStatusChange` gives them; the upper 16 bits count insertions and removals.
    public let bits: UInt32
    /// What the card on it said when it was powered; nil without a card that answers.
    public let answerToReset: AnswerToReset?

    package init(_ row: PCSCFunctions.StateRow) {
        reader = row.reader
        bits = row.event
        answerToReset = row.answerToReset.isEmpty ? nil : AnswerToReset(row.answerToReset)
    }

    /// A card lies on the reader.
    public var isCardPresent: Bool { has(SCARD_STATE_PRESENT) }
    /// No card lies on the reader.
    public var isEmpty: Bool { has(SCARD_STATE_EMPTY) }
    /// The card does not answer.
    public var isMute: Bool { has(SCARD_STATE_MUTE) }
    /// Some program is connected to the card and shares it.
    public var isInUse: Bool { has(SCARD_STATE_INUSE) }
    /// Some program has the card for itself.
    public var isExclusive: Bool { has(SCARD_STATE_EXCLUSIVE) }
    /// The reader is in error.
    public var isUnavailable: Bool { has(SCARD_STATE_UNAVAILABLE) }
    /// There is no such reader any more.
    public var isUnknown: Bool { has(SCARD_STATE_UNKNOWN) }
    /// Differs from what was known before.
    var isChanged: Bool { has(SCARD_STATE_CHANGED) }
    /// How often a card came or went since the service knows the reader, modulo 65,536.
    public var eventCount: Int { Int(bits >> 16) }

    private func has(_ bit: Int32) -> Bool { bits & UInt32(bitPattern: bit) != 0 }
}
