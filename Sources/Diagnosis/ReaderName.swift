/// Names that PC/SC gives readers.
enum ReaderName {
    /// Without serial number, index and slot, which change when the reader is plugged in again.
    static func stablePart(_ name: String) -> String {
        var words = withoutSerial(name).split(separator: " ")
        while let last = words.last, last.count == 2, UInt8(last, radix: 16) != nil { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// Without the serial number, which stands in round brackets.
    static func withoutSerial(_ name: String) -> String {
        var kept = ""
        var depth = 0
        for character in name {
            if character == "(" { depth += 1 }
            if depth == 0 { kept.append(character) }
            if character == ")", depth > 0 { depth -= 1 }
        }
        return kept.split(separator: " ").joined(separator: " ")
    }
}
