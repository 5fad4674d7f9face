import Octets

extension ScriptParser {
    /// Digits with colons between them, `0x` in front; anything that is meant as hexadecimal, right or not.
    static func isHexWord(_ word: String) -> Bool {
        let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word[...]
        guard digits.contains(where: \.isHexDigit) else { return false }
        return digits.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":") }
    }

    /// A word that a command can begin with: hexadecimal, or nearly so, that is with a digit in front.
    static func isCommandWord(_ word: String) -> Bool {
        isHexWord(word) || word.first?.isNumber == true || widths[functionName(word)] != nil
            || functionName(word) == "tlv"
    }

    private static func functionName(_ word: String) -> String { word.lowercased() }

    private static let widths: [String: (width: Int, littleEndian: Bool)] = [
        "u8": (1, false), "u16": (2, false), "u24": (3, false), "u32": (4, false), "u16le": (2, true),
        "u24le": (3, true), "u32le": (4, true),
    ]

    /// Bytes up to something that is none.
    mutating func bytes() throws(ScriptError) -> ByteExpression {
        var parts: [ByteExpression.Part] = []
        while let part = try bytePartIfPresent() {
            parts.append(part)
            guard parts.count <= 20_000 else { throw next.error("more than 20000 parts") }
        }
        return ByteExpression(parts: parts)
    }

    /// One part, which must be there.
    mutating func bytePart() throws(ScriptError) -> ByteExpression.Part {
        let start = next
        guard let part = try bytePartIfPresent() else {
            throw start.error("bytes are expected, and \(start.shown) stands here")
        }
        return part
    }

    mutating func bytePartIfPresent() throws(ScriptError) -> ByteExpression.Part? {
        let start = next
        let element: ByteExpression.Element
        switch start.kind {
        case .text(let bytes):
            take()
            element = .literal(bytes)
        case .variable(let name):
            take()
            element = .variable(name, slice: try slice())
        case .word(let word):
            if let function = try function(word, start) {
                element = function
            } else if Self.isHexWord(word) || word.first?.isNumber == true {
                element = .literal(try hexadecimal())
            } else {
                return nil
            }
        case .sign, .lineEnd: return nil
        }
        return ByteExpression.Part(element: element, line: start.line, column: start.column)
    }

    private mutating func function(
        _ word: String, _ start: ScriptToken
    ) throws(ScriptError) -> ByteExpression.Element? {
        let name = Self.functionName(word)
        if let (width, littleEndian) = Self.widths[name], afterNext.isSign("(") {
            take()
            take()
            let number = try nested { parser throws(ScriptError) in try parser.number() }
            try expect(sign: ")")
            return .number(number, width: width, littleEndian: littleEndian)
        }
        switch name {
        case "lc":
            take()
            return .commandLength
        case "le":
            take()
            guard take(sign: "(") else { return .expectedLength(nil) }
            let number = try nested { parser throws(ScriptError) in try parser.number() }
            try expect(sign: ")")
            return .expectedLength(number)
        case "tlv" where afterNext.isSign("("):
            take()
            take()
            return try object()
        default: return nil
        }
    }

    private mutating func object() throws(ScriptError) -> ByteExpression.Element {
        let start = next
        guard let word = start.word, let bytes = try? Hex.bytes(word), (1...4).contains(bytes.count) else {
            throw start.error("a tag is expected, and \(start.shown) stands here", hint: "set list = tlv(5C, 5FC102)")
        }
        take()
        try expect(sign: ",", hint: "set list = tlv(5C, 5FC102)")
        let value = try nested { parser throws(ScriptError) in try parser.bytes() }
        if let lengths = value.parts.first(where: \.isLength) {
            throw lengths.error("Lc and Le belong to a command, not into a data object")
        }
        try expect(sign: ")")
        return .object(Tag(bytes.reduce(0) { $0 << 8 | UInt32($1) }), value)
    }

    /// Words of hexadecimal on one line, each of whole bytes.
    private mutating func hexadecimal() throws(ScriptError) -> [UInt8] {
        let first = next
        var text = ""
        var column = 1
        while let word = next.word, next.line == first.line, Self.isHexWord(word) || word.first?.isNumber == true {
            // Set where it stands, so that an error names its column.
            text += String(repeating: " ", count: max(0, next.column - column)) + word
            column = next.column + word.unicodeScalars.count
            take()
        }
        do {
            return try Hex.words(text)
        } catch {
            switch error {
            case .invalidCharacter(let column):
                throw ScriptError(
                    line: first.line, column: column, "not a hexadecimal digit",
                    hint: "a letter O for a zero? Text stands in quotation marks")
            case .oddDigits(let column):
                throw ScriptError(
                    line: first.line, column: column, "a byte needs two digits, the last one here has one",
                    hint: "a digit is missing")
            }
        }
    }

    /// `[4]`, `[0..3]`, `[2..]`.
    mutating func slice() throws(ScriptError) -> ByteExpression.Slice? {
        guard take(sign: "[") else { return nil }
        let slice = try nested { parser throws(ScriptError) -> ByteExpression.Slice in
            let first = try parser.number()
            guard parser.takeDots() else { return ByteExpression.Slice(first: first, last: first) }
            return ByteExpression.Slice(first: first, last: parser.next.isSign("]") ? nil : try parser.number())
        }
        try expect(sign: "]", hint: "parts are $data[0..3], $data[2], $data[4..]")
        return slice
    }
}
