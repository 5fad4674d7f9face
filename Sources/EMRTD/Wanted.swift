public import LDS

/// Which files to read.
public enum Wanted: Hashable, Sendable {
    /// All that the document lists and the access allows.
    case everything
    /// Only these, besides EF.CardAccess.
    case only(Set<FileID>)

    func contains(_ file: FileID) -> Bool {
        switch self {
        case .everything: true
        case .only(let files): files.contains(file)
        }
    }
}
