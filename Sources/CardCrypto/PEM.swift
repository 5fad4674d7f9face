/// The text form of certificates, keys and signed objects (RFC 7468).
public enum PEM {
    /// One block between BEGIN and END.
    public struct Block: Hashable, Sendable {
        /// What it holds: `CERTIFICATE`, `CMS`, `PRIVATE KEY` …
        public let label: String
        /// The bytes.
        public let der: [UInt8]
    }

    /// All blocks in `text`. Whatever stands between them is passed over; a block that has no end or is no base64 is
    /// left out.
    public static func blocks(in text: some Collection<UInt8>) -> [Block] {
        var blocks: [Block] = []
        var open: (label: String, base64: [UInt8])?
        for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if let label = label(of: line, after: "-----BEGIN ") {
                open = (label, [])
            } else if let label = label(of: line, after: "-----END ") {
                if let block = open, block.label == label, let der = decode(block.base64), !der.isEmpty {
                    blocks.append(Block(label: label, der: der))
                }
                open = nil
            } else {
                open?.base64 += line
            }
        }
        return blocks
    }

    /// Whether `bytes` begin like text rather than DER, blanks and a byte order mark aside.
    public static func isLikely(_ bytes: some Collection<UInt8>) -> Bool {
        let start = bytes.prefix(1024).split(separator: UInt8(ascii: "\n"))
        return start.contains { label(of: $0, after: "-----BEGIN ") != nil }
    }

    private static func label(of line: some Collection<UInt8>, after prefix: String) -> String? {
        let text = String(decoding: line, as: UTF8.self)
        var trimmed = text[...]
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        while let first = trimmed.first, first.isWhitespace || first == "\u{FEFF}" { trimmed.removeFirst() }
        guard trimmed.hasPrefix(prefix), trimmed.hasSuffix("-----"), trimmed.count > prefix.count + 5 else {
            return nil
        }
        return String(trimmed.dropFirst(prefix.count).dropLast(5))
    }

    /// Base64 with blanks anywhere (RFC 4648 §4); nil when it is something else.
    private static func decode(_ base64: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(base64.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for character in base64 where character != UInt8(ascii: " ") && character != UInt8(ascii: "\t") {
            guard character != UInt8(ascii: "=") else {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            count += 1
            if count % 4 == 0 {
                bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
                bits = 0
            }
        }
        switch (count % 4, padding) {
        case (0, 0): return bytes
        case (2, 0), (2, 2): return bytes + [UInt8(bits >> 4 & 0xFF)]
        case (3, 0), (3, 1): return bytes + [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
