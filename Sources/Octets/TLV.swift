/// One data object as it was read: tag, value, and the bytes it came from.
public struct TLV: Hashable, Sendable {
    /// The identifier.
    public let tag: Tag
    /// Identifier, length and contents exactly as read.
    public let encoded: ArraySlice<UInt8>
    /// Octets before the contents, and behind them.
    private let header: Int
    private let trailer: Int
    /// Offset of the first identifier octet in the original input.
    public let offset: Int
    /// The rules it was read by; its children are read by the same.
    public let rules: EncodingRules
    /// Levels of objects around it.
    public let depth: Int

    init(
        _ tag: Tag, _ encoded: ArraySlice<UInt8>, header: Int, trailer: Int, offset: Int, rules: EncodingRules,
        depth: Int
    ) {
        self.tag = tag
        self.encoded = encoded
        self.header = header
        self.trailer = trailer
        self.offset = offset
        self.rules = rules
        self.depth = depth
    }

    /// The contents octets, without end-of-contents octets.
    public var value: ArraySlice<UInt8> { encoded.dropFirst(header).dropLast(trailer) }

    /// Offset of the first contents octet in the original input.
    public var valueOffset: Int { offset + header }

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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(9 + value.count)
        append(tag, value, to: &bytes)
        return bytes
    }

    /// The same for an array, which is what there nearly always is: generic code of another module is slow.
    public static func encode(_ tag: Tag, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(9 + value.count)
        append(tag, value, to: &bytes)
        return bytes
    }

    /// Appends what `encode` gives, for objects of many small parts.
    public static func append(_ tag: Tag, _ value: [UInt8], to bytes: inout [UInt8]) {
        appendHeader(tag, value.count, to: &bytes)
        bytes += value
    }

    /// The same for other collections.
    public static func append(_ tag: Tag, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        appendHeader(tag, value.count, to: &bytes)
        bytes += value
    }

    /// Appends identifier and length of an object of `count` bytes.
    public static func appendHeader(_ tag: Tag, _ count: Int, to bytes: inout [UInt8]) {
        tag.append(to: &bytes)
        appendLength(count, to: &bytes)
    }

    /// Encodes a constructed object of encoded `parts`.
    public static func encode(_ tag: Tag, parts: [[UInt8]]) -> [UInt8] {
        let count = parts.reduce(0) { $0 + $1.count }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(9 + count)
        appendHeader(tag, count, to: &bytes)
        for part in parts { bytes += part }
        return bytes
    }

    /// The shortest definite length field for `count` bytes (X.690 §8.1.3).
    public static func length(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        appendLength(count, to: &bytes)
        return bytes
    }

    private static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
        guard count > 0x7F else {
            bytes.append(UInt8(max(count, 0)))
            return
        }
        let octets = (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
        bytes.append(0x80 | UInt8(octets))
        for index in stride(from: octets - 1, through: 0, by: -1) {
            bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index)))
        }
    }
}
