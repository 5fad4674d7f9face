import Octets

/// Text in the string types of ASN.1.
enum StringDecoding {
    /// The text of `octets`, whose type `tag` tells; nil when it is no string type or the octets do not fit it.
    static func text(_ tag: Tag, _ octets: [UInt8]) -> String? {
        switch tag {
        case .utf8String: String(validating: octets, as: UTF8.self)
        case .printableString, .ia5String, 0x12, 0x1A:
            octets.allSatisfy { $0 < 0x80 } ? String(decoding: octets, as: UTF8.self) : nil
        // TeletexString, which issuers fill with Latin-1.
        case 0x14: String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
        case 0x1E: units(octets, size: 2).flatMap { String(validating: $0.map(UInt16.init), as: UTF16.self) }
        case 0x1C: units(octets, size: 4).flatMap { String(validating: $0, as: UTF32.self) }
        default: nil
        }
    }

    private static func units(_ octets: [UInt8], size: Int) -> [UInt32]? {
        guard octets.count % size == 0 else { return nil }
        return stride(from: 0, to: octets.count, by: size).map { start in
            octets[start..<start + size].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
