import Octets

/// Text of foreign origin made fit for a terminal: the one place where that happens (Docs/rules.md 15).
///
/// `Output` passes every span of text through here; nothing reaches a terminal around it.
enum TerminalText {
    /// True for characters that act on a terminal or on the order of text instead of being shown: controls (C0, DEL,
    /// C1), bidirectional overrides, line and paragraph separators, and invisible format characters.
    ///
    /// The joiners stay: names in some scripts are spelled with them, and they move nothing.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return false
        }
    }

    /// True for what may be a machine readable zone, or a part of one, that was given in the wrong place.
    static func isLikeZone(_ text: String) -> Bool {
        text.contains("<") || text.contains("‹")
            || text.count >= 9 && text.contains { $0.isNumber } && text.allSatisfy { $0.isUppercase || $0.isNumber }
    }

    /// True for letters, digits and signs of ASCII alone, each of which takes one column: nearly all text is so.
    static func isPlain(_ text: some StringProtocol) -> Bool {
        let whole = text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        return whole ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// `text` with a visible escape (`\u{1B}`) for everything unsafe; with `ascii` also for everything beyond ASCII,
    /// for terminals whose character set is not UTF-8: there the bytes of a letter can be a control.
    static func escaped(_ text: String, ascii: Bool = false) -> String {
        guard !isPlain(text) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) || (ascii && !scalar.isASCII) {
                safe += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Bytes as text: what is UTF-8 as its characters, each other byte as `\x9B`.
    static func decoded(_ bytes: some Sequence<UInt8>) -> String {
        let whole = Array(bytes)
        if whole.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(decoding: whole, as: UTF8.self) }
        var text = ""
        var iterator = whole[...]
        while !iterator.isEmpty {
            var decoder = Unicode.UTF8.ForwardParser()
            var source = iterator.makeIterator()
            switch decoder.parseScalar(from: &source) {
            case .valid(let encoded):
                text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
                iterator = iterator.dropFirst(encoded.count)
            case .error(let length):
                for byte in iterator.prefix(max(length, 1)) { text += "\\x" + Hex.string([byte]) }
                iterator = iterator.dropFirst(max(length, 1))
            case .emptyInput:
                iterator = []
            }
        }
        return text
    }

    /// Columns that `text` takes: none for marks that combine, two for wide East Asian characters.
    static func width(_ text: some StringProtocol) -> Int {
        isPlain(text) ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The beginning of `text` that fits.
    static func fitted(_ text: String, columns: Int) -> String {
        let safe = escaped(text)
        var part = ""
        var used = 0
        for character in safe {
            used += width(String(character))
            if used > columns { break }
            part.append(character)
        }
        return part
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
