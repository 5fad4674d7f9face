public import LDS

/// What a card or its user must offer so that a step can run.
public enum Requirement: Hashable, Sendable {
    /// A key that opens the document.
    case key
    /// The chip offers PACE.
    case pace
    /// The chip opens with BAC.
    case basicAccess
    /// The document lists this file.
    case file(FileID)
    /// The chip has this file outside of the passport application.
    case masterFile(FileID)

    /// Why a step is skipped without it.
    public var unmet: String {
        switch self {
        case .key: "no key was given that opens the document"
        case .pace: "the chip does not offer PACE"
        case .basicAccess: "the chip does not open with BAC"
        case .file(let file): "the document does not list \(file.name)"
        case .masterFile(let file): "the chip has no \(file.name)"
        }
    }
}
