/// Hexadecimal text.
public enum Hex {
    /// Why a text is not hexadecimal. Columns count characters from 1.
    public enum Failure: Error, Hashable, Sendable {
        /// A character that is neither a digit nor a separator.
        case invalidCharacter(column: Int)
        /// A byte of which only one digit is there.
        case oddDigits(column: Int)
    }

    /// Upper-case digits, with `separator` between bytes.
    public static func string(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        let separator = Array(separator.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * (2 + separator.count))
        func add(_ byte: UInt8) {
            if !separator.isEmpty, !text.isEmpty { text += separator }
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        // One call for all bytes where they lie together, not one for each.
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { add(byte) } }
        if isDone == nil {
            for byte in bytes { add(byte) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Upper-case digits of an array, which is what there nearly always is: generic code of another module is slow.
    public static func string(_ bytes: [UInt8]) -> String { string(bytes[...]) }

    /// Upper-case digits of a part of an array.
    public static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            var end = 0
            for byte in bytes {
                text[end] = digit(byte >> 4)
                text[end + 1] = digit(byte & 15)
                end += 2
            }
            return end
        }
    }

    /// Bytes written as pairs of digits; spaces, tabs, line ends and colons may stand between digits, and `0x` before
    /// the first digit of a word.
    ///
    /// Digits are paired across separators (`00A40004 023F00`), so that only their number decides.
    /// Throws `Failure` with the column of the first character that does not fit.
    public static func bytes(_ text: String) throws(Failure) -> [UInt8] {
        if let bytes = plain(Array(text.utf8)[...]) { return bytes }
        var bytes: [UInt8] = []
        var high: UInt8?
        var column = 0
        var highColumn = 0
        var atWordStart = true
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            column += 1
            if isSeparator(scalar) {
                atWordStart = true
                continue
            }
            if atWordStart, scalar == "0", scalars.first == "x" || scalars.first == "X",
                scalars.dropFirst().first.flatMap({ value(of: $0) }) != nil
            {
                scalars = scalars.dropFirst()
                column += 1
                atWordStart = false
                continue
            }
            atWordStart = false
            guard let value = value(of: scalar) else { throw .invalidCharacter(column: column) }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
                highColumn = column
            }
        }
        guard high == nil else { throw .oddDigits(column: highColumn) }
        return bytes
    }

    /// As `bytes`, for what a person types as a command: no byte is spread over two words, so that a digit which is
    /// missing in one place and too much in another is noticed. Throws with the column of the last digit of such a word.
    public static func words(_ text: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var column = 0
        for word in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isSeparator) {
            do {
                bytes += try self.bytes(String(word))
            } catch {
                switch error {
                case .invalidCharacter(let place): throw .invalidCharacter(column: column + place)
                case .oddDigits(let place): throw .oddDigits(column: column + place)
                }
            }
            column += word.count + 1
        }
        return bytes
    }

    /// Bytes written as digits in UTF-8 with nothing between them; nil for anything else, which `bytes` judges.
    public static func plain(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            let value: UInt8
            switch character {
            case 0x30...0x39: value = character - 0x30
            case 0x41...0x46: value = character - 0x37
            case 0x61...0x66: value = character - 0x57
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func value(of scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "0"..."9": UInt8(scalar.value - 0x30)
        case "A"..."F": UInt8(scalar.value - 0x37)
        case "a"..."f": UInt8(scalar.value - 0x57)
        default: nil
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == ":" || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
}
