/// The name field (9303-3 §4.6): primary identifier, `<<`, secondary identifier.
public struct MRZNames: Hashable, Sendable {
    /// Mostly the surname; parts separated by spaces.
    public let primary: String
    /// Mostly the given names; empty when the holder has none.
    public let secondary: String
    /// True when a letter stands in the last place: then the name may be cut.
    public let isTruncated: Bool

    init(_ octets: some BidirectionalCollection<UInt8>) {
        isTruncated = octets.last.map { $0 != MRZCharacters.filler } ?? false
        let name = MRZCharacters.trimmed(octets)
        var split: Int?
        for index in name.indices.dropLast() where split == nil {
            if name[index] == MRZCharacters.filler, name[index + 1] == MRZCharacters.filler { split = index }
        }
        primary = Self.words(name.prefix(split ?? name.count))
        secondary = split.map { Self.words(name.dropFirst($0)) } ?? ""
    }

    private static func words(_ octets: some Collection<UInt8>) -> String {
        octets.split(separator: MRZCharacters.filler).map { MRZCharacters.text($0) }.joined(separator: " ")
    }
}
