public import ISO7816

/// Why a file that was wanted is not there.
public enum SkipReason: Hashable, Sendable {
    /// The chip has no such file.
    case absent(StatusWord)
    /// The chip does not let this session at it.
    case notPermitted(StatusWord)
    /// The chip gives it only after Terminal Authentication (9303-11 §7), so it was not asked for.
    case needsTerminalAuthentication
    /// Terminal Authentication succeeded, and the certificates do not grant the right to read it.
    case rightNotGranted
    /// The chip answered with an error; the bytes before it are not kept.
    case failed(StatusWord)
    /// It announces more bytes than any file of a document has.
    case tooLarge(announced: Int)
    /// The chip gives its bytes in such small pieces that reading never ends.
    case tooManyPieces
    /// The read ended before this file.
    case interrupted
}

extension SkipReason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .absent(let status): "not on the chip (\(status), \(status.meaning))"
        case .notPermitted(let status): "the chip does not permit it (\(status), \(status.meaning))"
        case .needsTerminalAuthentication: "needs Terminal Authentication, which was not done"
        case .rightNotGranted: "the terminal's certificates do not grant the right to read it"
        case .failed(let status): "the chip answered \(status), \(status.meaning)"
        case .tooLarge(let announced): "announces \(announced) bytes, more than any document has"
        case .tooManyPieces: "the chip gives it in too small pieces"
        case .interrupted: "the read ended before it"
        }
    }
}
