public import LDS

/// What a card or its user must offer so that a step can run.
public enum Requirement: Hashable, Sendable {
    /// A key that opens the document.
    case key
    /// The chip offers PACE.
    case pace
    /// The chip opens with BAC.
    case basicAccess
    /// The chip offers PACE with a mapping that exchanges keys: generic, or chip authentication mapping.
    case mappingByKey
    /// The chip has a key for Chip Authentication, and runs it by GENERAL AUTHENTICATE.
    case chipAuthentication
    /// The chip has a key for Chip Authentication with 3DES, by MSE:Set KAT.
    case chipAuthenticationInOneCommand
    /// The document lists Terminal Authentication.
    case terminalAuthentication
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
        case .mappingByKey: "the chip offers no PACE that exchanges keys in its mapping"
        case .chipAuthentication: "the document lists no Chip Authentication with AES"
        case .chipAuthenticationInOneCommand: "the document lists no Chip Authentication with 3DES"
        case .terminalAuthentication: "the document lists no Terminal Authentication"
        case .file(let file): "the document does not list \(file.name)"
        case .masterFile(let file): "the chip has no \(file.name)"
        }
    }
}
