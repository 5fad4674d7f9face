/// A piece of output: text with its role. Colours come in only when `Output` writes to a terminal that has them.
struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// What a span of text stands for.
    enum Role: Hashable, Sendable {
        case plain
        /// What the eye should find first.
        case strong
        /// Secondary.
        case faint
        case good
        case bad
        case doubtful
    }

    /// Text in one role.
    struct Span: Hashable, Sendable {
        var text: String
        var role: Role
    }

    private(set) var spans: [Span]

    init(_ text: String, _ role: Role = .plain) { spans = [Span(text: text, role: role)] }
    init(stringLiteral value: String) { self.init(value) }

    private init(spans: [Span]) { self.spans = spans }

    /// Puts text behind what is there.
    private mutating func append(_ text: String, _ role: Role) {
        if let last = spans.last, last.role == role {
            spans[spans.count - 1].text += text
        } else {
            spans.append(Span(text: text, role: role))
        }
    }

    /// Without roles.
    var plain: String { spans.map(\.text).joined() }

    /// Columns it takes.
    var width: Int { spans.reduce(0) { $0 + TerminalText.width(TerminalText.escaped($1.text)) } }

    /// Both, one behind the other.
    static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(spans: left.spans + right.spans) }

    /// The first of two columns, `columns` wide: what is wider keeps its distance all the same.
    func column(_ columns: Int) -> StyledText { padded(max(columns, width + 2)) }

    /// Filled with spaces up to `columns`.
    func padded(_ columns: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, columns - width)))
    }
}

extension StyledText {
    /// Lines no wider than `columns`, broken at spaces; all but the first begin with `indent` spaces.
    ///
    /// A word that is wider than a line is cut, so that nothing runs over the edge.
    func wrapped(_ columns: Int, indent: Int = 0) -> [StyledText] {
        let limit = max(columns, indent + 8)
        var lines: [StyledText] = []
        var line = StyledText(spans: [])
        var used = 0
        func breakLine() {
            line.dropTrailingSpaces()
            lines.append(line)
            line = StyledText(spans: [Span(text: String(repeating: " ", count: indent), role: .plain)])
            used = indent
        }
        for span in spans {
            for word in Self.words(TerminalText.escaped(Self.bounded(span.text))) {
                var rest = word
                let isSpace = word.first == " "
                if used + TerminalText.width(word) > limit {
                    if isSpace { continue }
                    // A word that fits on no line begins on this one, if there is room for some of it.
                    let fits = TerminalText.width(word) <= limit - indent
                    if used > (lines.isEmpty ? 0 : indent), fits || limit - used < 8 { breakLine() }
                    while TerminalText.width(rest) > limit - used {
                        let part = Self.prefix(of: rest, columns: limit - used)
                        line.append(part, span.role)
                        rest = String(rest.dropFirst(part.count))
                        breakLine()
                    }
                }
                // A line that was begun by a break does not begin with the space that was there.
                if isSpace, !lines.isEmpty, used == indent { continue }
                line.append(rest, span.role)
                used += TerminalText.width(rest)
            }
        }
        lines.append(line)
        return lines
    }

    private mutating func dropTrailingSpaces() {
        while let last = spans.last {
            let kept = last.text.reversed().drop { $0 == " " }
            spans.removeLast()
            guard kept.isEmpty else {
                spans.append(Span(text: String(kept.reversed()), role: last.role))
                return
            }
        }
    }

    /// Runs of spaces and runs of others, in turn.
    /// No text that a card sends is worth more room on a screen than this; JSON holds all of it.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > 4000 else { return text }
        return String(text.unicodeScalars.prefix(1000)) + " … (\(text.unicodeScalars.count) characters)"
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for character in text {
            if let last = words.last, (last.last == " ") == (character == " ") {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words
    }

    private static func prefix(of text: String, columns: Int) -> String {
        var part = ""
        var used = 0
        for character in text {
            let width = TerminalText.width(String(character))
            if used + width > columns, !part.isEmpty { break }
            part.append(character)
            used += width
        }
        return part
    }
}
