public import ISO7816

/// Something that changed at the readers.
public struct ReaderEvent: Hashable, Sendable {
    /// What changed.
    public enum Kind: Hashable, Sendable {
        /// A reader is there; told for each one at the beginning too.
        case readerAdded
        /// A reader is gone.
        case readerRemoved
        /// The reader is listed and does not work, as after the computer slept.
        case readerFailed
        /// A card lies on the reader and answered when it was powered; the answer is empty where the card was gone again
        /// before it could be looked at.
        case cardInserted(AnswerToReset)
        /// A card lies on the reader and does not answer.
        case cardMute
        /// The card is gone.
        case cardRemoved
        /// The service went away or stopped; it is looked for again.
        case serviceLost
        /// The service is back.
        case serviceReturned
    }

    /// What changed.
    public let kind: Kind
    /// At which reader; nil where the service is the matter.
    public let reader: String?

    /// An event at a reader.
    public init(_ kind: Kind, at reader: String? = nil) {
        self.kind = kind
        self.reader = reader
    }
}
