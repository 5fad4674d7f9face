import Octets

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
                if let block = open, block.label == label, let der = Base64.decode(block.base64), !der.isEmpty {
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
}
