import Octets

/// Cuts the text of a script into tokens.
///
/// `#` begins a comment; `\` as the last character of a line continues the statement on the next.
struct ScriptScanner {
    /// Largest script, in bytes.
    static let sizeLimit = 1 << 20
    /// Most tokens.
    static let countLimit = 200_000

    private var rest: ArraySlice<Unicode.Scalar>
    private var line: Int
    private var column = 1
    private var tokens: [ScriptToken] = []

    private init(_ text: String, line: Int) {
        rest = Array(text.unicodeScalars)[...]
        self.line = line
    }

    /// All tokens of `text`, whose first line has the number `line`; the last one is a line end.
    static func tokens(_ text: String, line: Int = 1) throws(ScriptError) -> [ScriptToken] {
        guard text.utf8.count <= sizeLimit else {
            throw ScriptError(line: line, column: 1, "the script holds more than \(sizeLimit) bytes")
        }
        var scanner = ScriptScanner(text, line: line)
        try scanner.scan()
        return scanner.tokens
    }

    private mutating func scan() throws(ScriptError) {
        while let scalar = rest.first {
            guard tokens.count < Self.countLimit else {
                throw error("the script holds more words than \(Self.countLimit)")
            }
            switch scalar {
            case "\n":
                add(.lineEnd)
                take()
            case "\r", " ", "\t": take()
            case ";":
                add(.lineEnd)
                take()
            case "#": while let next = rest.first, next != "\n" { take() }
            case "\\": try continuation()
            case "\"": try text()
            case "$": try variable()
            case "{", "}", "(", ")", "[", "]", ",", "+", "*": sign(String(scalar))
            case "=": sign(following(is: ">") ? "=>" : "=")
            case "<", ">": sign(following(is: "=") ? "\(scalar)=" : String(scalar))
            default: try word()
            }
        }
        add(.lineEnd)
    }

    private mutating func continuation() throws(ScriptError) {
        let start = error("a \\ continues a statement only as the last character of a line")
        take()
        while rest.first == " " || rest.first == "\t" || rest.first == "\r" { take() }
        guard rest.first == "\n" else { throw start }
        take()
    }

    private mutating func text() throws(ScriptError) {
        let (startLine, startColumn) = (line, column)
        take()
        var bytes: [UInt8] = []
        while let scalar = rest.first, scalar != "\"" {
            guard scalar != "\n" else { break }
            if scalar == "\\" {
                bytes += try escape()
            } else {
                bytes += Array(String(scalar).utf8)
                take()
            }
        }
        guard rest.first == "\"" else {
            throw ScriptError(
                line: startLine, column: startColumn, "the text has no closing quotation mark", hint: "print \"text\"")
        }
        take()
        tokens.append(ScriptToken(kind: .text(bytes), line: startLine, column: startColumn))
    }

    /// `\"`, `\\`, `\n`, `\r`, `\t` and `\x41`.
    private mutating func escape() throws(ScriptError) -> [UInt8] {
        let wrong = error("this is no escape", hint: "there are \\\" \\\\ \\n \\r \\t and \\x with two digits")
        take()
        guard let scalar = rest.first else { throw wrong }
        take()
        switch scalar {
        case "\"": return [0x22]
        case "\\": return [0x5C]
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "x":
            let digits = rest.prefix(2)
            guard digits.count == 2, let bytes = try? Hex.bytes(String(String.UnicodeScalarView(digits))),
                bytes.count == 1
            else { throw wrong }
            take()
            take()
            return bytes
        default: throw wrong
        }
    }

    private mutating func variable() throws(ScriptError) {
        let (startLine, startColumn) = (line, column)
        take()
        var name = ""
        while let scalar = rest.first, Self.isNamePart(scalar) {
            name.unicodeScalars.append(scalar)
            take()
        }
        guard Self.isName(name) else {
            throw ScriptError(
                line: startLine, column: startColumn, "a variable is $ and a name that begins with a letter")
        }
        tokens.append(ScriptToken(kind: .variable(name), line: startLine, column: startColumn))
    }

    private mutating func word() throws(ScriptError) {
        let (startLine, startColumn) = (line, column)
        var word = ""
        while let scalar = rest.first, Self.isWordPart(scalar) {
            guard !scalar.properties.isDefaultIgnorableCodePoint, scalar.properties.generalCategory != .control else {
                throw error("a character that cannot be seen")
            }
            word.unicodeScalars.append(scalar)
            take()
        }
        tokens.append(ScriptToken(kind: .word(word), line: startLine, column: startColumn))
    }

    private mutating func sign(_ sign: String) {
        add(.sign(sign))
        for _ in sign.unicodeScalars { take() }
    }

    private func following(is scalar: Unicode.Scalar) -> Bool { rest.dropFirst().first == scalar }

    private mutating func add(_ kind: ScriptToken.Kind) {
        tokens.append(ScriptToken(kind: kind, line: line, column: column))
    }

    private mutating func take() {
        guard let scalar = rest.popFirst() else { return }
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }

    private func error(_ message: String, hint: String = "") -> ScriptError {
        ScriptError(line: line, column: column, message, hint: hint)
    }

    // MARK: - Characters

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\r", "\n", "\"", "#", "$", "{", "}", "(", ")", "[", "]", "<", ">", ",", "+", "*", "=", "\\",
            ";":
            false
        default: true
        }
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    /// True for what can name a variable.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.count <= 64 else { return false }
        return !("0"..."9").contains(first) && text.unicodeScalars.allSatisfy(isNamePart)
    }
}
