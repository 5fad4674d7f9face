import ISO7816
import InlaySeams

/// A card that commands can be sent to, and where it comes from.
struct CardConnection {
    /// Where the answers come from; stands in every report.
    enum Source: String, Hashable, Sendable {
        case live
        case simulated
        case replayed
        case saved
    }

    let link: any CardLink
    /// Name of the reader, or `sim:…`.
    let reader: String
    let source: Source
    /// What is printed on a simulated document, so that it can be opened without asking.
    var printedMRZ: [String]?
    /// What must be drawn in place of real randomness, for a recording.
    var random: RandomSource?
    /// The reader that a recording was made with.
    var recordedReader: String?
    /// The clock by which a simulated card answers; nil for those that answer by the clock on the wall.
    var clock: ((TimeSource) -> TimeSource)?
    /// Lets go of the card; `reset` after a protected session (Docs/rules.md 14).
    let close: (_ reset: Bool) -> Void
    /// From now on the card is reset however the connection ends.
    let resetsOnExit: () -> Void

    init(
        link: any CardLink, reader: String, source: Source, printedMRZ: [String]? = nil, random: RandomSource? = nil,
        recordedReader: String? = nil, close: @escaping (_ reset: Bool) -> Void = { _ in },
        resetsOnExit: @escaping () -> Void = {}
    ) {
        self.link = link
        self.reader = reader
        self.source = source
        self.printedMRZ = printedMRZ
        self.random = random
        self.recordedReader = recordedReader
        self.close = close
        self.resetsOnExit = resetsOnExit
    }
}
