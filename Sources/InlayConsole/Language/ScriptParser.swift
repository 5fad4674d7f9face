import ISO7816
import Octets

/// Reads tokens as statements. `ScriptParser+Bytes` and `ScriptParser+Pattern` hold what statements are made of.
struct ScriptParser {
    /// Deepest nesting of blocks and of brackets.
    static let depthLimit = 32

    private var rest: ArraySlice<ScriptToken>
    /// What is left of a word of which a part was taken: `..7` of `0..7`.
    private var left: ScriptToken?
    /// What stands behind the last token.
    private let end: ScriptToken
    private var depth = 0
    /// True when the text ended while a block was open.
    private(set) var endedInsideBlock = false

    init(_ tokens: [ScriptToken]) {
        rest = tokens[...]
        end = tokens.last ?? ScriptToken(kind: .lineEnd, line: 1, column: 1)
    }

    // MARK: - Tokens

    /// The next token, without taking it.
    var next: ScriptToken { left ?? rest.first ?? end }

    /// True at the end of a statement.
    var isAtLineEnd: Bool { next.kind == .lineEnd }

    /// The token behind the next one.
    var afterNext: ScriptToken { (left == nil ? rest.dropFirst() : rest).first ?? end }

    /// Nothing is left, not even an end of line.
    private var isAtEnd: Bool { left == nil && rest.isEmpty }

    @discardableResult
    mutating func take() -> ScriptToken {
        guard let left else { return rest.popFirst() ?? end }
        self.left = nil
        return left
    }

    /// Takes the first `count` characters of the next word; the others stand there as a word of their own.
    mutating func take(first count: Int) {
        let token = take()
        guard let word = token.word, word.count > count else { return }
        left = ScriptToken(kind: .word(String(word.dropFirst(count))), line: token.line, column: token.column + count)
    }

    mutating func take(sign: String) -> Bool {
        guard next.isSign(sign) else { return false }
        take()
        return true
    }

    mutating func expect(sign: String, hint: String = "") throws(ScriptError) {
        guard take(sign: sign) else {
            throw next.error("\"\(sign)\" is expected, and \(next.shown) stands here", hint: hint)
        }
    }

    mutating func endStatement() throws(ScriptError) {
        if isAtLineEnd {
            take()
        } else if !next.isSign("}") {
            throw next.error("\(next.shown) is too much here", hint: "a statement ends with the line, or with ;")
        }
    }

    /// Runs `body` one level deeper.
    mutating func nested<R>(
        _ body: (inout ScriptParser) throws(ScriptError) -> R
    ) throws(ScriptError) -> R {
        depth += 1
        guard depth <= Self.depthLimit else { throw next.error("nested deeper than \(Self.depthLimit) levels") }
        defer { depth -= 1 }
        return try body(&self)
    }

    // MARK: - Statements

    /// The whole script.
    mutating func script() throws(ScriptError) -> [Statement] {
        let statements = try self.statements()
        guard isAtEnd else { throw next.error("there is no block that this \"}\" could close") }
        return statements
    }

    private mutating func statements() throws(ScriptError) -> [Statement] {
        var statements: [Statement] = []
        while !isAtEnd, !next.isSign("}") {
            if isAtLineEnd {
                take()
            } else {
                statements.append(try statement())
            }
        }
        return statements
    }

    private mutating func block() throws(ScriptError) -> [Statement] {
        let opening = next
        try expect(sign: "{", hint: "a block stands in brackets: repeat 2 { fetch }")
        let statements = try nested { parser throws(ScriptError) in try parser.statements() }
        guard take(sign: "}") else {
            endedInsideBlock = true
            throw opening.error("this block is not closed", hint: "a } is missing: repeat 2 { fetch }")
        }
        return statements
    }

    private mutating func statement() throws(ScriptError) -> Statement {
        let first = next
        guard let word = first.word else {
            if case .variable = first.kind { return try command() }
            if first.kind == .lineEnd { throw first.error("a statement is missing") }
            if case .text = first.kind { return try command() }
            throw first.error("no statement begins with \(first.shown)", hint: ConsoleKeyword.hint)
        }
        guard let keyword = ConsoleKeyword(rawValue: word.lowercased()) else { return try command() }
        take()
        let kind = try self.kind(of: keyword, first)
        try endStatement()
        return Statement(kind: kind, line: first.line, column: first.column)
    }

    /// Bytes without a keyword.
    private mutating func command() throws(ScriptError) -> Statement {
        let first = next
        if let word = first.word, !Self.isCommandWord(word) {
            throw first.error(
                "\(first.shown) is neither a statement nor hexadecimal", hint: ConsoleKeyword.advice(for: word))
        }
        let kind = try sending(first)
        try endStatement()
        return Statement(kind: kind, line: first.line, column: first.column)
    }

    private mutating func sending(_ first: ScriptToken) throws(ScriptError) -> Statement.Kind {
        let bytes = try bytes()
        guard !bytes.parts.isEmpty else {
            throw next.error("the bytes to send are missing", hint: "send 00 84 00 00 08")
        }
        if next.isSign(",") {
            throw next.error("bytes are not separated by commas", hint: "write spaces: 00 84 00 00 08")
        }
        // Known before anything is sent where the bytes do not depend on variables.
        if let literal = bytes.literal, literal.count < 4 {
            throw ByteExpression.tooShort(literal, first.line, first.column)
        }
        return .send(bytes, expecting: try inlineExpectation())
    }

    private mutating func inlineExpectation() throws(ScriptError) -> PatternExpression? {
        take(sign: "=>") ? try pattern() : nil
    }

    private mutating func kind(of keyword: ConsoleKeyword, _ first: ScriptToken) throws(ScriptError) -> Statement.Kind {
        switch keyword {
        case .send: return try sending(first)
        case .frame:
            let bytes = try bytes()
            guard !bytes.parts.isEmpty else { throw next.error("the frame is missing", hint: "frame 30 00") }
            return .frame(bytes, expecting: try inlineExpectation())
        case .fetch: return .fetch
        case .expect: return .expect(try condition())
        case .set: return .set(try assigned("set key = A0 00"), try assignedBytes())
        case .number: return .number(try assigned("number n = 3"), try number())
        case .capture: return try capture()
        case .repeat:
            let count = try number()
            return .repetition(count, try block())
        case .for: return try loop()
        case .if: return try choice()
        case .reset: return .reset(try reset())
        case .transaction: return .transaction(try block())
        case .secure: return .secure(try secureMode())
        case .ls: return .listFiles
        case .cd:
            let name = isAtLineEnd ? "/" : try name("a folder")
            guard isAtLineEnd || next.isSign("}") else {
                throw first.error(
                    "cd takes one name", hint: "bytes that begin with CD are sent with: send CD 00 00 00")
            }
            return .changeFolder(name)
        case .cat: return .showFile(try name("a file"))
        case .preset: return try preset()
        case .print: return .print(try printed())
        case .save:
            guard next.word?.lowercased() == "transcript" else {
                throw next.error("only a transcript can be saved", hint: "save transcript FILE")
            }
            take()
            return .save(try name("a file"))
        case .stop: return .stop
        }
    }

    // MARK: - Parts of statements

    /// A name, or a text in quotation marks.
    private mutating func name(_ what: String) throws(ScriptError) -> String {
        switch next.kind {
        case .word(let word):
            take()
            return word
        case .text(let bytes):
            take()
            return String(decoding: bytes, as: UTF8.self)
        default: throw next.error("the name of \(what) is expected, and \(next.shown) stands here")
        }
    }

    private mutating func variableName() throws(ScriptError) -> String {
        switch next.kind {
        case .word(let word) where ScriptScanner.isName(word):
            take()
            return word
        case .variable(let name):
            take()
            return name
        default: throw next.error("the name of a variable is expected, and \(next.shown) stands here")
        }
    }

    private mutating func assigned(_ example: String) throws(ScriptError) -> String {
        let name = try variableName()
        try expect(sign: "=", hint: example)
        return name
    }

    private mutating func assignedBytes() throws(ScriptError) -> ByteExpression {
        let bytes = try bytes()
        guard isAtLineEnd || next.isSign("}") else {
            throw next.error(
                "\(next.shown) is neither hexadecimal nor a text", hint: "bytes: set key = A0 00; numbers: number n = 3"
            )
        }
        guard !bytes.parts.isEmpty else {
            throw next.error("the bytes are missing", hint: "set key = A0 00; no bytes at all are set key = \"\"")
        }
        return bytes
    }

    private mutating func capture() throws(ScriptError) -> Statement.Kind {
        let name = try variableName()
        guard !isAtLineEnd, !next.isSign("}") else { return .capture(name, path: []) }
        let keyword = take()
        guard keyword.word?.lowercased() == "tlv" else {
            throw keyword.error("\(keyword.shown) is not expected here", hint: "capture \(name) tlv 6F/84")
        }
        let path = take()
        var tags: [UInt32] = []
        for part in (path.word ?? "").split(separator: "/", omittingEmptySubsequences: false) {
            guard let bytes = try? Hex.bytes(String(part)), (1...4).contains(bytes.count) else {
                throw path.error("the tags on the way to the object are expected", hint: "capture \(name) tlv 6F/84")
            }
            tags.append(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        }
        guard tags.count <= Self.depthLimit else { throw path.error("more than \(Self.depthLimit) tags") }
        return .capture(name, path: tags)
    }

    private mutating func loop() throws(ScriptError) -> Statement.Kind {
        let name = try variableName()
        guard take().word?.lowercased() == "in" else {
            throw next.error(
                "\"in\" is expected",
                hint: "numbers: for n in 0..7 { print $n }; values: for key in A0, B0 { print $key }")
        }
        if let (first, last) = try range() { return .range(name, first, last, try block()) }
        var values: [ByteExpression] = []
        repeat {
            let start = next
            let value = try bytes()
            guard !value.parts.isEmpty else { throw start.error("bytes are expected, and \(start.shown) stands here") }
            values.append(value)
        } while take(sign: ",")
        return .list(name, values, try block())
    }

    private mutating func choice() throws(ScriptError) -> Statement.Kind {
        let condition = try condition()
        let statements = try block()
        while isAtLineEnd, afterNext.word?.lowercased() == "else" { take() }
        guard next.word?.lowercased() == "else" else { return .choice(condition, statements, otherwise: []) }
        take()
        if next.word?.lowercased() == "if" {
            let inner = take()
            let kind = try nested { parser throws(ScriptError) in try parser.choice() }
            return .choice(
                condition, statements, otherwise: [Statement(kind: kind, line: inner.line, column: inner.column)])
        }
        return .choice(condition, statements, otherwise: try block())
    }

    private mutating func reset() throws(ScriptError) -> ResetKind {
        switch next.word?.lowercased() {
        case "cold":
            take()
            return .cold
        case "warm":
            take()
            return .warm
        default: throw next.error("cold or warm is expected", hint: "reset cold")
        }
    }

    private mutating func secureMode() throws(ScriptError) -> SecureMode {
        guard let word = next.word?.lowercased(), let mode = SecureMode(rawValue: word) else {
            throw next.error("pace, bac or off is expected", hint: "secure pace")
        }
        take()
        guard isAtLineEnd || next.isSign("}") else {
            throw next.error(
                "a secret never stands in a script",
                hint: "give it as an option (--can, --mrz-file), or type it when you are asked")
        }
        return mode
    }

    private mutating func preset() throws(ScriptError) -> Statement.Kind {
        let name = try name("a preset")
        var arguments: [PresetArgument] = []
        while !isAtLineEnd, !next.isSign("}") {
            let start = next
            // A value without a name is kept: whoever knows the preset can say which name is missing.
            var key = ""
            if let word = start.word, afterNext.isSign("=") {
                key = word
                take()
                take()
            }
            switch next.kind {
            case .word(let word):
                take()
                arguments.append(PresetArgument(key: key, value: .word(word)))
            case .text, .variable:
                arguments.append(PresetArgument(key: key, value: .bytes(ByteExpression(parts: [try bytePart()]))))
            default:
                throw next.error(
                    "a value is expected, and \(next.shown) stands here", hint: "preset type2.read page=4")
            }
            guard arguments.count <= 64 else { throw start.error("more than 64 values") }
        }
        return .preset(name, arguments)
    }

    private mutating func printed() throws(ScriptError) -> [PrintedPart] {
        var parts: [PrintedPart] = []
        while !isAtLineEnd, !next.isSign("}") {
            if case .variable = next.kind, afterNext.isSign("[") {
                parts.append(.bytes(ByteExpression(parts: [try bytePart()])))
                continue
            }
            if beginsCalculation {
                parts.append(.number(try number()))
                continue
            }
            let token = take()
            switch token.kind {
            case .text(let bytes): parts.append(.text(String(decoding: bytes, as: UTF8.self)))
            case .word(let word): parts.append(.text(word))
            case .variable(let name): parts.append(.variable(name, line: token.line, column: token.column))
            default: throw token.error("\(token.shown) cannot be printed", hint: "print \"text\" $atr")
            }
        }
        return parts
    }
}
