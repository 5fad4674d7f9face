import ISO7816

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
    /// Lets go of the card. After a protected session it is reset (Docs/rules.md 14).
    let close: (_ reset: Bool) -> Void
}
