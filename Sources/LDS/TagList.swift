public import Octets

/// The tag list of data object 5C (7816-4 §8): identifiers one after another.
public struct TagList: Hashable, Sendable {
    /// The tags, in order.
    public var tags: [Tag]
    /// Bytes at the end that are no complete tag.
    public let rest: [UInt8]

    /// A list of tags.
    public init(_ tags: [Tag]) {
        self.tags = tags
        rest = []
    }

    /// Reads a list; never fails, because what is no tag ends up in `rest`.
    public init(parsing bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes, in: "tag list")
        var tags: [Tag] = []
        while true {
            var ahead = reader
            guard let tag = try? ahead.tag() else { break }
            tags.append(tag)
            reader = ahead
        }
        self.tags = tags
        rest = Array(reader.rest)
    }

    /// The bytes of the list.
    public var bytes: [UInt8] { tags.flatMap(\.bytes) + rest }

    /// True when `tag` is listed.
    public func contains(_ tag: Tag) -> Bool { tags.contains(tag) }
}
