/// Values of ASN.1 types, read from data objects (X.690 §8) and written in DER (X.690 §10, §11).
public enum DER {
    /// OBJECT IDENTIFIER.
    public static func encode(_ identifier: ObjectIdentifier) -> [UInt8] {
        TLV.encode(.objectIdentifier, identifier.contents)
    }

    /// INTEGER from a number.
    public static func encode(integer value: Int) -> [UInt8] {
        // Most numbers are small: versions, key identifiers, numbers of data groups.
        if (0..<0x80).contains(value) { return [0x02, 0x01, UInt8(value)] }
        var octets = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        while octets.count > 1, (octets[0] == 0 && octets[1] < 0x80) || (octets[0] == 0xFF && octets[1] >= 0x80) {
            octets.removeFirst()
        }
        return TLV.encode(.integer, octets)
    }

    /// INTEGER from the big-endian octets of a number that is not negative.
    public static func encode(unsigned magnitude: some Sequence<UInt8>) -> [UInt8] {
        var octets = Array(magnitude.drop { $0 == 0 })
        if octets.first.map({ $0 >= 0x80 }) ?? true { octets.insert(0, at: 0) }
        return TLV.encode(.integer, octets)
    }

    /// SEQUENCE of encoded parts.
    public static func sequence(_ parts: [[UInt8]]) -> [UInt8] { TLV.encode(.sequence, parts: parts) }

    /// SET OF encoded parts, in DER order (X.690 §11.6).
    public static func setOf(_ parts: [[UInt8]]) -> [UInt8] {
        TLV.encode(.set, parts: parts.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// OCTET STRING.
    public static func octetString(_ bytes: some Collection<UInt8>) -> [UInt8] { TLV.encode(.octetString, bytes) }

    /// BIT STRING of whole bytes.
    public static func bitString(_ bytes: some Collection<UInt8>) -> [UInt8] {
        TLV.encode(.bitString, [0] + Array(bytes))
    }

    /// PrintableString; the caller answers for the characters.
    public static func printableString(_ text: String) -> [UInt8] { TLV.encode(.printableString, Array(text.utf8)) }

    /// UTF8String.
    public static func utf8String(_ text: String) -> [UInt8] { TLV.encode(.utf8String, Array(text.utf8)) }
}

extension TLV {
    /// The object identifier in a UNIVERSAL 6. Throws when the tag or the contents are something else.
    public func objectIdentifier(_ structure: String) throws(ParseError) -> ObjectIdentifier {
        try expect(.objectIdentifier, structure)
        return try ObjectIdentifier(contents: value, at: valueOffset)
    }

    /// The number in an INTEGER. Throws when it does not fit in 64 bits, or is empty.
    public func integer(_ structure: String) throws(ParseError) -> Int {
        try expect(.integer, structure)
        guard (1...8).contains(value.count) else {
            throw ParseError(.invalidValue("an INTEGER of 1 to 8 octets is expected"), in: structure, at: offset)
        }
        let negative = (value.first ?? 0) >= 0x80
        return value.reduce(negative ? -1 : 0) { $0 << 8 | Int($1) }
    }

    /// The magnitude of an INTEGER that is not negative, without leading zero octets (one 00 for zero).
    public func unsigned(_ structure: String) throws(ParseError) -> [UInt8] {
        try expect(.integer, structure)
        guard let first = value.first, first < 0x80 else {
            throw ParseError(.invalidValue("an INTEGER that is not negative is expected"), in: structure, at: offset)
        }
        let magnitude = Array(value.drop { $0 == 0 })
        return magnitude.isEmpty ? [0] : magnitude
    }

    /// The bytes of an OCTET STRING; in BER also the constructed form, joined (X.690 §8.7.3).
    public func octetString(_ structure: String) throws(ParseError) -> [UInt8] {
        if rules == .ber, tag == 0x24 {
            var reader = try contents(structure)
            var joined: [UInt8] = []
            while !reader.isAtEnd { joined += try reader.next().octetString(structure) }
            return joined
        }
        try expect(.octetString, structure)
        return Array(value)
    }

    /// The bytes of a BIT STRING without unused bits. Throws when bits are unused.
    public func bitString(_ structure: String) throws(ParseError) -> [UInt8] {
        try expect(.bitString, structure)
        guard value.first == 0 else {
            throw ParseError(.invalidValue("a BIT STRING of whole bytes is expected"), in: structure, at: offset)
        }
        return Array(value.dropFirst())
    }

    /// Throws `unexpectedTag` unless the object carries `expected`.
    public func expect(_ expected: Tag, _ structure: String) throws(ParseError) {
        guard tag == expected else {
            throw ParseError(.unexpectedTag(expected: expected, found: tag), in: structure, at: offset)
        }
    }
}
