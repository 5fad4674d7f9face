/// A compressed image that can be turned into pixels. The raw value names it between the two processes.
public enum ImageKind: String, Hashable, Sendable, CaseIterable {
    /// JPEG in any wrapping.
    case jpeg
    /// JPEG 2000 in a JP2 file.
    case jp2
    /// JPEG 2000, a codestream alone.
    case codestream
}
