/// One data object as it was read: tag, value, and the bytes it came from.
public struct TLV: Hashable, Sendable {
    /// The identifier.
    public let tag: Tag
    /// The contents octets, without end-of-contents octets.
    public let value: ArraySlice<UInt8>
    /// Identifier, length and contents exactly as read.
    public let encoded: ArraySlice<UInt8>
    /// Offset of the first identifier octet in the original input.
    public let offset: Int
    /// Offset of the first contents octet in the original input.
    public let valueOffset: Int
    /// The rules it was read by; its children are read by the same.
    public let rules: EncodingRules
    /// Levels of objects around it.
    public let depth: Int

    init(
        tag: Tag, value: ArraySlice<UInt8>, encoded: ArraySlice<UInt8>, offset: Int, valueOffset: Int,
        rules: EncodingRules, depth: Int
    ) {
        self.tag = tag
        self.value = value
        self.encoded = encoded
        self.offset = offset
        self.valueOffset = valueOffset
        self.rules = rules
        self.depth = depth
    }

    /// A reader of the data objects in the value; `structure` is named in errors.
    public func contents(_ structure: String) throws(ParseError) -> TLVReader {
        try TLVReader(value, in: structure, at: valueOffset, rules: rules, depth: depth + 1)
    }

    /// A byte cursor over the value.
    public func reader(_ structure: String) -> ByteReader {
        ByteReader(value, in: structure, at: valueOffset)
    }
}

extension TLV {
    /// Encodes one data object with the shortest length field.
    public static func encode(_ tag: Tag, _ value: some Collection<UInt8>) -> [UInt8] {
        var bytes = tag.bytes
        bytes.reserveCapacity(bytes.count + 5 + value.count)
        bytes += length(value.count)
        bytes += value
        return bytes
    }

    /// Encodes a constructed object of encoded `parts`.
    public static func encode(_ tag: Tag, parts: [[UInt8]]) -> [UInt8] {
        encode(tag, Array(parts.joined()))
    }

    /// The shortest definite length field for `count` bytes (X.690 §8.1.3).
    public static func length(_ count: Int) -> [UInt8] {
        guard count > 0x7F else { return [UInt8(max(count, 0))] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
