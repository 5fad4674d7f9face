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
        var text = ""
        for byte in bytes {
            if !text.isEmpty { text += separator }
            text.unicodeScalars.append(digit(byte >> 4))
            text.unicodeScalars.append(digit(byte & 15))
        }
        return text
    }

    /// Bytes written as pairs of digits; spaces, tabs, line ends and colons may stand between digits, and `0x` before
    /// the first digit of a word.
    ///
    /// Digits are paired across separators (`00A40004 023F00`), so that only their number decides.
    /// Throws `Failure` with the column of the first character that does not fit.
    public static func bytes(_ text: String) throws(Failure) -> [UInt8] {
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

    private static func digit(_ value: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(value < 10 ? 0x30 + value : 0x37 + value)
    }

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
