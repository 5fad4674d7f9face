public import LDS

/// A file or a data object with a name, as a standard gives it.
public struct CardFile: Hashable, Sendable {
    /// How it is read.
    public enum Place: Hashable, Sendable {
        /// SELECT by file identifier, then READ BINARY (7816-4 §7.2.3).
        case transparent(UInt16)
        /// The same, in the pieces that its first two bytes announce: the NDEF file of a Type 4 tag.
        case counted(UInt16)
        /// GET DATA with the tag in P1-P2 (7816-4 §7.4.2).
        case simpleObject(UInt16)
        /// GET DATA with a tag list in the data field (7816-4 §7.4.2, SP 800-73-4 part 2 §3.1.2).
        case listedObject([UInt8])
    }

    /// What it holds, for whoever explains it.
    public enum Contents: Hashable, Sendable {
        /// A file of a passport.
        case passport(FileID)
        /// Data objects.
        case objects
        /// An NDEF message behind two bytes of length.
        case ndef
        /// Nothing that is known.
        case bytes
    }

    /// As the standard names it.
    public let name: String
    /// What it is, in a few words.
    public let title: String
    /// How it is read.
    public let place: Place
    /// What it holds.
    public let contents: Contents

    /// True when `text` means this file: its name in any case, with or without "EF.".
    public func isCalled(_ text: String) -> Bool {
        let wanted = Self.bare(text)
        return wanted == Self.bare(name)
    }

    private static func bare(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasPrefix("ef.") ? String(lower.dropFirst(3)) : lower
    }
}
