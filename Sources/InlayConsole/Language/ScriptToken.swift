/// A word, a text or a sign of a script, with its place.
struct ScriptToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Letters, digits and what may stand between them: hexadecimal digits, keywords, names, numbers.
        case word(String)
        /// What stands between quotation marks, in UTF-8.
        case text([UInt8])
        /// `$name`.
        case variable(String)
        /// `{`, `}`, `(`, `)`, `[`, `]`, `<`, `>`, `,`, `+`, `*`, `=`, `=>`, `<=`, `>=`.
        case sign(String)
        /// The end of a statement.
        case lineEnd
    }

    let kind: Kind
    let line: Int
    let column: Int

    /// An error at this token.
    func error(_ message: String, hint: String = "") -> ScriptError {
        ScriptError(line: line, column: column, message, hint: hint)
    }

    /// The word, if it is one.
    var word: String? { if case .word(let word) = kind { word } else { nil } }

    /// True for the sign `sign`.
    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// As it may be repeated in a message.
    var shown: String {
        switch kind {
        case .word(let word): word.count <= 40 ? "\"\(word)\"" : "this word"
        case .text: "this text"
        case .variable(let name): "$\(name)"
        case .sign(let sign): "\"\(sign)\""
        case .lineEnd: "the end of the line"
        }
    }
}
