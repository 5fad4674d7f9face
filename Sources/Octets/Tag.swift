/// The identifier octets of a BER-TLV data object, as the number they spell: `0x7F49`, `0x9F816E` (7816-4 §5.2.2.1).
public struct Tag: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// One to four identifier octets, big endian.
    public let rawValue: UInt32

    /// A tag spelled as a literal.
    public init(integerLiteral value: UInt32) { rawValue = value }

    /// A tag from its octets as a number.
    public init(_ value: UInt32) { rawValue = value }

    /// The class of a tag (X.690 §8.1.2.2).
    public enum Class: UInt8, Hashable, Sendable {
        /// ASN.1's own types.
        case universal = 0
        /// Types of an application, here mostly inter-industry objects.
        case application = 1
        /// Types whose meaning depends on the surrounding structure.
        case contextSpecific = 2
        /// Private types.
        case `private` = 3
    }

    /// The identifier octets.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The class, from bits 8 and 7 of the first octet.
    public var tagClass: Class { Class(rawValue: leading >> 6) ?? .universal }

    /// True when the value consists of data objects (bit 6 of the first octet).
    public var isConstructed: Bool { leading & 0x20 != 0 }

    private var leading: UInt8 {
        let shift = rawValue > 0xFF_FFFF ? 24 : rawValue > 0xFFFF ? 16 : rawValue > 0xFF ? 8 : 0
        return UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
    }

    /// Appends the identifier octets.
    func append(to bytes: inout [UInt8]) {
        guard rawValue > 0xFF else { return bytes.append(UInt8(rawValue)) }
        for shift in stride(from: 24, through: 0, by: -8) where shift == 0 || rawValue >> UInt32(shift) != 0 {
            bytes.append(UInt8(truncatingIfNeeded: rawValue >> UInt32(shift)))
        }
    }

    /// The octets in upper-case hexadecimal.
    public var description: String { Hex.string(bytes) }
}

extension ByteReader {
    /// Takes identifier octets, at most four (7816-4 §5.2.2.1, X.690 §8.1.2). Throws `truncated` or `invalidTag`.
    public mutating func tag() throws(ParseError) -> Tag {
        let start = offset
        let first = try byte()
        var value = UInt32(first)
        guard first & 0x1F == 0x1F else { return Tag(value) }
        for index in 0..<3 {
            let byte = try byte()
            // A leading zero digit would give one tag two spellings.
            guard index > 0 || byte != 0x80 else { throw error(.invalidTag, at: start) }
            value = value << 8 | UInt32(byte)
            if byte & 0x80 == 0 { return Tag(value) }
        }
        throw error(.invalidTag, at: start)
    }
}

extension Tag {
    /// UNIVERSAL 1.
    public static let boolean: Tag = 0x01
    /// UNIVERSAL 2.
    public static let integer: Tag = 0x02
    /// UNIVERSAL 3.
    public static let bitString: Tag = 0x03
    /// UNIVERSAL 4.
    public static let octetString: Tag = 0x04
    /// UNIVERSAL 5.
    public static let null: Tag = 0x05
    /// UNIVERSAL 6.
    public static let objectIdentifier: Tag = 0x06
    /// UNIVERSAL 12.
    public static let utf8String: Tag = 0x0C
    /// UNIVERSAL 16, constructed.
    public static let sequence: Tag = 0x30
    /// UNIVERSAL 17, constructed.
    public static let set: Tag = 0x31
    /// UNIVERSAL 19.
    public static let printableString: Tag = 0x13
    /// UNIVERSAL 22.
    public static let ia5String: Tag = 0x16
    /// UNIVERSAL 23.
    public static let utcTime: Tag = 0x17
    /// UNIVERSAL 24.
    public static let generalizedTime: Tag = 0x18
}
