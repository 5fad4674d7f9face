public import ISO7816
public import LDS

/// Something a chip did that the standard does not allow or expect.
public enum ReadingDeviation: Hashable, Sendable {
    /// READ BINARY with a short EF identifier was refused; SELECT works (9303-10 §3.6).
    case shortFileIdentifierRefused(FileID, StatusWord)
    /// A read was refused and succeeded with fewer bytes.
    case blockSizeReduced(FileID, from: Int, to: Int, StatusWord?)
    /// An error came unprotected inside a session (9303-11 §9.8.5); the counter was taken back once.
    case unprotectedError(FileID, StatusWord)
    /// Access was set up again in the middle of a file.
    case accessRenewed(FileID, offset: Int)
    /// The file ends before its own length field says.
    case fileShorterThanAnnounced(FileID, announced: Int, read: Int)
    /// The file does not begin with its tag.
    case unexpectedTag(FileID)
    /// The length of the file cannot be told from its first bytes.
    case noLength(FileID)
    /// An answer gave the status word without protection (9303-11 §9.8.6).
    case statusNotProtected
    /// The plain status word of an answer differs from the protected one.
    case statusWordsDiffer
    /// EF.COM and EF.SOD could not tell which data groups there are; all were tried.
    case dataGroupListUnreadable
    /// Extended length was announced and refused.
    case extendedLengthRefused(FileID)
    /// The application's files can be read without access control (9303-11 §4.1 requires it).
    case noAccessControl
}

extension ReadingDeviation: CustomStringConvertible {
    /// One sentence, without card data.
    public var description: String {
        switch self {
        case .shortFileIdentifierRefused(let file, let status):
            "\(file.name) cannot be read by its short identifier (\(status)); it was selected instead"
        case .blockSizeReduced(let file, let from, let to, let status):
            "\(file.name): reading \(from) bytes at once was refused\(status.map { " (\($0))" } ?? ""), \(to) work"
        case .unprotectedError(let file, let status):
            "\(file.name): the chip answered \(status) without protection inside the session"
        case .accessRenewed(let file, let offset):
            "\(file.name): the session was lost and set up again at byte \(offset)"
        case .fileShorterThanAnnounced(let file, let announced, let read):
            "\(file.name) announces \(announced) bytes and holds \(read)"
        case .unexpectedTag(let file): "\(file.name) does not begin with its tag"
        case .noLength(let file): "\(file.name) has no readable length"
        case .statusNotProtected: "the chip sends status words without protection"
        case .statusWordsDiffer: "plain and protected status words differ"
        case .dataGroupListUnreadable: "neither EF.COM nor EF.SOD tells which data groups there are; all were tried"
        case .extendedLengthRefused(let file): "\(file.name): extended length is announced and refused"
        case .noAccessControl: "the chip gives its files without any access control"
        }
    }
}
